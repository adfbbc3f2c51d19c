// SPDX-License-Identifier: Apache-2.0
// Judges recorded calls, each on what was in memory before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/judge/standard.hpp"
#include "reference/judge/verdict/verdict.hpp"
#include "reference/ops/shared_memory.hpp"
#include "runners/record/recognised.hpp"
#include "runners/record/recorded_call.hpp"

namespace assay::runners {

enum class CallVerdict : std::uint8_t {
  right,
  known,  ///< a known deviation
  wrong,
  illegal,  ///< it breaks a constraint of the manual, and had to be refused
  open,     ///< the manual leaves all of it open, or it breaks a constraint and need not be refused
  not_judged,  ///< it is of no form that can be judged from a recording
  unfinished,  ///< the kernel ended in it, and not by it
};
inline constexpr std::size_t call_verdicts = 7;
/// "right", "known", "wrong", "illegal", "open", "not judged", "unfinished".
std::string_view name_of(CallVerdict verdict);

struct JudgedRecord {
  CallVerdict kind = CallVerdict::right;
  std::string reason;                    ///< a sentence without a full stop; empty if it is right
  std::string form;                      ///< "TADD/plain"; the op alone if there is none
  std::vector<std::string> errata = {};  ///< numbers of those that explain a known deviation
  Verdict verdict = {};
  Case test = {};  ///< of calls that a page has
  std::vector<ElementArray> before = {};
};

/// A recorded call as a case with contents.
struct CaseOfCall {
  std::string why_not;  ///< what the recording lacks, or why nothing is promised; then nothing else
  Case test = {};       ///< without a name
  std::vector<ElementArray> before = {};
  std::optional<SharedMemory> shared = {};  ///< operands in one memory, as the page lets them be
};
CaseOfCall case_of_call(const RecognisedCall& recognised);

/// A name for it: no key draws it, so it has a digest of everything in it.
std::string recorded_name(const Case& test, const std::vector<ElementArray>& before);

/// How the process ended, for calls that did not return.
struct KernelEnd {
  std::optional<int> signal = {};
};

class RecordingJudge {
 public:
  RecordingJudge(Target target, const Standard& standard, KernelEnd end)
      : recogniser_(target), standard_(standard), end_(end) {}

  JudgedRecord judge(const RecordedCall& recorded);

 private:
  JudgedRecord judge_recognised(const RecordedCall& recorded,
                                const RecognisedCall& recognised) const;
  Outcome outcome_of(const RecordedCall& recorded) const;
  bool ended_by_itself() const;

  Recogniser recogniser_;
  const Standard& standard_;
  KernelEnd end_;
};

}  // namespace assay::runners
