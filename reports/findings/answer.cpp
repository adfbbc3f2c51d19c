// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "reference/judge/choice_profile.hpp"
#include "reference/support/exit_codes.hpp"
#include "reports/findings/evidence.hpp"
#include "reports/findings/support.hpp"
#include "reports/words/boards.hpp"
#include "reports/words/completion.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Kind = RunAnswer::Kind;

constexpr std::array<std::string_view, 6> names{"conforms", "known_deviations", "fails", "unproved",
                                                "lost",     "stopped"};
constexpr std::size_t named_ops = 8;

struct Counted {
  Tally tally;
  Evidence evidence;
  std::size_t waived = 0;
  std::vector<std::string> hidden = {};    ///< numbers of errata, where they fail a run
  std::vector<std::string> unproved = {};  ///< ops with fewer cases that show something
  std::size_t ops = 0;
  std::map<std::string, std::size_t> unsupported = {};  ///< cases by the reason that they give
  BoardTally boards = {};
};

/// Cases of an op that are evidence. A correct refusal is no evidence for the values of an
/// op: if it has legal cases, planned ones too, only those count of which a value was
/// compared.
struct OpCases {
  Tally refused;
  std::size_t planned_legal = 0;

  std::size_t shown(const LegalCases& legal) const {
    return legal.total + planned_legal > 0 ? legal.compared : refused.judged();
  }
};

/// An unfinished run that may be partial needs that many only if its user said so.
std::size_t min_judged_of(const RunInfo& info) {
  const bool partial = !info.completion.complete() && info.completion.partial_ok;
  return partial && !info.min_judged_given ? 0 : info.min_judged;
}

/// In one pass: unpacking the records is most of the work.
Counted counted(const Records& records, const RunInfo& info, const Waived& waived) {
  Counted made;
  std::map<std::string, OpCases> ops;
  // An op of which no case was reached has no judged case.
  for (const auto& [op, planned] : info.planned_ops) ops[op].planned_legal = planned.legal;
  for (const CaseRecord& record : records) {
    made.tally.add(record);
    made.evidence.add(record);
    add_to(made.boards, record);
    OpCases& op = ops[record.op];
    if (record.intent.starts_with("breaks.")) op.refused.add(record);
    const Verdict& verdict = record.verdict;
    if (verdict.kind == VerdictKind::unsupported && !verdict.reason.empty())
      ++made.unsupported[verdict.reason];
  }
  made.waived =
      static_cast<std::size_t>(std::count(waived.waived.begin(), waived.waived.end(), true));
  if (info.strict) made.hidden = hidden_errata(records);
  made.ops = ops.size() + info.ops_limited.size();
  const std::size_t wanted = min_judged_of(info);
  for (const auto& [op, cases] : ops) {
    if (cases.shown(made.evidence.of_op(op)) < wanted) made.unproved.push_back(op);
  }
  if (wanted > 0) {
    made.unproved.insert(made.unproved.end(), info.ops_limited.begin(), info.ops_limited.end());
    std::ranges::sort(made.unproved);
  }
  return made;
}

/// The reason that most unsupported cases give.
std::string usual_reason(const Counted& of) {
  const auto most =
      std::ranges::max_element(of.unsupported, {}, [](const auto& one) { return one.second; });
  return most == of.unsupported.end() ? "" : fmt::format(" ({})", printable(most->first));
}

/// "; 646 unsupported (no bfloat16), 12 distrusted".
std::string left_out(const Counted& of, const RunInfo& info) {
  const Tally& tally = of.tally;
  std::vector<std::string> parts;
  if (const std::size_t count = tally.of(VerdictKind::unsupported); count > 0) {
    parts.push_back(fmt::format("{} unsupported{}", grouped(count), usual_reason(of)));
  }
  if (const std::size_t count = tally.of(VerdictKind::distrusted); count > 0) {
    parts.push_back(fmt::format("{} distrusted", grouped(count)));
  }
  if (const std::size_t count = tally.of(VerdictKind::undecidable); count > 0) {
    parts.push_back(fmt::format("{} undecidable", grouped(count)));
  }
  if (const std::size_t count = tally.of(VerdictKind::target_defined); count > 0) {
    parts.push_back(fmt::format("{} target-defined", grouped(count)));
  }
  if (info.limited > 0) {
    const std::string ops =
        info.ops_limited.empty()
            ? ""
            : fmt::format(", all of {}", count_of(info.ops_limited.size(), "op"));
    parts.push_back(fmt::format("{} beyond --sdk-limit{}", grouped(info.limited), ops));
  }
  return (parts.empty() ? "" : fmt::format("; {}", fmt::join(parts, ", "))) +
         of.evidence.text(info);
}

