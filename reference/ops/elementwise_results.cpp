// SPDX-License-Identifier: Apache-2.0
// Results that are one function of the elements at the same place, a whole tile at a time.
#include "reference/numerics/batch.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

/// What the elements of the valid region of `out` meet in a tile, one behind the other.
ElementArray met_by(const TileSpec& out, const ElementArray& elements, const TileSpec& tile,
                    Placement placement) {
  ElementArray result(elements.type(), out.valid_rows * out.valid_cols);
  std::int64_t next = 0;
  for (std::int64_t row = 0; row < out.valid_rows; ++row) {
    for (std::int64_t col = 0; col < out.valid_cols; ++col) {
      result.set(next++, elements[placed(placement, tile.cols(), tile.valid_cols, row, col)]);
    }
  }
  return result;
}

ElementArray repeated(ElementType type, std::uint64_t bits, std::int64_t count) {
  ElementArray result(type, count);
  for (std::int64_t i = 0; i < count; ++i) result.set(i, bits);
  return result;
}

/// The argument as the valid region of `out` meets it.
ElementArray argument_of(const Evaluation& at, const std::string& name, Placement placement,
                         const TileSpec& out) {
  const ElementArray& elements = at.of(name);
  const Operand& operand = at.call.form->operands[at.call.form->index_of(name)];
  const std::int64_t count = out.valid_rows * out.valid_cols;
  if (operand.kind == OperandKind::scalar) return repeated(elements.type(), elements[0], count);
  return met_by(out, elements, at.call.tile(name), placement);
}

/// What accept() gives for the elements of a valid region.
struct AcceptedRegion {
  ElementArray value;
  ElementArray low;
  ElementArray high;
  std::vector<double> exact;

  AcceptedRegion(ElementType type, std::int64_t count)
      : value(type, count),
        low(type, count),
        high(type, count),
        exact(static_cast<std::size_t>(count)) {}
};

AcceptedRegion accept_region(const Elementwise& rule, const std::vector<ElementArray>& arguments,
                             ElementType to, const Tolerance& tolerance) {
  std::vector<numerics::Bits> bits;
  for (const ElementArray& argument : arguments) bits.push_back(argument.bytes());
  const std::int64_t count = arguments[0].size();
  AcceptedRegion region(to, count);
  numerics::accept({rule.function, arguments[0].type(), to}, bits, count, tolerance,
                   {region.value.bytes(), region.low.bytes(), region.high.bytes(), region.exact});
  return region;
}

Accept acceptance(const Elementwise& rule, const std::vector<ElementArray>& arguments,
                  std::int64_t at, bool nan) {
  if (rule.promised) {
    std::uint64_t bits[3];
    for (std::size_t i = 0; i < arguments.size(); ++i) bits[i] = arguments[i][at];
    if (!rule.promised(arguments[0].type(), {bits, arguments.size()})) {
      return Accept::target_defined;
    }
  }
  return nan ? Accept::any_nan : Accept::interval;
}

Expected evaluate_rule(const Elementwise& rule, const Evaluation& at) {
  const TileSpec& out = at.call.tile(rule.destination);
  std::vector<ElementArray> arguments;
  for (std::size_t i = 0; i < rule.arguments.size(); ++i) {
    const Placement placement = rule.placements.empty() ? Placement::same : rule.placements[i];
    arguments.push_back(argument_of(at, rule.arguments[i], placement, out));
  }
  const ElementType to = out.type.element;
  const AcceptedRegion region = accept_region(rule, arguments, to, at.tolerance);
  ExpectedTile expected(to, out.rows(), out.cols());
  for (std::int64_t i = 0; i < region.value.size(); ++i) {
    const std::int64_t index = i / out.valid_cols * out.cols() + i % out.valid_cols;
    const bool nan = numerics::is_nan(to, region.value[i]);
    const Accept kind = acceptance(rule, arguments, i, nan);
    expected.set_exact(index, region.value[i]);
    expected.set_accept(index, kind);
    expected.exact[static_cast<std::size_t>(index)] = region.exact[static_cast<std::size_t>(i)];
    if (nan || kind == Accept::any_nan) continue;
    expected.low.set(index, region.low[i]);
    expected.high.set(index, region.high[i]);
  }
  return expected;
}

}  // namespace

Result rounded(Elementwise rule) {
  Result result{.operand = rule.destination, .accuracy = rule.accuracy};
  if (rule.placements.empty()) {
    result.function = rule.function;
    result.arguments = rule.arguments;
    result.promised = rule.promised;
  }
  result.semantics = [rule = std::move(rule)](const Evaluation& at) {
    return evaluate_rule(rule, at);
  };
  return result;
}

}  // namespace assay::ops
