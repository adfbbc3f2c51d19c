// SPDX-License-Identifier: Apache-2.0
// Programs, call by call: each is judged on what was really there before it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case/program.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/programs/judged_call.hpp"
#include "reference/judge/standard.hpp"

namespace assay {

/// Executions of one call of a program, from what the memories held before and after it; in the
/// order of the judge, as far as they are comparable. None if the call was not begun.
///
/// `program_trials` have the images: before the first call, and after each call that was begun. If
/// the inputs of an execution differ from those of the first because an earlier call left other
/// bits, it and all later ones are left out. A change in memory that belongs to no operand of the
/// call is damage; an input that an output overlaps is not checked for changes.
std::vector<Trial> trials_of_call(const Program& program, std::size_t call,
                                  std::span<const Trial> program_trials);

/// The result of judging a program.
struct ProgramVerdict {
  Verdict verdict;  ///< `reason` names the call; counts are of all calls that were judged
  /// The first call that is wrong, refused, or not executed; the last one if there is none.
  JudgedCall decisive;
  std::vector<VerdictKind> kinds;  ///< of the calls, up to the decisive one
  /// The decisive call is the end of several that were judged together; it has no trials.
  bool end_to_end = false;
  /// The memory before the decisive call is unknown: its trials have the initial memory.
  bool unseen = false;
};

/// Errors never accumulate: a call is compared with its page for the contents that its backend gave
/// it. If the backend did not show the memory between calls, or the program is to be judged by its
/// end, these calls are judged together (judged_range()); so is an end that may be of any of
/// several calls. The first wrong call decides. If none is wrong, the program has a known deviation
/// if a call has, is undecidable if calls judged together are, conforms if a call does, and
/// otherwise has the verdict of its last call.
ProgramVerdict judge_program(const Program& program, std::span<const Trial> program_trials,
                             const Standard& standard);

}  // namespace assay
