// SPDX-License-Identifier: Apache-2.0
// Which pages let operands share memory.
#pragma once

#include <string_view>

#include "reference/isa/target.hpp"

namespace assay {

/// Whether an output of the op may stand in the memory of an input: no page forbids it for the
/// target. What is written there must follow from the same place alone, which is another question.
/// Source: decision 165.
bool may_share_memory(std::string_view op, Target target);

}  // namespace assay
