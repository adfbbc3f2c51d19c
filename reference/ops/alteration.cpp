// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/alteration.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {
namespace {

constexpr std::array<std::string_view, 6> names{"anything", "unchanged", "zero",
                                                "nan",      "flushed",   "within"};

/// An input whose elements represent those of the destination.
struct Source {
  const ElementArray* contents;
  std::int64_t cols;  ///< 0: a scalar

  std::uint64_t at(std::int64_t row, std::int64_t col) const {
    return (*contents)[cols == 0 ? 0 : row * cols + col];
  }
};

std::vector<Source> sources_of(const Evaluation& inputs, const TileSpec& destination) {
  std::vector<Source> sources;
  const auto& operands = inputs.call.form->operands;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].role != Role::input && operands[i].role != Role::in_out) continue;
    const auto* tile = std::get_if<TileSpec>(&inputs.call.operands[i]);
    if (std::holds_alternative<ScalarSpec>(inputs.call.operands[i])) {
      sources.push_back({&inputs.contents[i], 0});
    } else if (tile != nullptr && tile->valid_rows == destination.valid_rows &&
               tile->valid_cols == destination.valid_cols) {
      sources.push_back({&inputs.contents[i], tile->type.cols});
    }
  }
  return sources;
}

bool concerns(const std::vector<Source>& sources, numerics::NumberClass wanted, std::int64_t row,
              std::int64_t col) {
  return std::ranges::any_of(sources, [&](const Source& source) {
    return numerics::class_of(source.contents->type(), source.at(row, col)) == wanted;
  });
}

void take(ExpectedTile& tile, const ExpectedTile& other, std::int64_t index) {
  tile.set_accept(index, other.accept[static_cast<std::size_t>(index)]);
  tile.value.set(index, other.value[index]);
  tile.low.set(index, other.low[index]);
  tile.high.set(index, other.high[index]);
}

/// `loose` is the result within the other tolerance.
void alter(ExpectedTile& tile, std::int64_t index, Alteration alteration,
           const ExpectedTile& loose) {
  const ElementType type = tile.value.type();
  switch (alteration) {
    case Alteration::anything:
      return tile.set_accept(index, Accept::target_defined);
    case Alteration::unchanged:
      return tile.set_accept(index, Accept::preserved);
    case Alteration::zero:
      return tile.set_exact(index, 0);
    case Alteration::nan:
      if (is_float(type)) tile.set_accept(index, Accept::any_nan);
      return;
    case Alteration::flushed:
      if (is_float(type) && numerics::is_subnormal(type, tile.value[index])) {
        const std::uint64_t sign = numerics::classes_of(type).sign;
        tile.set_any_of(index, tile.value[index] & sign, ~tile.value[index] & sign);
      }
      return;
    case Alteration::within:
      return take(tile, loose, index);
  }
}

Expected altered_at(const Result& promise, const AlteredBy& how, const Evaluation& inputs) {
  Expected expected = promise.semantics(inputs);
  auto* tile = std::get_if<ExpectedTile>(&expected);
  if (tile == nullptr) return expected;
  const bool widened = how.alteration == Alteration::within;
  const Expected loose =
      widened ? promise.semantics({inputs.call, inputs.contents, how.tolerance, inputs.readings})
              : ExpectedTile();
  const auto sources = sources_of(inputs, inputs.call.tile(promise.operand));
  for (std::int64_t index = 0; index < std::ssize(tile->accept); ++index) {
    const Accept accept = tile->accept[static_cast<std::size_t>(index)];
    if (accept == Accept::unspecified || accept == Accept::preserved) continue;
    const bool met =
        !how.inputs || concerns(sources, *how.inputs, index / tile->cols, index % tile->cols);
    if (met) alter(*tile, index, how.alteration, std::get<ExpectedTile>(loose));
  }
  return expected;
}

}  // namespace

std::string_view name_of(Alteration alteration) {
  return names.at(static_cast<std::size_t>(alteration));
}

std::optional<Alteration> alteration_named(std::string_view name) {
  const auto* found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Alteration>(found - names.begin());
}

Result altered(const Result& promise, const AlteredBy& how) {
  Result made{.operand = promise.operand, .accuracy = promise.accuracy};
  made.semantics = [promise, how](const Evaluation& inputs) {
    return altered_at(promise, how, inputs);
  };
  return made;
}

}  // namespace assay::ops
