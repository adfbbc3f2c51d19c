// SPDX-License-Identifier: Apache-2.0
// Calls of a program between two looks at its memories, judged together.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "reference/judge/judge_program.hpp"

namespace assay {

/// Calls [first, last] of a program, nobody having looked in between.
struct Stretch {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The verdict on a stretch from one execution or several: `before` and `after` have, for each, the
/// memories before its first call and behind its last. Bounds are carried through the calls
/// (KnownMemory), from what each execution really had in memory before. `call` of the decisive one
/// is the one that wrote the first wrong byte last. Undecidable where nothing is wrong and an
/// element lies within bounds that say little (says_little()).
///
/// What an erratum in effect gives is not carried: where a call up to that one exercises an erratum
/// by which other bits may stand in memory, the deviation is undecidable, too, and its reason names
/// the erratum. Memory in which no call has business is no result: only an
/// erratum by which anything may happen counts there.
JudgedCall judged_stretch(const Program& program, const Stretch& stretch,
                          std::span<const ProgramMemory> before,
                          std::span<const ProgramMemory> after, std::span<const GuardDamage> damage,
                          const Standard& standard);

}  // namespace assay