std::string failure_text(const Counted& of, const RunInfo& info) {
  const std::size_t failed = of.tally.failures() - of.waived;
  const std::size_t known = info.strict ? of.tally.of(VerdictKind::known_deviation) : 0;
  std::string text = fmt::format("Does not conform: {} of {} failed", grouped(failed + known),
                                 count_of(of.tally.judged(), "judged case"));
  if (known > 0)
    text += fmt::format(", {} of them as errata in effect say (--strict)", grouped(known));
  if (of.waived > 0) text += fmt::format(", {} more are waived", grouped(of.waived));
  const std::size_t lost = of.tally.of(VerdictKind::infra);
  if (lost > 0) text += fmt::format("; {} infra{}", grouped(lost), infra_place(of.boards, lost));
  return text + of.evidence.text(info) + ".";
}

/// "12 of 14 ops have fewer than 5 legal cases with compared values: TROWMAX, ...."
std::string unproved_text(const Counted& of, const RunInfo& info) {
  const std::size_t shown = std::min(of.unproved.size(), named_ops);
  const std::vector<std::string> first(of.unproved.begin(),
                                       of.unproved.begin() + static_cast<std::ptrdiff_t>(shown));
  const std::string lack = info.min_judged == 1
                               ? "have no legal case"
                               : fmt::format("have fewer than {} legal cases", info.min_judged);
  return fmt::format("{} of {} ops {} with compared values: {}{}{}.", of.unproved.size(), of.ops,
                     lack, fmt::join(first, ", "), shown < of.unproved.size() ? ", ..." : "",
                     of.evidence.text(info)) +
         (info.ops_limited.empty() ? "" : " Give a larger --sdk-limit.");
}

std::string lost_text(const std::vector<LostSupport>& lost) {
  const LostSupport& first = lost.front();
  return fmt::format("Does not conform: {} of what must be supported {} unsupported now; {}: {}.",
                     lost.size(), lost.size() == 1 ? "is" : "are", first.combination,
                     printable(first.reason));
}

std::string inconsistent_text(const std::vector<Inconsistency>& found) {
  return fmt::format(
      "Does not conform: {} the manual in two ways; {}.",
      found.size() == 1 ? "a case reads" : fmt::format("{} read", count_of(found.size(), "case")),
      printable(inconsistency_text(found.front())));
}

