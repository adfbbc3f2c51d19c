// SPDX-License-Identifier: Apache-2.0
// Every table of kernels gives the bits that the definitions give.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/kernels/run.hpp"
#include "reference/numerics/kernels/test/batch_samples.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;

/// By definition, in every mode: the exact value is computed once and rounded six times. Only the
/// sign of a zero sum depends on the mode.
std::array<std::uint64_t, 6> defined(const Arguments& arguments, std::int64_t index,
                                     ElementType to) {
  const auto decoded = arguments.decoded(index);
  const Real exact = evaluate(arguments.function(), decoded);
  std::array<std::uint64_t, 6> bits{};
  for (const RoundMode mode : every_round_mode) {
    bits[static_cast<std::size_t>(mode)] =
        exact.is_zero() ? correctly_rounded(arguments.function(), decoded, to, mode)
                        : encode(to, exact, mode);
  }
  return bits;
}

std::string show(const Arguments& arguments, std::int64_t index) {
  std::string text;
  for (const Real& real : arguments.decoded(index)) {
    text += testing::PrintToString(real.to_double()) + " ";
  }
  return text + "(element " + std::to_string(index) + ")";
}

/// Rounds with every table in every mode and compares.
void expect_defined(Arguments arguments, ElementType to) {
  const auto spans = arguments.spans();
  std::vector<std::array<std::uint64_t, 6>> want;
  for (std::int64_t i = 0; i < arguments.count(); ++i) want.push_back(defined(arguments, i, to));
  for (const kernels::Kernels* table : kernels::available()) {
    for (const RoundMode mode : every_round_mode) {
      ElementArray got(to, arguments.count());
      const Operation operation{arguments.function(), arguments.type(), to, mode};
      kernels::round_with(*table, operation, spans, arguments.count(), got.bytes());
      for (std::int64_t i = 0; i < arguments.count(); ++i) {
        ASSERT_EQ(got[i], want[static_cast<std::size_t>(i)][static_cast<std::size_t>(mode)])
            << table->name << ": " << name_of(arguments.function()) << " "
            << name_of(arguments.type()) << " -> " << name_of(to) << " " << name_of(mode) << " of "
            << show(arguments, i);
      }
    }
  }
}

/// The reciprocal roots of all f32 that are nearest to half-way: by 2^-24.4 ulp next to powers of
/// four, and the one whose side only the doubles determine. Found by trying all 2^32.
TEST(BatchRoundOfRoots, TellsTheSideOfThoseClosestToHalfWay) {
  Arguments arguments(Function::reciprocal_square_root, f32);
  for (const std::uint64_t bits : {0x3F7FFFFEU, 0x3E7FFFFEU, 0x7F7FFFFEU, 0x007FFFFFU, 0x3F09F038U,
                                   0x7E09F038U, 0x0109F038U, 0x00113E07U}) {
    for (std::uint64_t near = bits - 1; near <= bits + 1; ++near) arguments.add({near});
  }
  ASSERT_NO_FATAL_FAILURE(expect_defined(arguments, f32));
}

/// Blocks without an argument that would take the processor's own division long.
TEST(BatchRoundOfModerate, QuotientsGivesTheDefinedBits) {
  for (const Function function : {Function::divide, Function::reciprocal}) {
    Arguments arguments(function, f32);
    Dice dice(5);
    const auto moderate = [&] {
      const auto exponent = static_cast<std::uint64_t>(dice.between(127 - 62, 127 + 62));
      return exponent << 23 | (dice.of(f32) & 0x807FFFFF);
    };
    for (int i = 0; i < 1500; ++i) {
      arity(function) == 2 ? arguments.add({moderate(), moderate()}) : arguments.add({moderate()});
    }
    ASSERT_NO_FATAL_FAILURE(expect_defined(arguments, f32));
  }
}

class BatchRound : public testing::TestWithParam<Function> {};

TEST_P(BatchRound, GivesTheDefinedBitsInEveryTableFormatAndMode) {
  for (const ElementType from : {f32, f16, bf16}) {
    for (const ElementFormat& to : all_formats()) {
      ASSERT_NO_FATAL_FAILURE(expect_defined(adversarial(GetParam(), from, to.type), to.type));
    }
  }
}

