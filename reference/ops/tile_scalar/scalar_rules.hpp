// SPDX-License-Identifier: Apache-2.0
// Rules of instructions that combine tiles with one scalar: which header checks what.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/tile_scalar/scalar_argument.hpp"

namespace assay::ops {

/// dst = f(src, scalar) where dst and src have one element type and one valid region. Targets are
/// those whose headers check what the page says; `..._on_cpu` says that the CPU header asks for it
/// at all.
struct WithScalar {
  std::string page;
  Types types;
  TargetSet one_element = {Target::a2a3, Target::cpu};
  TargetSet dst_in_vec = every_target;
  TargetSet src_in_vec = every_target;
  TargetSet row_major = no_target;  ///< devices that refuse other layouts
  bool vec_on_cpu = true;
  bool row_major_on_cpu = false;
  TargetSet rows = devices;     ///< compare valid rows in debug builds
  TargetSet columns = devices;  ///< compare valid columns
  bool not_empty_on_a2a3 = true;
  std::string source = "src";
  ScalarOf scalar = {};
};
Rules with_scalar_rules(const WithScalar& asked);

/// Element types of `lead` on every target.
Rules type_lists(const std::string& lead, const std::string& page, const Types& types);

/// The tile rules alone, for one operand.
Rules tile_of_scalar_op(const std::string& operand, const WithScalar& asked, TargetSet in_vec);

/// For pages whose tmp is a template parameter of dst on the CPU: there the static bounds of both
/// fall together, so that those of `operand` alone cannot be broken.
Rules one_type_on_cpu(Rules rules, const std::string& operand);
Constraint tmp_of_dst_type();

/// A scalar in [1, 4) with more digits than an element has: drawn ones seldom need rounding.
Scenario inexact_scalar();

/// Most pages with a scalar have these to say.
Ambiguity layout_is_documented_only();

}  // namespace assay::ops