/// "12 deviate as known, 3 fail as waived".
std::string known_text(const Counted& of) {
  std::vector<std::string> parts;
  const std::size_t known = of.tally.of(VerdictKind::known_deviation);
  if (known > 0) parts.push_back(fmt::format("{} deviate as known", grouped(known)));
  if (of.waived > 0) parts.push_back(fmt::format("{} fail as waived", grouped(of.waived)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string good_text(const Counted& of) {
  const std::string judged = count_of(of.tally.judged(), "judged case");
  const std::string known = known_text(of);
  if (known.empty()) return fmt::format("Conforms: none of {} failed", judged);
  return fmt::format("No new deviation: of {}, {}", judged, known);
}

/// Of a run that ended early and in which nothing new failed.
std::string unfinished_text(const Counted& of, const RunInfo& info) {
  const std::string known = known_text(of);
  const std::string judged =
      of.tally.judged() == 0
          ? "; none of them was judged"
          : fmt::format("; none of them failed{}{}", known.empty() ? "" : " anew: ", known);
  const std::string text = stopped_text(info.completion, judged + left_out(of, info));
  return of.unproved.empty() ? text : text + " " + unproved_text(of, info);
}

bool has_expired(const WaiverUse& use) { return use.state == WaiverUse::State::expired; }

/// The faults of errata and waivers. Only a whole run can show that one of them is not needed.
std::optional<std::string> fault_of_known(const Counted& of, const RunInfo& info,
                                          const Waived& waived) {
  if (!info.completion.complete()) {
    if (std::ranges::none_of(waived.uses, has_expired)) return std::nullopt;
    return "Does not conform: a waiver expired.";
  }
  if (!of.hidden.empty()) {
    return fmt::format("Does not conform: {} was exercised and never shows (--strict).",
                       fmt::join(of.hidden, ", "));
  }
  if (waived.fails()) return "Does not conform: a waiver expired or was not needed.";
  return std::nullopt;
}

/// Of cases without new failures and without lost ones, if all that was planned ran.
RunAnswer answer_of_whole(const Counted& of, const RunInfo& info) {
  const std::string rest = left_out(of, info);
  if (of.tally.judged() == 0 && info.part) {
    return {Kind::conforms, fmt::format("No failure in this part: none of {} was judged{}.",
                                        count_of(of.tally.total, "case"), rest)};
  }
  if (of.tally.judged() == 0) {
    return {Kind::unproved, fmt::format("Nothing was shown: none of {} conforms or fails{}.",
                                        count_of(of.tally.total, "case"), rest)};
  }
  if (!of.unproved.empty()) return {Kind::unproved, "Not shown: " + unproved_text(of, info)};
  return {known_text(of).empty() ? Kind::conforms : Kind::known, good_text(of) + rest + "."};
}

/// The same of a run that ended early.
RunAnswer answer_of_part(const Counted& of, const RunInfo& info) {
  const bool shown = of.tally.judged() > 0 || info.part;
  const bool proved = shown && of.unproved.empty();
  const bool may_be = info.completion.partial_ok && !proved;
  return {may_be ? Kind::unproved : Kind::stopped, unfinished_text(of, info)};
}

/// Why the cases that ran do not conform, or are no evidence.
std::optional<RunAnswer> fault_of(const Counted& of, const Records& records, const RunInfo& info,
                                  const Waived& waived) {
  if (info.board_lost) {
    return RunAnswer{Kind::lost, fmt::format("The board was lost: {} of {} failed before that.",
                                             grouped(of.tally.failures() - of.waived),
                                             count_of(of.tally.judged(), "judged case"))};
  }
  const std::size_t known = of.tally.of(VerdictKind::known_deviation);
  if (of.tally.failures() > of.waived || (info.strict && known > 0)) {
    return RunAnswer{Kind::fails, failure_text(of, info)};
  }
  if (const auto gone = lost_support(records, info.support); !gone.empty()) {
    return RunAnswer{Kind::fails, lost_text(gone)};
  }
  if (const auto found = choice_profile(records).inconsistent; !found.empty()) {
    return RunAnswer{Kind::fails, inconsistent_text(found)};
  }
  if (const auto fault = fault_of_known(of, info, waived)) return RunAnswer{Kind::fails, *fault};
  const std::size_t lost = of.tally.of(VerdictKind::infra);
  if (lost == 0) return std::nullopt;
  return RunAnswer{Kind::lost,
                   fmt::format("No failure found, but the harness or the device lost {}{}.",
                               count_of(lost, "case"), infra_place(of.boards, lost))};
}

}  // namespace

int RunAnswer::exit_code() const {
  if (good()) return exit_conforms;
  if (kind == Kind::stopped && completion.partial_ok) return exit_conforms;
  return kind == Kind::lost || kind == Kind::stopped ? exit_infra : exit_deviates;
}

std::string_view name_of(RunAnswer::Kind kind) { return names.at(static_cast<std::size_t>(kind)); }

RunAnswer answer_of(const Records& records, const RunInfo& info, const Waived& waived) {
  const Counted of = counted(records, info, waived);
  const bool complete = info.completion.complete();
  std::optional<RunAnswer> answer = fault_of(of, records, info, waived);
  if (answer && !complete) answer->sentence += " " + stopped_text(info.completion);
  if (!answer) answer = complete ? answer_of_whole(of, info) : answer_of_part(of, info);
  answer->completion = info.completion;
  return *answer;
}

CaseAnswer answer_of(VerdictKind kind, bool waived, bool strict) {
  switch (kind) {
    case VerdictKind::infra:
      return CaseAnswer::error;
    case VerdictKind::unsupported:
    case VerdictKind::distrusted:
    case VerdictKind::undecidable:
      return CaseAnswer::skipped;
    case VerdictKind::known_deviation:
      return strict ? CaseAnswer::failure : CaseAnswer::skipped;
    default:
      break;
  }
  if (!is_failure(kind)) return CaseAnswer::passed;
  if (waived) return CaseAnswer::skipped;
  const bool died = kind == VerdictKind::crashed || kind == VerdictKind::timed_out;
  return died ? CaseAnswer::error : CaseAnswer::failure;
}

int exit_code_of(VerdictKind kind, bool strict) {
  if (kind == VerdictKind::infra) return exit_infra;
  const CaseAnswer answer = answer_of(kind, false, strict);
  return answer == CaseAnswer::failure || answer == CaseAnswer::error ? exit_deviates
                                                                      : exit_conforms;
}

}  // namespace assay::reports