TEST_P(BatchRound, TakesArgumentsOfEveryType) {
  for (const ElementFormat& from : all_formats()) {
    for (const ElementType to : {f32, e4m3, i8}) {
      ASSERT_NO_FATAL_FAILURE(expect_defined(adversarial(GetParam(), from.type, to), to));
    }
  }
}

std::vector<Function> every_function() {
  std::vector<Function> functions;
  functions.reserve(function_count);
  for (int i = 0; i < function_count; ++i) functions.push_back(static_cast<Function>(i));
  return functions;
}
INSTANTIATE_TEST_SUITE_P(Of, BatchRound, testing::ValuesIn(every_function()),
                         [](const auto& of) { return std::string(name_of(of.param)); });

TEST(BatchConversion, GivesTheDefinedBitsForEveryPairOfTypes) {
  for (const ElementFormat& from : all_formats()) {
    Arguments arguments(Function::identity, from.type);
    for (const std::uint64_t bits : landmarks(from.type)) arguments.add({bits});
    if (bits_of(from.type) == 16) {
      for (std::uint64_t bits = 0; bits <= mask_of(from.type); bits += 61) arguments.add({bits});
    }
    for (const ElementFormat& to : all_formats()) {
      ASSERT_NO_FATAL_FAILURE(expect_defined(arguments, to.type));
    }
  }
}

TEST(BatchConversion, RoundsDoublesBesideEveryBoundaryOnce) {
  for (const ElementFormat& to : all_formats()) {
    Arguments arguments = adversarial(Function::identity, f64, to.type);
    ASSERT_NO_FATAL_FAILURE(expect_defined(arguments, to.type));
  }
}

/// Elements of 4 bits share bytes, and no block size divides 1027.
class BatchCount : public testing::TestWithParam<std::int64_t> {};

TEST_P(BatchCount, WritesTheElementsAskedForAndNothingElse) {
  const std::int64_t count = GetParam();
  for (const auto& [from, to] : {std::pair{f32, e2m1}, std::pair{e1m2, i4}, std::pair{i4, f32},
                                 std::pair{f32, f32}, std::pair{bf16, f16}, std::pair{f16, hif8}}) {
    Arguments arguments(Function::exponential, from);
    Dice dice(static_cast<std::uint64_t>(count));
    for (std::int64_t i = 0; i < count; ++i) arguments.add({dice.of(from)});
    const auto spans = arguments.spans();
    constexpr auto untouched = std::byte{0xA5};
    for (const std::size_t offset : {std::size_t{0}, std::size_t{1}}) {  // also at odd addresses
      for (const kernels::Kernels* table : kernels::available()) {
        const auto size = static_cast<std::size_t>(bytes_for(to, count));
        std::vector<std::byte> storage(offset + size + 64, untouched);
        const auto values = std::span(storage).subspan(offset);
        kernels::round_with(*table, {Function::exponential, from, to}, spans, count, values);
        for (std::int64_t i = 0; i < count; ++i) {
          ASSERT_EQ(load_element(values, to, i), defined(arguments, i, to)[0])
              << show(arguments, i);
        }
        if (bits_of(to) == 4 && count % 2 != 0) {
          EXPECT_EQ(load_element(values, to, count), 0xAU);
        }
        for (std::size_t i = size; i < values.size(); ++i) ASSERT_EQ(values[i], untouched) << i;
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Of, BatchCount, testing::Values(0, 1, 2, 7, 511, 512, 513, 1027));

TEST(BatchArguments, MustBeAsManyAsTheFunctionHas) {
  std::array<std::byte, 4> bytes{};
  const std::array<Bits, 2> two{bytes, bytes};
  EXPECT_THROW(round({Function::exponential, f32, f32}, two, 1, bytes), std::invalid_argument);
  EXPECT_THROW(round({Function::fused_multiply_add, f32, f32}, two, 1, bytes),
               std::invalid_argument);
}

}  // namespace
}  // namespace assay::numerics
