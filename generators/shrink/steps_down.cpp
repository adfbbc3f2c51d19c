// SPDX-License-Identifier: Apache-2.0
// The steps by which calls and cases become smaller, in the order in which they help most.
#include <algorithm>
#include <tuple>

#include "generators/draw/choices.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/draw/fill.hpp"
#include "generators/draw/intent.hpp"
#include "generators/draw/random_operand.hpp"
#include "generators/draw/simpler_bits.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "generators/shrink/smaller.hpp"
#include "reference/ops/shared_memory.hpp"

namespace assay::generators {
namespace {

/// 1, halfway to `length`, and so on up to one less: the shortest that still shows something is
/// found in few steps.
std::vector<std::int64_t> shorter(std::int64_t length) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t less = length - 1; less > 0; less /= 2) lengths.push_back(length - less);
  return lengths;
}

std::int64_t oddities(const TileSpec& tile) {
  const TileType& type = tile.type;
  if (type.conv) return 0;
  return (type.blayout != BLayout::row_major ? 1 : 0) +
         (type.slayout != SLayout::none_box ? 1 : 0) + (type.fractal != 512 ? 1 : 0) +
         (type.pad != Pad{} ? 1 : 0) + (type.compact != CompactMode::null ? 1 : 0);
}

std::int64_t oddities(const GlobalSpec& view) {
  return (view.layout != GlobalLayout::ND ? 1 : 0) + (view.stride != contiguous(view) ? 1 : 0) +
         (view.base != 0 ? 1 : 0);
}

std::int64_t oddities(const ScalarSpec& scalar) {
  const std::vector<std::uint64_t> neutral = neutral_values(scalar.element);
  return std::ranges::find(neutral, scalar.bits) - neutral.begin();
}

/// The quantities that every step lowers, in this order: elements, valid elements, and options that
/// are not plain.
std::tuple<std::int64_t, std::int64_t, std::int64_t> size_of(const Call& call) {
  std::int64_t valid = 0;
  std::int64_t odd = 0;
  for (const OperandValue& value : call.operands) {
    odd += std::visit([](const auto& operand) { return oddities(operand); }, value);
    if (const auto* tile = std::get_if<TileSpec>(&value)) {
      valid += tile->valid_rows * tile->valid_cols;
    }
    if (const auto* view = std::get_if<GlobalSpec>(&value)) valid += view->elements();
  }
  return {elements_of(call), valid, odd};
}

/// Other operands may have left the edge while they were moved.
bool return_to_edge(Call& call, const Intent& intent, const Constraint* broken) {
  const Constraint* constraint = constraint_of(*call.form, call.target, intent.constraint);
  if (constraint == nullptr || !constraint->edge) return false;
  Smallest draw;
  const auto step = [&](Call& moved) { return constraint->edge(moved, draw, intent.edge); };
  try {
    return reach_edge(call, broken, step, draw);
  } catch (const EmptyChoice&) {
    return false;
  }
}

}  // namespace

Change neutral_scalar(std::size_t operand, std::size_t choice) {
  return [=](Call& call) {
    if (auto* scalar = std::get_if<ScalarSpec>(&call.operands[operand])) {
      scalar->bits = neutral_values(scalar->element)[choice];
    }
  };
}

Change both(const Change& one, const Change& other) {
  return [one, other](Call& call) {
    one(call);
    other(call);
  };
}

std::vector<Change> fashions() {
  return {both(tight_tiles(), tight_views()), both(tight_tiles(), spaced_views()), tight_tiles(),
          tight_views(), spaced_views()};
}

std::vector<Change> leaps(const Call& call) {
  const Change sizes = [extents = extents_of(call)](Call& changed) {
    for (const Extent& extent : extents) set_extent(extent, 1)(changed);
  };
  Change plain = both(sizes, fashions().front());
  for (std::size_t i = 0; i < call.operands.size(); ++i) plain = both(plain, plain_layout(i));
  std::vector<Change> changes{plain};
  for (const Change& fashion : fashions()) changes.push_back(both(sizes, fashion));
  changes.push_back(sizes);
  return changes;
}

std::vector<Change> steps_down(const Call& call) {
  std::vector<Change> steps = leaps(call);
  for (const Change& fashion : fashions()) steps.push_back(fashion);
  for (const Extent& extent : extents_of(call)) {
    for (const std::int64_t length : shorter(extent.length)) {
      steps.push_back(both(set_extent(extent, length), fashions().front()));
      steps.push_back(set_extent(extent, length));
    }
  }
  for (std::size_t i = 0; i < call.operands.size(); ++i) steps.push_back(plain_layout(i));
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (!std::holds_alternative<ScalarSpec>(call.operands[i])) continue;
    for (const std::size_t choice : {0U, 1U}) steps.push_back(neutral_scalar(i, choice));
  }
  return steps;
}

std::optional<Call> smaller_call(const Case& test_case, const Change& change) {
  const Constraint* broken = test_case.intent.legal() ? nullptr : test_case.broken();
  const auto shared = shared_memory(test_case);
  std::optional<Call> call = repaired(test_case.call, broken, [&](Call& changed) {
    change(changed);
    if (shared && !always_shared(test_case.form()))
      changed.operands[shared->output] = changed.operands[shared->input];
  });
  if (!call || shared != shared_memory(*call, test_case.scenario)) return std::nullopt;
  if (test_case.intent.kind == Intent::Kind::boundary &&
      !return_to_edge(*call, test_case.intent, broken)) {
    return std::nullopt;
  }
  if (size_of(*call) >= size_of(test_case.call)) return std::nullopt;
  return call;
}

std::optional<Case> smaller_case(const Case& test_case, const Change& change) {
  std::optional<Call> call = smaller_call(test_case, change);
  if (!call) return std::nullopt;
  Case smaller = test_case;
  smaller.call = *std::move(call);
  smaller.name = shrunk_name(smaller, fill(smaller, Poison::first));
  return smaller;
}

}  // namespace assay::generators
