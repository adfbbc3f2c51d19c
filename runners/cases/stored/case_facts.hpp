// SPDX-License-Identifier: Apache-2.0
// What is known of a case of a plan before it is drawn.
#pragma once

#include <string_view>

namespace assay::runners {

/// The op of a program in plans, and in the record of one in which no call is wrong.
inline constexpr std::string_view program_op = "PROGRAM";

struct CaseFacts {
  bool left_out = false;           ///< no shard has it
  bool legal = false;              ///< a recipe says that the call is legal
  bool sampled = false;            ///< it represents its op, form and element type
  bool repeats_signature = false;  ///< another case of the plan is known to have its signature
};

}  // namespace assay::runners
