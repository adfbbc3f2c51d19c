// SPDX-License-Identifier: Apache-2.0
// Calls of a program between two looks at its memories, judged together.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "reference/isa/program.hpp"
#include "reference/judge/judged_call.hpp"
#include "reference/judge/standard.hpp"

namespace assay {

/// The verdict on a stretch from one execution or several: `before` and `after` have, for each, the
/// memories before its first call and behind its last. Bounds are carried through the calls
/// (KnownMemory), from what each execution really had in memory before. `call` of the decisive one
/// is the one that wrote the first wrong byte last. Undecidable where nothing is wrong and an
/// element lies within bounds that say little (says_little()).
///
/// What errata in effect give is carried, too (read_with_errata()): memories that are as an
/// implementation has them that has some of these errata are a known deviation. Where what an
/// erratum gives cannot be computed, or anything may happen by it, a deviation that it may have led
/// to is undecidable, and its reason names it. Memory in which no call has business is no result of
/// any.
JudgedCall judged_stretch(const Program& program, const Stretch& stretch,
                          std::span<const ProgramMemory> before,
                          std::span<const ProgramMemory> after, std::span<const GuardDamage> damage,
                          const Standard& standard);

}  // namespace assay
