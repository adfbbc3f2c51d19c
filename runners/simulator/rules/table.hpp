// SPDX-License-Identifier: Apache-2.0
// The rules of every instruction by its name.
#pragma once

#include <string_view>

#include "runners/simulator/rules/arithmetic.hpp"
#include "runners/simulator/rules/conversion.hpp"
#include "runners/simulator/rules/expansion.hpp"
#include "runners/simulator/rules/fill.hpp"
#include "runners/simulator/rules/load.hpp"
#include "runners/simulator/rules/logic.hpp"
#include "runners/simulator/rules/print.hpp"
#include "runners/simulator/rules/reduction.hpp"
#include "runners/simulator/rules/scalar.hpp"
#include "runners/simulator/rules/search.hpp"
#include "runners/simulator/rules/selection.hpp"
#include "runners/simulator/rules/steps.hpp"

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

/// All but the instructions of rules/arithmetic.hpp.
inline constexpr RuleEntry rules_by_name[] = {
    {"TLOAD", load_rules},
    {"TPRINT", print_rules},
    {"TEXPANDS", fill_rules},
    {"TRSQRT", root_rules},
    {"TADDRELUCONV", narrowed_rules},
    {"TSUBRELUCONV", narrowed_rules},
    {"TADDDEQRELU", scaled_rules},
    {"TAND", pair_logic_rules},
    {"TOR", pair_logic_rules},
    {"TNOT", complement_rules},
    {"TXOR", exclusive_rules},
    {"TSHL", shift_rules},
    {"TSHR", shift_rules},
    {"TAXPY", scaled_tile_rules},
    {"TADDS", scalar_rules},
    {"TSUBS", scalar_rules},
    {"TMULS", scalar_rules},
    {"TMINS", scalar_rules},
    {"TMAXS", scalar_rules},
    {"TLRELU", scalar_rules},
    {"TDIVS", scalar_rules},
    {"TFMODS", scalar_rules},
    {"TREMS", scalar_rules},
    {"TPOWS", scalar_rules},
    {"TADDSC", scalar_rules},
    {"TSUBSC", scalar_rules},
    {"TSHLS", scalar_rules},
    {"TSHRS", scalar_rules},
    {"TANDS", scalar_rules},
    {"TORS", scalar_rules},
    {"TXORS", scalar_rules},
    {"TCMP", compare_rules},
    {"TCMPS", compare_one_rules},
    {"TSEL", select_rules},
    {"TSELS", select_one_rules},
    {"TCVT", conversion_rules},
    {"TROWSUM", fold_rules},
    {"TROWMAX", fold_rules},
    {"TROWMIN", fold_rules},
    {"TROWPROD", fold_rules},
    {"TCOLSUM", fold_rules},
    {"TCOLMAX", fold_rules},
    {"TCOLMIN", fold_rules},
    {"TCOLPROD", fold_rules},
    {"TROWARGMAX", row_search_rules},
    {"TROWARGMIN", row_search_rules},
    {"TCOLARGMAX", column_search_rules},
    {"TCOLARGMIN", column_search_rules},
    {"TROWEXPAND", row_copy_rules},
    {"TCOLEXPAND", column_copy_rules},
    {"TROWEXPANDADD", row_spread_rules},
    {"TROWEXPANDSUB", row_spread_rules},
    {"TROWEXPANDMUL", row_spread_rules},
    {"TROWEXPANDDIV", row_spread_rules},
    {"TROWEXPANDMAX", row_spread_rules},
    {"TROWEXPANDMIN", row_spread_rules},
    {"TROWEXPANDEXPDIF", row_spread_rules},
    {"TCOLEXPANDADD", column_spread_rules},
    {"TCOLEXPANDSUB", column_spread_rules},
    {"TCOLEXPANDMUL", column_spread_rules},
    {"TCOLEXPANDDIV", column_spread_rules},
    {"TCOLEXPANDMAX", column_spread_rules},
    {"TCOLEXPANDMIN", column_spread_rules},
    {"TCOLEXPANDEXPDIF", column_spread_rules},
};

/// Applies the rules of request.op to operands whose number and kinds are those of the form.
constexpr void apply_rules(Rules& rules, const Request& request) {
  for (const RuleEntry& entry : rules_by_name) {
    if (entry.op == request.op) return entry.apply(rules, request);
  }
  arithmetic_rules(rules, request);
}

}  // namespace assay::simulator
