// SPDX-License-Identifier: Apache-2.0
// Results that are one function of the elements at the same place, a whole tile at a time.
#include <algorithm>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/kernels/batch.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

/// Copies neighbours of a type of whole bytes.
void copy_elements(const ElementArray& from, std::int64_t first, ElementArray& to,
                   std::int64_t place, std::int64_t count) {
  const auto size = static_cast<std::size_t>(bits_of(from.type())) / 8;
  const auto bytes = static_cast<std::size_t>(count) * size;
  const auto source = from.bytes().subspan(static_cast<std::size_t>(first) * size, bytes);
  std::ranges::copy(source, to.bytes().begin() + static_cast<std::ptrdiff_t>(
                                                     static_cast<std::size_t>(place) * size));
}

/// The elements of a tile for the elements of the valid region of `out`, in sequence.
ElementArray met_by(const TileSpec& out, const ElementArray& elements, const TileSpec& tile,
                    Placement placement) {
  ElementArray result(elements.type(), out.valid_rows * out.valid_cols);
  const bool in_rows = placement == Placement::same && bits_of(elements.type()) >= 8;
  if (in_rows) {
    for (std::int64_t row = 0; row < out.valid_rows; ++row) {
      copy_elements(elements, row * tile.cols(), result, row * out.valid_cols, out.valid_cols);
    }
    return result;
  }
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

/// The elements of the argument for the valid region of `out`.
ElementArray argument_of(const Evaluation& inputs, const std::string& name, Placement placement,
                         const TileSpec& out) {
  const ElementArray& elements = inputs.of(name);
  const Operand& operand = inputs.call.form->operands[inputs.call.form->index_of(name)];
  const std::int64_t count = out.valid_rows * out.valid_cols;
  if (operand.kind == OperandKind::scalar) return repeated(elements.type(), elements[0], count);
  return met_by(out, elements, inputs.call.tile(name), placement);
}

/// The results of accept() for the elements of a valid region.
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

std::vector<numerics::Bits> bytes_of(const std::vector<ElementArray>& arguments) {
  std::vector<numerics::Bits> bytes;
  bytes.reserve(arguments.size());
  for (const ElementArray& argument : arguments) bytes.push_back(argument.bytes());
  return bytes;
}

AcceptedRegion accept_region(const Elementwise& formula, const std::vector<ElementArray>& arguments,
                             ElementType to, const Tolerance& tolerance) {
  const std::vector<numerics::Bits> bits = bytes_of(arguments);
  const std::int64_t count = arguments[0].size();
  AcceptedRegion region(to, count);
  numerics::accept({formula.function, arguments[0].type(), to}, bits, count, tolerance,
                   {region.value.bytes(), region.low.bytes(), region.high.bytes(), region.exact});
  return region;
}

/// The results of `function`, rounded to their type.
ElementArray made_one(Function function, const std::vector<ElementArray>& arguments) {
  const ElementType type = arguments[0].type();
  const std::vector<numerics::Bits> bits = bytes_of(arguments);
  ElementArray made(type, arguments[0].size());
  numerics::round({function, type, type}, bits, made.size(), made.bytes());
  return made;
}

Accept acceptance(const Elementwise& formula, const std::vector<ElementArray>& arguments,
                  std::int64_t place, bool nan) {
  if (formula.promised) {
    std::uint64_t bits[3];
    for (std::size_t i = 0; i < arguments.size(); ++i) bits[i] = arguments[i][place];
    if (!formula.promised(arguments[0].type(), {bits, arguments.size()})) {
      return Accept::target_defined;
    }
  }
  return nan ? Accept::any_nan : Accept::interval;
}

/// Writes one row of a region into the tile; `low` and `high` stay 0 where a NaN is expected.
void put_row(const AcceptedRegion& region, std::int64_t first, std::int64_t count,
             ExpectedTile& expected, std::int64_t index) {
  if (bits_of(region.value.type()) >= 8) {
    copy_elements(region.value, first, expected.value, index, count);
    copy_elements(region.low, first, expected.low, index, count);
    copy_elements(region.high, first, expected.high, index, count);
  } else {
    for (std::int64_t i = 0; i < count; ++i) {
      expected.value.set(index + i, region.value[first + i]);
      expected.low.set(index + i, region.low[first + i]);
      expected.high.set(index + i, region.high[first + i]);
    }
  }
  const auto exact = region.exact.begin() + static_cast<std::ptrdiff_t>(first);
  std::copy(exact, exact + static_cast<std::ptrdiff_t>(count),
            expected.exact.begin() + static_cast<std::ptrdiff_t>(index));
}

Expected evaluate_rule(const Elementwise& formula, const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile(formula.destination);
  std::vector<ElementArray> arguments;
  for (std::size_t i = 0; i < formula.arguments.size(); ++i) {
    const Placement placement =
        formula.placements.empty() ? Placement::same : formula.placements[i];
    arguments.push_back(argument_of(inputs, formula.arguments[i], placement, out));
  }
  if (formula.inner) arguments = {made_one(*formula.inner, arguments)};
  const ElementType to = out.type.element;
  const AcceptedRegion region = accept_region(formula, arguments, to, inputs.tolerance);
  ExpectedTile expected(to, out.rows(), out.cols());
  for (std::int64_t row = 0; row < out.valid_rows; ++row) {
    const std::int64_t first = row * out.valid_cols, index = row * out.cols();
    put_row(region, first, out.valid_cols, expected, index);
    for (std::int64_t col = 0; col < out.valid_cols; ++col) {
      const bool nan = numerics::is_nan(to, region.value[first + col]);
      const Accept kind = acceptance(formula, arguments, first + col, nan);
      expected.set_accept(index + col, kind);
      if (!nan) continue;
      expected.low.set(index + col, 0);
      expected.high.set(index + col, 0);
    }
  }
  return expected;
}

}  // namespace

Result rounded(Elementwise formula) {
  Result result{.operand = formula.destination,
                .accuracy = formula.accuracy,
                .choices = {Choice::subnormals}};
  if (formula.placements.empty() && !formula.inner) {
    result.function = formula.function;
    result.arguments = formula.arguments;
    result.promised = formula.promised;
    result.flow.in_place = formula.arguments;
  }
  result.semantics = [formula = std::move(formula)](const Evaluation& inputs) {
    return evaluate_rule(formula, inputs);
  };
  return result;
}

}  // namespace assay::ops
