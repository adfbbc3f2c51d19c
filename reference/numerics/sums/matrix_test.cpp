// SPDX-License-Identifier: Apache-2.0
// Matrix products are those of the definition, element by element, and every kernel has the bits of
// the plain one.
#include "reference/numerics/sums/matrix.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <stdexcept>

#include "reference/numerics/sums/kernels.hpp"
#include "reference/numerics/sums/rational_test.hpp"
#include "reference/numerics/sums/test/orders.hpp"

namespace assay::numerics {
namespace {

using orders::Random;
using enum ElementType;

constexpr std::int64_t rows = 5, inner = 37, cols = 6;

/// a transposed in storage, so that strides of both kinds occur.
struct Factors {
  ElementArray a, b;
  MatrixView left() const { return {a.type(), a.bytes(), rows, inner, 1, rows}; }
  MatrixView right() const { return {b.type(), b.bytes(), inner, cols, cols}; }
};

Factors drawn(const orders::Plan& plan, ElementType type, Random& random) {
  return {orders::as_elements(type, plan.values(type, rows * inner, random)),
          orders::as_elements(type, plan.values(type, inner * cols, random))};
}

TEST(MatrixProduct, IsTheCorrectlyRoundedSumOfEveryElement) {
  Random random(31);
  for (const ElementType type : {f16, bf16, f32, e4m3, hif8}) {
    for (const orders::Plan& plan : orders::value_plans()) {
      const Factors factors = drawn(plan, type, random);
      const auto x = orders::as_doubles(factors.a), y = orders::as_doubles(factors.b);
      for (const ElementType to : {f32, f16, bf16}) {
        SCOPED_TRACE(std::string(plan.name) + " of " + std::string(name_of(type)));
        const MatrixProduct product =
            matmul(ExactMatrix(factors.left()), ExactMatrix(factors.right()), {f32, to});
        for (std::int64_t place = 0; place < rows * cols; ++place) {
          rationals::Sum sum;
          rationals::Rational magnitude = 0;
          for (std::int64_t k = 0; k < inner; ++k) {
            const double a = x[static_cast<std::size_t>(place / cols + k * rows)];
            const double b = y[static_cast<std::size_t>(k * cols + place % cols)];
            sum.add(a, b);
            if (std::isfinite(a * b)) magnitude += abs(rationals::Rational(a * b));
          }
          const std::uint64_t expected = sum.round(to, RoundMode::nearest_even);
          ASSERT_EQ(describe(to, product.value[place]), describe(to, expected));
          const double found = product.magnitude[static_cast<std::size_t>(place)];
          if (!std::isfinite(found)) continue;
          ASSERT_LE(abs(rationals::Rational(found) - magnitude),
                    magnitude * rationals::Rational(0x1p-35));
        }
      }
    }
  }
}

TEST(MatrixProduct, AddsWhatWasThereBefore) {
  const std::vector<float> a{1, 2, 3, 4}, b{5, 6, 7, 8}, bias{0.5F, -19};
  const auto view = [](const std::vector<float>& of, std::int64_t rows_of) {
    return ExactMatrix(MatrixView{f32, std::as_bytes(std::span(of)), rows_of, 2, 2});
  };
  const auto value = [](const MatrixProduct& product, std::int64_t place) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(product.value[place]));
  };
  const Accumulation how{f32, f32};
  const MatrixProduct biased = matmul(view(a, 2), view(b, 2), how, view(bias, 1));
  const std::array expected{19.5F, 3.0F, 43.5F, 31.0F};
  const MatrixProduct accumulated = matmul(view(a, 2), view(b, 2), how, view(b, 2));
  const std::array sums{24.0F, 28.0F, 50.0F, 58.0F};
  for (std::int64_t place = 0; place < 4; ++place) {
    EXPECT_EQ(value(biased, place), expected[static_cast<std::size_t>(place)]);
    EXPECT_EQ(value(accumulated, place), sums[static_cast<std::size_t>(place)]);
    EXPECT_TRUE(biased.in_any_order(place / 2, place % 2).is_point());
  }
  EXPECT_THROW(matmul(view(a, 2), view(bias, 1), how), std::invalid_argument);
}

