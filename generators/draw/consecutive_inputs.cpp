// SPDX-License-Identifier: Apache-2.0
#include "generators/draw/consecutive_inputs.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <tuple>

namespace assay::generators {
namespace {

/// Made once: that of two arguments lists the patterns of each.
std::shared_ptr<const InputSpace> space_of(const InputPlan& plan, ElementType type,
                                           std::size_t arity) {
  static std::mutex mutex;
  static std::map<std::tuple<int, ElementType, std::size_t>, std::shared_ptr<const InputSpace>>
      spaces;
  const std::lock_guard lock(mutex);
  auto& space = spaces[{plan.sample, type, arity}];
  if (!space) space = std::make_shared<const InputSpace>(plan.inputs(type, arity));
  return space;
}

}  // namespace

ConsecutiveInputs consecutive_inputs(const Case& test_case, const InputPlan& plan) {
  ConsecutiveInputs found;
  const std::vector<Operand>& operands = test_case.form().operands;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (is_read(operands[i].role)) found.operands.push_back(i);
  }
  const auto& argument = std::get<TileSpec>(test_case.call.operands[found.operands.at(0)]);
  const auto space = space_of(plan, argument.type.element, found.operands.size());
  const auto size = static_cast<std::uint64_t>(argument.type.elements());
  const std::uint64_t first = std::min(test_case.key * size, space->size() - 1);
  found.count = std::min(size, space->size() - first);
  for (std::size_t k = 0; k < found.operands.size(); ++k) {
    std::vector<std::uint32_t>& patterns = found.patterns.emplace_back(size);
    space->fill(k, first, std::span(patterns).first(found.count));
    std::fill(patterns.begin() + static_cast<std::ptrdiff_t>(found.count), patterns.end(),
              patterns[found.count - 1]);
  }
  return found;
}

}  // namespace assay::generators
