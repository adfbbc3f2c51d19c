// SPDX-License-Identifier: Apache-2.0
// Every legal order against the enclosures.
#include "reference/numerics/sums/test/laws.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/numerics/sums/matrix.hpp"

namespace assay::numerics::orders {
namespace {

using enum ElementType;

constexpr std::int64_t most_terms = 512;

struct Kind {
  ElementType a;
  ElementType b;  ///< of the second factor; a sum has none
  Accumulation how;
};

constexpr std::array sum_kinds{
    Kind{f32, f32, {f32, f32}},   Kind{f16, f16, {f16, f16}},   Kind{bf16, bf16, {bf16, bf16}},
    Kind{f16, f16, {f32, f16}},   Kind{f16, f16, {f32, f32}},   Kind{bf16, bf16, {f32, bf16}},
    Kind{bf16, bf16, {f32, f32}}, Kind{f32, f32, {f16, f16}},   Kind{f32, f32, {bf16, f32}},
    Kind{e5m2, e5m2, {f16, f32}}, Kind{f16, f16, {bf16, bf16}},
};
constexpr std::array dot_kinds{
    Kind{f16, f16, {f32, f32}},   Kind{bf16, bf16, {f32, f32}}, Kind{f32, f32, {f32, f32}},
    Kind{e4m3, e5m2, {f32, f32}}, Kind{hif8, hif8, {f32, f32}}, Kind{f16, f16, {f16, f16}},
    Kind{bf16, bf16, {f32, f16}}, Kind{f32, f32, {f16, f32}},
};

std::uint64_t bits_of_result(double value, ElementType type) {
  if (std::isnan(value)) return quiet_nan(type);
  if (type == f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return encode(type, Real(value), RoundMode::nearest_even);
}

std::string shown(ElementType type, const Enclosure& enclosure) {
  std::string text = "[" + describe(type, enclosure.low);
  text += ", " + describe(type, enclosure.high) + "]";
  if (enclosure.nan) text += " or NaN";
  if (!enclosure.number) text += ", no number";
  return text;
}

/// One set of data in every order.
struct Sample {
  const Kind& kind;
  std::string_view plan;
  std::vector<Leaf> leaves;
  Enclosure enclosure;
  bool product = false;

  Alarms alarms(std::span<const Order> legal, Random& random) const {
    const ElementType to = kind.how.result;
    Alarms alarms;
    count("the exact result", enclosure.value, alarms);
    for (const Order& order : legal) {
      const double result = evaluate(order, leaves, kind.how, random, product);
      count(order.name, bits_of_result(result, to), alarms);
    }
    return alarms;
  }

 private:
  void count(std::string_view order, std::uint64_t bits, Alarms& alarms) const {
    ++alarms.evaluations;
    if (accepts(enclosure, kind.how.result, bits)) return;
    ++alarms.false_alarms;
    if (!alarms.first_alarm.empty()) return;
    alarms.first_alarm = std::string(order) + " of " + std::to_string(leaves.size()) + " " +
                         std::string(name_of(kind.a)) + " (" + std::string(plan) + ") in " +
                         std::string(name_of(kind.how.accumulator)) + ": " +
                         describe(kind.how.result, bits) + " is not in " +
                         shown(kind.how.result, enclosure);
  }
};

std::vector<Leaf> leaves_of(const ElementArray& a) {
  std::vector<Leaf> leaves;
  for (const double value : as_doubles(a)) leaves.push_back({value});
  return leaves;
}

std::vector<Leaf> leaves_of(const ElementArray& a, const ElementArray& b) {
  std::vector<Leaf> leaves = leaves_of(a);
  const std::vector<double> factors = as_doubles(b);
  for (std::size_t i = 0; i < leaves.size(); ++i) leaves[i].b = factors[i];
  return leaves;
}

std::span<const Order> unfused() {
  return legal_orders().first(legal_orders().size() - fused_orders);
}

/// Calls sample_of(kind, plan, random) for all of them, and tries every order.
template <typename TrialOf>
Alarms alarms_of_all(std::span<const Kind> kinds, std::span<const Order> legal, std::uint64_t seed,
                     int rounds, TrialOf sample_of) {
  Random random(seed);
  Alarms alarms;
  for (int round = 0; round < rounds; ++round) {
    for (const Kind& kind : kinds) {
      for (const Plan& plan : value_plans()) {
        alarms.join(sample_of(kind, plan, random).alarms(legal, random));
      }
    }
  }
  return alarms;
}

/// One row, one column and a bias for every element.
struct MatrixData {
  static constexpr std::int64_t rows = 3;
  static constexpr std::int64_t cols = 4;
  std::int64_t inner;
  ElementArray a, b, bias;

  MatrixData(const Kind& kind, const Plan& plan, Random& random)
      : inner(mixed_length(96, random)),
        a(as_elements(kind.a, plan.values(kind.a, rows * inner, random))),
        b(as_elements(kind.b, plan.values(kind.b, inner * cols, random))),
        bias(as_elements(f32, plan.values(f32, cols, random))) {}

  MatrixProduct product(const Accumulation& how, bool biased) const {
    const ExactMatrix initial(MatrixView{f32, bias.bytes(), biased ? 1 : 0, cols, cols});
    return matmul(ExactMatrix(MatrixView{a.type(), a.bytes(), rows, inner, inner}),
                  ExactMatrix(MatrixView{b.type(), b.bytes(), inner, cols, cols}), how, initial);
  }

  std::vector<Leaf> leaves(std::int64_t row, std::int64_t col, bool biased) const {
    const std::vector<double> x = as_doubles(a), y = as_doubles(b);
    std::vector<Leaf> leaves;
    for (std::int64_t k = 0; k < inner; ++k) {
      leaves.push_back({x[static_cast<std::size_t>(row * inner + k)],
                        y[static_cast<std::size_t>(k * cols + col)]});
    }
    if (biased) leaves.push_back({as_doubles(bias)[static_cast<std::size_t>(col)]});
    return leaves;
  }
};

}  // namespace

void Alarms::join(const Alarms& other) {
  evaluations += other.evaluations;
  false_alarms += other.false_alarms;
  if (first_alarm.empty()) first_alarm = other.first_alarm;
}

Alarms alarms_of_sums(std::uint64_t seed, int rounds) {
  const auto sample_of = [](const Kind& kind, const Plan& plan, Random& random) {
    const std::int64_t count = mixed_length(most_terms, random);
    const auto elements = as_elements(kind.a, plan.values(kind.a, count, random));
    return Sample{kind, plan.name, leaves_of(elements),
                  sum_in_any_order(terms_of(elements), kind.how)};
  };
  return alarms_of_all(sum_kinds, unfused(), seed, rounds, sample_of);
}

Alarms alarms_of_dots(std::uint64_t seed, int rounds) {
  const auto sample_of = [](const Kind& kind, const Plan& plan, Random& random) {
    const std::int64_t count = mixed_length(most_terms, random);
    const auto a = as_elements(kind.a, plan.values(kind.a, count, random));
    const auto b = as_elements(kind.b, plan.values(kind.b, count, random));
    return Sample{kind, plan.name, leaves_of(a, b),
                  dot_in_any_order(terms_of(a), terms_of(b), kind.how)};
  };
  return alarms_of_all(dot_kinds, legal_orders(), seed, rounds, sample_of);
}

Alarms alarms_of_products(std::uint64_t seed, int rounds) {
  const auto sample_of = [](const Kind& kind, const Plan& plan, Random& random) {
    const std::int64_t count = mixed_length(most_terms, random);
    const auto elements = as_elements(kind.a, plan.values(kind.a, count, random));
    return Sample{kind, plan.name, leaves_of(elements),
                  product_in_any_order(terms_of(elements), kind.how), true};
  };
  return alarms_of_all(sum_kinds, unfused(), seed, rounds, sample_of);
}

Alarms alarms_of_matrices(std::uint64_t seed, int rounds) {
  Random random(seed);
  Alarms alarms;
  for (int round = 0; round < rounds; ++round) {
    for (const Kind& kind : dot_kinds) {
      for (const Plan& plan : value_plans()) {
        const MatrixData data(kind, plan, random);
        const bool biased = random() % 2 == 0;
        const MatrixProduct product = data.product(kind.how, biased);
        for (std::int64_t row = 0; row < data.rows; ++row) {
          for (std::int64_t col = 0; col < data.cols; ++col) {
            const Sample sample{kind, plan.name, data.leaves(row, col, biased),
                                product.in_any_order(row, col)};
            alarms.join(sample.alarms(legal_orders(), random));
          }
        }
      }
    }
  }
  return alarms;
}

}  // namespace assay::numerics::orders