/// Whether all of the product is expected as element by element.
void compare_with_elements(const MatrixProduct& product, ElementType to) {
  ExpectedTile together(to, product.rows + 1, product.cols + 2), alone = together;
  product.expect_in_any_order(product.rows, product.cols, together);
  for (std::int64_t row = 0; row < product.rows; ++row) {
    for (std::int64_t col = 0; col < product.cols; ++col) {
      expect(alone, alone.at(row, col), product.in_any_order(row, col));
    }
  }
  ASSERT_EQ(together.accept, alone.accept);
  ASSERT_EQ(together.value, alone.value);
  ASSERT_EQ(together.low, alone.low);
  ASSERT_EQ(together.high, alone.high);
  for (std::size_t i = 0; i < alone.exact.size(); ++i) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(together.exact[i]),
              std::bit_cast<std::uint64_t>(alone.exact[i]));
  }
}

TEST(MatrixProduct, ExpectsRowsAsItsElements) {
  constexpr std::int64_t wide = 23;
  Random random(33);
  for (const ElementType type : {f16, bf16, f32, e5m2}) {
    for (const orders::Plan& plan : orders::value_plans()) {
      SCOPED_TRACE(std::string(plan.name) + " of " + std::string(name_of(type)));
      for (const std::int64_t terms : {1, 2, 3, 30, 400}) {
        const auto matrix = [&](ElementType of, std::int64_t rows_of, std::int64_t cols_of) {
          const ElementArray drawn =
              orders::as_elements(of, plan.values(of, rows_of * cols_of, random));
          return ExactMatrix(MatrixView{of, drawn.bytes(), rows_of, cols_of, cols_of});
        };
        for (const std::int64_t rows_of_initial : {0, 1, 3}) {
          const ExactMatrix initial =
              rows_of_initial == 0 ? ExactMatrix() : matrix(f32, rows_of_initial, wide);
          for (const ElementType to : {f32, f16}) {
            compare_with_elements(
                matmul(matrix(type, 3, terms), matrix(type, terms, wide), {f32, to}, initial), to);
          }
        }
      }
    }
  }
}

TEST(MatrixProduct, ScalesByBlocks) {
  const std::vector<float> ones(8, 1.5F);
  const std::array<std::uint8_t, 4> powers{127, 128, 130, 0};
  ExactMatrix matrix(MatrixView{f32, std::as_bytes(std::span(ones)), 2, 4, 4});
  matrix.scale(MatrixView{e8m0, std::as_bytes(std::span(powers)), 2, 2, 2}, 1, 2);
  const std::vector<double> expected{1.5, 1.5, 3, 3, 12, 12, 0x1.8p-127, 0x1.8p-127};
  EXPECT_EQ(matrix.values, expected);
}

TEST(MatrixProduct, IsAsNarrowAsItsTermsAllow) {
  // 2^127 * 2^-127 + 1: the row and the column alone could make a product of 2^127.
  const std::vector<float> ones(2, 1.0F);
  const std::array<std::uint8_t, 2> up{254, 127}, down{0, 127};
  ExactMatrix a(MatrixView{f32, std::as_bytes(std::span(ones)), 1, 2, 2});
  ExactMatrix b(MatrixView{f32, std::as_bytes(std::span(ones)), 2, 1, 1});
  a.scale(MatrixView{e8m0, std::as_bytes(std::span(up)), 1, 2, 2}, 1, 1);
  b.scale(MatrixView{e8m0, std::as_bytes(std::span(down)), 2, 1, 1}, 1, 1);
  const MatrixProduct product = matmul(a, b, {f32, f32});
  const Enclosure narrow = product.in_any_order_of_terms(0, 0);
  EXPECT_EQ(narrow.low, 0x40000000U);
  EXPECT_EQ(narrow.high, 0x40000000U);
  EXPECT_LT(product.in_any_order(0, 0).low, narrow.low);
}

