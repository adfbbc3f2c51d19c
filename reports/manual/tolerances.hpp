// SPDX-License-Identifier: Apache-2.0
// The accuracy that a page's results promise, looked up for every target.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/judge/judge.hpp"

namespace assay::reports {

struct ToleranceRow {
  Target target;
  ElementType element;
  Tolerance tolerance;
};

/// What a result without an accuracy key promises, "exact" or the rule for sums and products, whose
/// floats have a range and no distance.
inline std::string promise_text(const Result& result) {
  const auto any_order = [](const char* steps, const char* decisions) {
    return std::string("of floats any result that some order of ") + steps +
           " can give (decisions " + decisions + "), of integers exact";
  };
  switch (result.accumulates) {
    case Accumulates::elements:
      return any_order("additions", "030, 013");
    case Accumulates::factors:
      return any_order("multiplications", "030, 013");
    case Accumulates::products:
      return any_order("additions", "110, 013");
    default:
      return "exact";
  }
}

/// One row per target of the form and per element type of `accuracy_types`; none for exact results.
inline constexpr std::array accuracy_types{ElementType::f16, ElementType::f32};

inline std::vector<ToleranceRow> tolerance_rows(const OpSpec& op, const Form& form,
                                                const Result& result,
                                                const ToleranceLookup& tolerances) {
  std::vector<ToleranceRow> rows;
  if (result.accuracy.empty() || !tolerances) return rows;
  for (const Target target : all_targets) {
    if (!form.targets.contains(target)) continue;
    for (const ElementType element : accuracy_types) {
      rows.push_back({target, element,
                      tolerances({result.accuracy, op.mnemonic, form.name, target, element})});
    }
  }
  return rows;
}

}  // namespace assay::reports
