// SPDX-License-Identifier: Apache-2.0
// The accuracy that a page's results promise, looked up for every target.
#pragma once

#include <array>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/judge/judge.hpp"

namespace assay::reports {

struct ToleranceRow {
  Target target;
  ElementType element;
  Tolerance tolerance;
};

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
