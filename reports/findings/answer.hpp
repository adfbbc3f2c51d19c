// SPDX-License-Identifier: Apache-2.0
// The answer of a run: its sentence, its exit code, and what each case adds to it. All views take
// it from here.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "reference/judge/records/records.hpp"
#include "reports/findings/waiver.hpp"

namespace assay::reports {

struct RunAnswer {
  enum class Kind : std::uint8_t {
    conforms,  ///< cases were judged, and none failed
    known,     ///< all failures have an erratum or a waiver
    fails,     ///< something failed that is neither, or what is known is not as it should be
    unproved,  ///< nothing failed, and too little was judged for another answer
    lost,      ///< the board was lost, or nothing failed and the harness lost cases
    stopped,   ///< nothing failed, and the run did not do all that it planned
  };
  Kind kind = Kind::unproved;
  std::string sentence;  ///< says of an unfinished run that it is one, whatever else it says
  Completion completion = {};
  bool good() const { return kind == Kind::conforms || kind == Kind::known; }
  /// exit_conforms for what is good, and for a stopped run that may be partial; exit_infra where it
  /// may not, and where cases or the board were lost; else exit_deviates.
  int exit_code() const;
};

/// Without a name, for files: "conforms", "known_deviations", "fails", "unproved", "lost",
/// "stopped".
std::string_view name_of(RunAnswer::Kind kind);

/// Waived failures count as known. By `info`: if strict, known deviations fail, and so do errata in
/// effect that cases exercised and none shows; what must be supported and is not (lost_support())
/// fails; cases of one scope that no single reading of a choice explains fail; less than min_judged
/// legal cases with compared values of a planned op are no proof, if it has legal cases. What only
/// a whole run can show (an erratum that never shows, a waiver that is not needed) fails no run
/// that was stopped.
RunAnswer answer_of(const Records& records, const RunInfo& info, const Waived& waived = {});

/// The result of one case for reports that count tests.
enum class CaseAnswer : std::uint8_t {
  passed,   ///< also what is target-defined: it was recorded
  failure,  ///< a wrong answer
  error,    ///< no answer of the implementation: it crashed, or the harness did
  skipped,  ///< no evidence against the implementation, for a reason that is given
};
CaseAnswer answer_of(VerdictKind kind, bool waived, bool strict);

/// Of a single case: exit_deviates for a failure, exit_infra where the harness failed, else
/// exit_conforms.
int exit_code_of(VerdictKind kind, bool strict);

}  // namespace assay::reports
