// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/gathering/written_table.hpp"

#include <algorithm>
#include <map>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/movement/store/store_view.hpp"

namespace assay::ops {
namespace {

using Values = std::vector<std::uint64_t>;
/// The elements of src for each place of the memory, the last one last.
using Writers = std::map<std::int64_t, Values>;

/// Nothing if an index says nothing.
std::optional<Writers> writers_of(const Evaluation& inputs, IndexWidth width) {
  const ElementArray& elements = inputs.of("src");
  const std::string_view mode = inputs.call.attribute("ScatterOOB");
  Writers writers;
  bool undefined = false;
  for_each_valid(
      inputs.call.tile("src"), [&](std::int64_t index, std::int64_t row, std::int64_t col) {
        const auto entry = entry_named(inputs.call, index_for(inputs, row, col), mode, width);
        if (entry) writers[place_in_table(inputs.call, *entry, col)].push_back(elements[index]);
        undefined = undefined || (!entry && mode != "Skip");
      });
  if (undefined) return std::nullopt;
  return writers;
}

Acceptable left_open() { return {.accept = Accept::target_defined}; }

/// Any of the values, if they are at most three.
Acceptable any_of(Values values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() > 3) return left_open();
  if (values.size() == 1) return exactly(values[0]);
  return values.size() == 2 ? either(values[0], values[1])
                            : either(values[0], values[1], values[2]);
}

/// Whether the walk over src goes row by row, and ends with the last one.
bool has_order(const Call& call) {
  if (call.attribute("ScatterConflict") == "Default") return call.target != a5;
  return names_rows(call) || call.global("table").layout != GlobalLayout::NZ;
}

Acceptable winner(const Call& call, const Values& values) {
  return has_order(call) ? exactly(values.back()) : any_of(values);
}

// ---- sums and extremes ----

bool is_one_pattern(const Acceptable& one) {
  return one.accept == Accept::exact || (one.accept == Accept::interval && one.low == one.high);
}

/// Values that are added to what a place held, in this order.
Acceptable float_sum(const Evaluation& inputs, ElementType type, std::uint64_t held,
                     const Values& values) {
  using numerics::operator+;
  std::uint64_t sum = held;
  bool flushed = false;
  for (std::size_t at = 0; at + 1 < values.size(); ++at) {
    sum = numerics::encode(type, numerics::decode(type, sum) + numerics::decode(type, values[at]),
                           numerics::RoundMode::nearest_even);
    flushed = flushed || numerics::is_subnormal(type, sum);
  }
  if (flushed && flushes_results(inputs.readings)) return left_open();
  return within(type, numerics::decode(type, sum) + numerics::decode(type, values.back()),
                inputs.tolerance);
}

Acceptable sum_of(const Evaluation& inputs, ElementType type, std::uint64_t held, Values values) {
  if (is_integer(type)) {
    for (const std::uint64_t value : values) held += value;
    return exactly(held & mask_of(type));
  }
  const bool rounded = inputs.tolerance.kind == Tolerance::Kind::exact ||
                       inputs.tolerance.kind == Tolerance::Kind::correctly_rounded;
  const bool ordered = inputs.call.target != a5 && has_order(inputs.call);
  if (values.size() == 1) return float_sum(inputs, type, held, values);
  if (!rounded) return left_open();
  const Acceptable sum = float_sum(inputs, type, held, values);
  if (ordered) return sum;
  if (values.size() > 2) return left_open();
  std::swap(values[0], values[1]);
  const Acceptable other = float_sum(inputs, type, held, values);
  if (sum.accept == other.accept && sum.value == other.value) return sum;
  return is_one_pattern(sum) && is_one_pattern(other) ? either(sum.value, other.value)
                                                      : left_open();
}

Acceptable extreme_of(ElementType type, std::uint64_t held, const Values& values, bool greatest) {
  std::uint64_t best = held;
  Values all = values;
  all.push_back(held);
  for (const std::uint64_t value : all) {
    if (numerics::is_nan(type, value)) return left_open();
    const std::int64_t ahead = numerics::order_key(type, value),
                       now = numerics::order_key(type, best);
    if (greatest ? ahead > now : ahead < now) best = value;
  }
  Values equal;
  for (const std::uint64_t value : all) {
    const bool zeros = numerics::is_zero(type, value) && numerics::is_zero(type, best);
    if (value == best || zeros) equal.push_back(value);
  }
  return any_of(equal);
}

Acceptable combination(const Evaluation& inputs, ElementType type, std::uint64_t held,
                       const Values& values) {
  const std::string_view atomic = inputs.call.attribute("ScatterAtomicOp");
  if (atomic == "Add") return sum_of(inputs, type, held, values);
  return extreme_of(type, held, values, atomic == "Max");
}

using Placed = std::function<Acceptable(const Evaluation&, ElementType, std::uint64_t held,
                                        const Values& values)>;

Result in_table(IndexWidth width, Placed placed) {
  Result result{.operand = "table"};
  result.semantics = [width, placed = std::move(placed)](const Evaluation& inputs) -> Expected {
    const ElementArray& memory = inputs.of("table");
    ExpectedTile expected(memory.type(), 1, memory.size());
    const auto writers = writers_of(inputs, width);
    for (std::int64_t at = 0; at < memory.size(); ++at) {
      expected.set_accept(at, writers ? Accept::preserved : Accept::target_defined);
    }
    if (!writers) return expected;
    for (const auto& [place, values] : *writers) {
      if (place < 0 || place >= memory.size()) continue;
      put_acceptable(expected, place, placed(inputs, memory.type(), memory[place], values));
    }
    return expected;
  };
  return result;
}

}  // namespace

Result stored_in_table(IndexWidth width) {
  Result result = in_table(width, [](const Evaluation& inputs, ElementType, std::uint64_t,
                                     const Values& values) { return winner(inputs.call, values); });
  result.flow.copies = true;
  return result;
}

Result combined_in_table(IndexWidth width) {
  Result result = in_table(width, combination);
  result.accuracy = "add";
  result.choices = {Choice::subnormals};
  result.accumulates = Accumulates::steps;
  return result;
}

}  // namespace assay::ops
