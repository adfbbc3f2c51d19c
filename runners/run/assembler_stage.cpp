// SPDX-License-Identifier: Apache-2.0
// Which of two is at fault: the assembler that makes the C++ of calls, or the library.
#include "runners/run/assembler_stage.hpp"

#include <fmt/format.h>

#include "runners/run/demand.hpp"

namespace assay::runners {
namespace {

using sdk::Assembled;

/// A case and its executions.
struct Judged {
  const Case& test;
  std::span<const Trial> trials;
};

bool must_be_refused(const Case& test_case) {
  return demand_of(test_case, Language::pto).kind == Demand::Kind::refuse;
}

bool promises_refusal(const Case& test_case) {
  const Constraint* broken = test_case.broken();
  return broken != nullptr && broken->enforced.contains(test_case.call.target);
}

/// It crashed or hung: what it did, not that the library refused something.
void blame_failure(Verdict& verdict, const Judged& judged, bool hung) {
  const VerdictKind kind = verdict.kind;
  const bool counts = kind == VerdictKind::rejected_valid ||
                      (kind == VerdictKind::conforms && promises_refusal(judged.test));
  if (!counts || judged.trials.empty()) return;
  verdict.kind = hung ? VerdictKind::timed_out : VerdictKind::crashed;
  verdict.assembler = AssemblerFinding::failed;
  verdict.reason = judged.trials.front().outcome.message;
}

void blame_refusal(Verdict& verdict, const Judged& judged) {
  if (verdict.kind == VerdictKind::known_deviation) {
    verdict.assembler = AssemblerFinding::refused_legal;
  }
  if (verdict.kind != VerdictKind::rejected_valid) return;
  const Demand demand = demand_of(judged.test, Language::pto);
  if (demand.kind == Demand::Kind::take) {
    verdict.assembler = AssemblerFinding::refused_legal;
    return;
  }
  verdict.kind = VerdictKind::unsupported;
  verdict.reason = fmt::format("nothing is demanded of an assembler: {}; {}", demand.reason,
                               judged.trials.front().outcome.message);
}

void judge_illegal(Verdict& verdict, const Case& test_case) {
  if (!must_be_refused(test_case)) return;
  if (verdict.kind == VerdictKind::accepted_invalid) {
    verdict.assembler = AssemblerFinding::accepted_illegal;
  } else if (verdict.kind == VerdictKind::conforms) {
    verdict.assembler = AssemblerFinding::late;
  }
}

/// Whether a case that fails with the C++ of the assembler is right without it.
void blame_code(Verdict& verdict, const std::function<Verdict()>& without) {
  if (!is_failure(verdict.kind)) return;
  const Verdict other = without();
  const VerdictKind kind = other.kind;
  if (is_failure(kind)) {
    verdict.reason += "; it fails without the assembler, too";
  } else if (kind == VerdictKind::conforms || kind == VerdictKind::known_deviation) {
    verdict.assembler = AssemblerFinding::wrong_code;
    verdict.reason += fmt::format("; without the assembler the verdict is {}", name_of(kind));
  } else {
    verdict.reason += fmt::format("; without the assembler there is no verdict: {}, {}",
                                  name_of(kind), other.reason);
  }
}

}  // namespace

void judge_assembler(Verdict& verdict, const Case& test_case, std::span<const Trial> trials,
                     Assembled made, const std::function<Verdict()>& without) {
  const Judged judged{test_case, trials};
  switch (made) {
    case Assembled::no:
      return;
    case Assembled::no_text:
      if (verdict.kind == VerdictKind::unsupported) verdict.assembler = AssemblerFinding::no_text;
      return;
    case Assembled::failed:
    case Assembled::hung:
      return blame_failure(verdict, judged, made == Assembled::hung);
    case Assembled::refused:
      return blame_refusal(verdict, judged);
    default:
      break;
  }
  if (!test_case.intent.legal()) return judge_illegal(verdict, test_case);
  if (made == Assembled::taken) return blame_code(verdict, without);
  if (verdict.kind == VerdictKind::rejected_valid) {
    verdict.assembler = AssemblerFinding::uncompilable;
  }
}

}  // namespace assay::runners
