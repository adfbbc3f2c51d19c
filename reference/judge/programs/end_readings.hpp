// SPDX-License-Identifier: Apache-2.0
// Which readings of the manual explain the end of several calls.
#pragma once

#include <span>

#include "reference/judge/programs/end_to_end.hpp"

namespace assay {

/// judged_range(), with other readings if the first ones do not explain the end. One reading is
/// taken for each scope of a choice (ChoiceScope) that the calls have. Readings are changed one
/// after another, for all scopes of a choice or for one, and a change is kept if it makes fewer
/// bytes wrong; the number of changes is limited, so that a wrong program costs little. Undecidable
/// if readings explain the end by leaving more of it open than the first ones do.
JudgedCall judged_by_readings(const Program& program, const CallRange& range,
                              std::span<const ProgramMemory> before,
                              std::span<const ProgramMemory> after,
                              std::span<const GuardDamage> damage, const Standard& standard);

}  // namespace assay
