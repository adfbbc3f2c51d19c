// SPDX-License-Identifier: Apache-2.0
// The rules of every instruction by its name.
#pragma once

#include <string_view>

#include "runners/simulator/rules/arithmetic.hpp"
#include "runners/simulator/rules/load.hpp"
#include "runners/simulator/rules/rules.hpp"

namespace assay::simulator {

/// The CPU for a name that is no device.
constexpr Machine machine_named(std::string_view name) {
  if (name == "a2a3") return Machine::a2a3;
  return name == "a5" ? Machine::a5 : Machine::cpu;
}

struct RuleEntry {
  std::string_view op;
  void (*apply)(Rules& rules, const Request& request);
};

namespace detail {

inline constexpr RuleEntry by_name[] = {
    {"TLOAD", load_rules},
};

}  // namespace detail

/// Applies the rules of request.op to operands whose number and kinds are those of the form.
constexpr void apply_rules(Rules& rules, const Request& request) {
  for (const RuleEntry& entry : detail::by_name) {
    if (entry.op == request.op) return entry.apply(rules, request);
  }
  arithmetic_rules(rules, request);
}

}  // namespace assay::simulator
