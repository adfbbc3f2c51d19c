// SPDX-License-Identifier: Apache-2.0
// The names of functions and rounding modes, where numerics uses them.
#pragma once

#include "reference/isa/types/function.hpp"

namespace assay::numerics {

using assay::arity;
using assay::every_round_mode;
using assay::Function;
using assay::function_count;
using assay::name_of;
using assay::RoundMode;

}  // namespace assay::numerics
