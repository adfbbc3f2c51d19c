// SPDX-License-Identifier: Apache-2.0
#include "suites/bench/inputs.hpp"

#include <algorithm>

#include "generators/values/plans.hpp"
#include "reference/isa/types/element_type.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::bench {
namespace {

constexpr std::uint32_t key = 20260101;

/// An array of `count` elements whose plan changes every count / plans.size() elements.
template <typename Keep>
ElementArray drawn(ElementType type, std::int64_t count, const std::vector<std::string>& plans,
                   std::size_t operand, const Keep& keep) {
  using namespace generators;
  ElementArray out(type, count);
  const auto parts = static_cast<std::int64_t>(plans.size());
  std::int64_t index = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const PlannedValues values(plan_named(plans[static_cast<std::size_t>(i * parts / count)]),
                               format_of(type));
    std::uint64_t bits = 0;
    do {
      bits = values.at(element_counter(purpose_value, key, operand, index++));
    } while (!keep(bits));
    out.set(i, bits);
  }
  return out;
}

}  // namespace

std::vector<std::string> plans_for(Function function) {
  std::vector<std::string> plans;
  const auto add = [&](const Form& form) {
    for (const std::string& plan : generators::plans_of(form)) {
      if (std::ranges::find(plans, plan) == plans.end()) plans.push_back(plan);
    }
  };
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      for (const Result& result : form.results) {
        if (result.function == function) add(form);
      }
    }
  }
  if (plans.empty()) add(Form{});
  return plans;
}

ElementArray planned(ElementType type, std::int64_t count, const std::vector<std::string>& plans,
                     std::size_t operand) {
  return drawn(type, count, plans, operand, [](std::uint64_t) { return true; });
}

ElementArray finite(ElementType type, std::int64_t count, const std::vector<std::string>& plans,
                    std::size_t operand) {
  const ElementFormat& format = format_of(type);
  const std::uint64_t exponent = ((std::uint64_t{1} << format.exponent_bits) - 1)
                                 << (format.bits - 1 - format.exponent_bits);
  return drawn(type, count, plans, operand,
               [exponent](std::uint64_t bits) { return (bits & exponent) != exponent; });
}

std::span<const float> floats(const ElementArray& elements) {
  return {reinterpret_cast<const float*>(elements.bytes().data()),
          static_cast<std::size_t>(elements.size())};
}

}  // namespace assay::bench