TEST(IntegerMatrixProduct, Wraps) {
  const std::vector<std::int8_t> a{-128, 127, 3, -1}, b{-128, 5, 127, -7};
  const auto view = [](const std::vector<std::int8_t>& of) {
    return MatrixView{i8, std::as_bytes(std::span(of)), 2, 2, 2};
  };
  const std::array<std::int32_t, 4> wide{32513, -1529, -511, 22};
  const ElementArray whole = wrapped_matmul(view(a), view(b), i32);
  const ElementArray narrow = wrapped_matmul(view(a), view(b), i8);
  for (std::int64_t place = 0; place < 4; ++place) {
    const std::int32_t expected = wide[static_cast<std::size_t>(place)];
    EXPECT_EQ(static_cast<std::int32_t>(whole[place]), expected);
    EXPECT_EQ(narrow[place], static_cast<std::uint64_t>(expected) & 0xFF);
  }
}

template <typename Number>
std::uint64_t digest(const Number* numbers, std::size_t count) {
  std::uint64_t digest = 0;
  for (const std::byte byte : std::as_bytes(std::span(numbers, count))) {
    digest = digest * 0x100000001B3 + std::to_integer<std::uint64_t>(byte);
  }
  return digest;
}

TEST(SummationKernels, HaveTheSameBits) {
  using namespace summation;
  Random random(32);
  const auto drawn_from = [&](auto& numbers) {
    for (auto& number : numbers) {
      const int exponent = static_cast<int>(random() % 60) - 30;
      number =
          static_cast<float>(std::ldexp(static_cast<double>(random()) - 0x1p63, exponent - 63));
    }
  };
  std::vector<float> x(1024), y(1024);
  std::vector<double> a(7UL * 13), b(13UL * 21);
  for (int round = 0; round < 20; ++round) {
    drawn_from(x), drawn_from(y), drawn_from(a), drawn_from(b);
    std::vector<std::vector<std::uint64_t>> results;
    for (const Kernels& table : available_kernels()) {
      Lanes sums, dots;
      table.add_terms(x.data(), x.size(), sums);
      table.add_products(x.data(), y.data(), x.size(), dots);
      std::vector<double> sum(7UL * 21), magnitude(sum), largest(21), quantum(21, HUGE_VAL);
      table.multiply(a.data(), b.data(), 7, 13, 21, sum.data(), magnitude.data());
      table.extremes(b.data(), 13, 21, largest.data(), quantum.data());
      std::vector<float> values(sum.size());
      std::vector<unsigned char> doubtful(sum.size());
      const std::vector<double> errors(sum.size(), 0x1p-30);
      const std::vector<double> most(sum.size(), 0x1p60), powers(sum.size(), 0x1p-50);
      std::vector<float> low(sum.size()), high(sum.size());
      std::vector<unsigned char> odd(sum.size());
      table.enclose({sum.size(), 12, 0x1p-20, 48, sum.data(), magnitude.data(), most.data(),
                     powers.data(), errors.data(), low.data(), high.data(), odd.data()});
      table.round_f32(sum.data(), errors.data(), sum.size(), values.data(), doubtful.data());
      results.push_back({digest(&sums, 1), digest(&dots, 1), digest(sum.data(), sum.size()),
                         digest(magnitude.data(), sum.size()), digest(largest.data(), 21),
                         digest(quantum.data(), 21), digest(values.data(), sum.size()),
                         digest(doubtful.data(), sum.size()), digest(low.data(), sum.size()),
                         digest(high.data(), sum.size()), digest(odd.data(), sum.size())});
    }
    for (const auto& result : results) ASSERT_EQ(result, results.front());
  }
}

}  // namespace
}  // namespace assay::numerics
