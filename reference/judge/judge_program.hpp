// SPDX-License-Identifier: Apache-2.0
// Programs, call by call: each is judged on what was really there before it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/program.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/judged_call.hpp"
#include "reference/judge/standard.hpp"

namespace assay {

/// Executions of one call of a program, from what the memories held before and behind it; in the
/// order of the judge, as far as they are comparable. None where the call was not begun.
///
/// `program_trials` have the images: before the first call, and behind each call that was begun.
/// An execution whose inputs are not those of the first, because an earlier call left other bits,
/// is left out with those behind it. What a call changed in memory that belongs to none of its
/// operands is damage; an input on which an output stands is not checked for changes.
std::vector<Trial> trials_of_call(const Program& program, std::size_t call,
                                  std::span<const Trial> program_trials);

/// What came of a program.
struct ProgramVerdict {
  Verdict verdict;  ///< `reason` names the call; counts are of all calls that were judged
  /// The first call that is wrong, refused, or not executed; the last one where there is none.
  JudgedCall decisive;
  std::vector<VerdictKind> kinds;  ///< of the calls, up to the decisive one
  /// The decisive call is the end of several that were judged together; it has no trials.
  bool end_to_end = false;
  /// Nobody saw the memory before the decisive call: its trials have what the program began with.
  bool unseen = false;
};

/// An error never grows: a call is held against its page for the contents that its backend gave it.
/// Where the backend did not show what stood between calls, or the program is to be judged by its
/// end, these calls are judged together (judged_stretch()); so is an end that may be of any of
/// several calls. The first wrong call decides. Where none is wrong the program has a known
/// deviation if a call has, is undecidable if calls judged together are, conforms if a call does,
/// and else has the verdict of its last call.
ProgramVerdict judge_program(const Program& program, std::span<const Trial> program_trials,
                             const Standard& standard);

}  // namespace assay
