// SPDX-License-Identifier: Apache-2.0
// Calls of a program between two observations of its memories, judged together.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "reference/isa/case/program.hpp"
#include "reference/judge/programs/judged_call.hpp"
#include "reference/judge/standard.hpp"

namespace assay {

/// The verdict on a stretch from one execution or several: for each, `before` and `after` have the
/// memories before its first call and after its last. Bounds are carried through the calls
/// (MemoryBounds), from what each execution really had in memory before. `call` of the decisive one
/// is the one that wrote the first wrong byte last. Undecidable if nothing is wrong and an element
/// lies within weak bounds (says_little()).
///
/// The effects of errata are carried, too (read_with_errata()): memories that an
/// implementation with some of these errata produces are a known deviation. If the effect of
/// an erratum cannot be computed, or is arbitrary, a deviation that it may have caused is
/// undecidable, and its reason names it. Memory that no call may change is not a result of any
/// call.
JudgedCall judged_range(const Program& program, const CallRange& range,
                        std::span<const ProgramMemory> before, std::span<const ProgramMemory> after,
                        std::span<const GuardDamage> damage, const Standard& standard);

}  // namespace assay
