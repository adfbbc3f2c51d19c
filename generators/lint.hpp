// SPDX-License-Identifier: Apache-2.0
// Whether the constraints of pages can be satisfied and broken.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::generators {

/// The results of the page lint for one form on one target.
struct Lint {
  const Form* form = nullptr;
  Target target = Target::cpu;
  int inside_tries = 0;
  int inside_valid = 0;
  std::vector<std::string> breaks_alone;   ///< constraint names
  std::vector<std::string> redundant;      ///< cannot be broken alone: "NAME: also breaks OTHER"
  std::vector<std::string> unknown_plans;  ///< names that no value plan has
  std::vector<std::string> vacuous;        ///< nothing on this target can break it
  std::vector<std::string> stated;         ///< marked as following from others: "NAME: why"
};
Lint lint(const OpSpec& op, const Form& form, Target target, int tries);

}  // namespace assay::generators
