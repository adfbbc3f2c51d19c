// SPDX-License-Identifier: Apache-2.0
// Faulty sums against the enclosures.
#include <algorithm>
#include <array>
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/numerics/sums/test/laws.hpp"

namespace assay::numerics::orders {
namespace {

using Values = std::vector<double>;

constexpr int sums_of_tile = 16;

double signed_whole(std::int64_t most, Random& random) {
  const auto magnitude = static_cast<double>(1 + below(std::max<std::int64_t>(most, 1), random));
  return random() % 2 == 0 ? magnitude : -magnitude;
}

Values whole_numbers(ElementType type, const Accumulation& how, std::int64_t count,
                     Random& random) {
  const std::int64_t most = std::min(largest_exact_term(type, how.accumulator, count),
                                     largest_exact_term(type, how.result, count));
  Values values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(signed_whole(most, random));
  return values;
}

/// a, b and -(a + b): multiples of a power of two whose sum the type still has.
void add_triple(Values& values, ElementType type, std::int64_t most, Random& random) {
  const std::int64_t codes = std::int64_t{1} << format_of(type).precision;
  std::int64_t grain = 1, steps = 0;
  while ((grain << steps) * codes < most) ++steps;
  grain <<= below(steps + 1, random);
  const std::int64_t end = std::max<std::int64_t>(std::min(most / grain, codes), 2);
  const std::int64_t a = 1 + below(end - 1, random);
  const std::int64_t b = 1 + below(end - a, random);
  const auto unit = static_cast<double>(random() % 2 == 0 ? grain : -grain);
  for (const std::int64_t n : {a, b, -a - b}) values.push_back(static_cast<double>(n) * unit);
}

/// Large triples that cancel, in disorder, and a few small numbers that are left: exact in every
/// order of the documented type, and so is the result in a narrower one.
Values triples(ElementType type, const Accumulation& how, std::int64_t count, Random& random) {
  const double top = decode(type, largest_finite(type, false)).to_double();
  const std::int64_t room = largest_exact_term(ElementType::f32, how.accumulator, count);
  const auto most = static_cast<std::int64_t>(std::min(top, static_cast<double>(room)));
  Values values;
  while (static_cast<std::int64_t>(values.size()) + 5 <= count) {
    add_triple(values, type, most, random);
  }
  while (static_cast<std::int64_t>(values.size()) < count) {
    values.push_back(signed_whole(std::min<std::int64_t>(most, 9), random));
  }
  for (std::size_t i = values.size(); i-- > 1;) std::swap(values[i], values[random() % (i + 1)]);
  return values;
}

/// The plans of the same names among the value plans of correct sums.
template <std::size_t plan>
Values general(ElementType type, const Accumulation&, std::int64_t count, Random& random) {
  return value_plans()[plan].values(type, count, random);
}

constexpr std::array plans{
    FaultPlan{"triples", triples},           FaultPlan{"whole numbers", whole_numbers},
    FaultPlan{"any exponent", general<0>},   FaultPlan{"few exponents", general<1>},
    FaultPlan{"same magnitude", general<2>}, FaultPlan{"same sign", general<3>},
    FaultPlan{"cancellation", general<4>},
};

/// Index of a term that is not zero; the first if there is none.
std::size_t any_nonzero(const std::vector<Leaf>& leaves, Random& random) {
  const std::size_t start = random() % leaves.size();
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::size_t place = (start + i) % leaves.size();
    if (leaves[place].a != 0) return place;
  }
  return 0;
}

/// One for sums; accumulation in f16 is in nothing wider.
const Order& any_order(Fault fault, Random& random) {
  const auto unfused = legal_orders().first(legal_orders().size() - fused_orders);
  for (;;) {
    const Order& order = unfused[random() % unfused.size()];
    if (fault != Fault::narrow || order.wider == Wider::none) return order;
  }
}

bool is_seen(Fault fault, const FaultPlan& plan, const Reduction& reduction, Random& random) {
  const ElementArray terms = as_elements(
      reduction.term, plan.values(reduction.term, reduction.how, reduction.count, random));
  const Enclosure enclosure = sum_in_any_order(terms_of(terms), reduction.how);
  std::vector<Leaf> leaves;
  for (const double value : as_doubles(terms)) leaves.push_back({value});
  Accumulation how = reduction.how;
  const std::size_t place = any_nonzero(leaves, random);
  if (fault == Fault::dropped) leaves[place].a = 0;
  if (fault == Fault::doubled) leaves.push_back(leaves[place]);
  if (fault == Fault::narrow) how.accumulator = ElementType::f16;
  const double result = evaluate(any_order(fault, random), leaves, how, random);
  const ElementType to = how.result;
  return !accepts(enclosure, to, encode(to, Real(result), RoundMode::nearest_even));
}

}  // namespace

std::string_view name_of(Fault fault) {
  constexpr std::array names{"a dropped term", "a doubled term", "accumulation in f16"};
  return names.at(static_cast<std::size_t>(fault));
}

std::span<const FaultPlan> fault_plans() { return plans; }

std::span<const Reduction> reductions() {
  using enum ElementType;
  static constexpr std::array all{
      Reduction{f32, {f32, f32}},    Reduction{f16, {f32, f32}},   Reduction{f16, {f32, f16}},
      Reduction{bf16, {f32, f32}},   Reduction{bf16, {f32, bf16}}, Reduction{f16, {f16, f16}},
      Reduction{bf16, {bf16, bf16}},
  };
  return all;
}

bool applies(Fault fault, const Reduction& reduction) {
  return fault != Fault::narrow || reduction.how.accumulator == ElementType::f32;
}

Detection detect(Fault fault, const FaultPlan& plan, const Reduction& reduction, int tiles,
                 Random& random) {
  Detection detection;
  for (int tile = 0; tile < tiles; ++tile) {
    int seen = 0;
    for (int sum = 0; sum < sums_of_tile; ++sum) {
      seen += is_seen(fault, plan, reduction, random) ? 1 : 0;
    }
    detection.sums += sums_of_tile;
    detection.seen += seen;
    ++detection.tiles;
    detection.tiles_seen += seen > 0 ? 1 : 0;
  }
  return detection;
}

}  // namespace assay::numerics::orders
