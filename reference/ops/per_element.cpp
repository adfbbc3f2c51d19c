// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/per_element.hpp"

#include <algorithm>

#include "reference/numerics/classify.hpp"

namespace assay::ops {
namespace {

/// An operand's elements and how to find the one for a place of the destination.
struct Source {
  ElementType type;
  const ElementArray* elements;
  std::int64_t pitch;  ///< columns of the tile; 0 for a scalar
  std::int64_t valid_cols;
  Placement placement;

  std::uint64_t at(std::int64_t row, std::int64_t col) const {
    if (pitch == 0) return (*elements)[0];
    return (*elements)[placed(placement, pitch, valid_cols, row, col)];
  }
};

Source source_of(const Evaluation& inputs, const Argument& argument) {
  const ElementArray& elements = inputs.of(argument.operand);
  if (!inputs.call.is_tile(argument.operand)) {
    return {elements.type(), &elements, 0, 0, argument.placement};
  }
  const TileSpec& tile = inputs.call.tile(argument.operand);
  return {elements.type(), &elements, tile.cols(), tile.valid_cols, argument.placement};
}

/// At a place of which nothing is expected yet, where both ends are 0.
void store(ExpectedTile& expected, std::int64_t index, const Acceptable& acceptable) {
  expected.set_accept(index, acceptable.accept);
  expected.value.set(index, acceptable.value);
  if (acceptable.low != 0) expected.low.set(index, acceptable.low);
  if (acceptable.high != 0) expected.high.set(index, acceptable.high);
  expected.exact[static_cast<std::size_t>(index)] = acceptable.exact;
}

Expected evaluate_elements(const std::vector<Argument>& arguments, const ElementFunction& function,
                           const std::string& destination, const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile(destination);
  const ElementType to = out.type.element;
  const ElementArray& old = inputs.of(destination);
  ExpectedTile expected(to, out.rows(), out.cols());
  std::vector<Source> sources;
  sources.reserve(arguments.size());
  for (const Argument& argument : arguments) sources.push_back(source_of(inputs, argument));
  std::vector<Value> values(sources.size());
  for (std::int64_t row = 0; row < out.valid_rows; ++row) {
    for (std::int64_t col = 0; col < out.valid_cols; ++col) {
      const std::int64_t index = row * out.cols() + col;
      if (!inputs.asked.empty() && inputs.asked[static_cast<std::size_t>(index)] == 0) continue;
      for (std::size_t i = 0; i < sources.size(); ++i) {
        values[i] = {sources[i].type, sources[i].at(row, col)};
      }
      store(expected, index,
            function({inputs.call, to, old[index], values, inputs.tolerance, row, col,
                      inputs.readings}));
    }
  }
  return expected;
}

}  // namespace

Acceptable exactly(std::uint64_t bits) { return {.value = bits}; }

Acceptable either(std::uint64_t bits, std::uint64_t other) { return either(bits, other, other); }

Acceptable either(std::uint64_t bits, std::uint64_t other, std::uint64_t third) {
  if (bits == other && bits == third) return exactly(bits);
  return {.accept = Accept::any_of, .value = bits, .low = other, .high = third};
}

Acceptable any_nan(ElementType type) {
  return {.accept = Accept::any_nan, .value = numerics::quiet_nan(type)};
}

Acceptable left_to_target(std::uint64_t bits) {
  return {.accept = Accept::target_defined, .value = bits};
}

Acceptable within(ElementType to, const numerics::Real& exact, const Tolerance& tolerance) {
  if (exact.is_nan()) return any_nan(to);
  const numerics::Accepted range = numerics::accepted(to, exact, tolerance);
  return {Accept::interval, range.value, range.low, range.high, exact.to_double()};
}

Result per_element(std::vector<Argument> arguments, ElementFunction function, std::string accuracy,
                   std::string destination) {
  Result result{
      .operand = destination, .accuracy = std::move(accuracy), .choices = {Choice::subnormals}};
  const bool same = std::ranges::all_of(
      arguments, [](const Argument& one) { return one.placement == Placement::same; });
  for (const Argument& one : arguments) {
    if (same) result.flow.in_place.push_back(one.operand);
  }
  result.semantics = [arguments = std::move(arguments), function = std::move(function),
                      destination = std::move(destination)](const Evaluation& inputs) {
    return evaluate_elements(arguments, function, destination, inputs);
  };
  return result;
}

Result growing(Result result) {
  result.flow.grows = true;
  return result;
}

Result copying(Result result) {
  result.flow.copies = true;
  std::erase(result.choices, Choice::subnormals);
  return result;
}

Result no_arithmetic(Result result) {
  std::erase(result.choices, Choice::subnormals);
  return depending_on({Choice::subnormals_elsewhere}, std::move(result));
}

Result converting(Result result) {
  result.only_converting = true;
  return no_arithmetic(std::move(result));
}

Result in_steps(Result result) {
  result.accumulates = Accumulates::steps;
  return result;
}

Result unchanged(const std::string& operand) {
  Result result = per_element(
      {}, [](const ElementContext& cell) { return exactly(cell.old); }, {}, operand);
  result.choices.clear();
  return result;
}

Result by_kind(Result floating, Result integer) {
  Result result = depending_on(integer.choices, floating);
  result.semantics = [floating = std::move(floating.semantics),
                      integer = std::move(integer.semantics),
                      name = result.operand](const Evaluation& inputs) {
    return is_float(inputs.call.tile(name).type.element) ? floating(inputs) : integer(inputs);
  };
  return result;
}

}  // namespace assay::ops
