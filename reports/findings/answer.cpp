// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "reference/support/exit_codes.hpp"
#include "reports/findings/evidence.hpp"
#include "reports/findings/support.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Kind = RunAnswer::Kind;

constexpr std::array<std::string_view, 5> names{"conforms", "known_deviations", "fails", "unproved",
                                                "lost"};
constexpr std::size_t named_ops = 8;

struct Counted {
  Tally tally;
  Evidence evidence;
  std::size_t waived = 0;
  std::vector<std::string> hidden = {};    ///< numbers of errata, where they fail a run
  std::vector<std::string> unproved = {};  ///< ops with fewer cases that show something
  std::size_t ops = 0;
  std::map<std::string, std::size_t> unsupported = {};  ///< cases by the reason that they give
};

/// Cases of an op that show something. That it refuses what it must says nothing of what it
/// computes: where it has legal cases, those alone count of which a value was compared.
std::size_t shown_of(const Evidence& evidence, const std::string& op, const Tally& refused) {
  const LegalCases legal = evidence.of_op(op);
  return legal.total > 0 ? legal.compared : refused.judged();
}

/// In one pass: making a record anew is most of the work.
Counted counted(const Records& records, const RunInfo& info, const Waived& waived) {
  Counted made;
  std::map<std::string, Tally> ops;  ///< of each, calls that must be refused
  for (const CaseRecord& record : records) {
    made.tally.add(record);
    made.evidence.add(record);
    Tally& refused = ops[record.op];
    if (record.intent.starts_with("breaks.")) refused.add(record);
    const Verdict& verdict = record.verdict;
    if (verdict.kind == VerdictKind::unsupported && !verdict.reason.empty())
      ++made.unsupported[verdict.reason];
  }
  made.waived =
      static_cast<std::size_t>(std::count(waived.waived.begin(), waived.waived.end(), true));
  if (info.strict) made.hidden = hidden_errata(records);
  made.ops = ops.size() + info.ops_limited.size();
  for (const auto& [op, refused] : ops) {
    if (shown_of(made.evidence, op, refused) < info.min_judged) made.unproved.push_back(op);
  }
  if (info.min_judged > 0) {
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
    parts.push_back(fmt::format("{} unsupported{}", count, usual_reason(of)));
  }
  if (const std::size_t count = tally.of(VerdictKind::distrusted); count > 0) {
    parts.push_back(fmt::format("{} distrusted", count));
  }
  if (const std::size_t count = tally.of(VerdictKind::undecidable); count > 0) {
    parts.push_back(fmt::format("{} undecidable", count));
  }
  if (const std::size_t count = tally.of(VerdictKind::target_defined); count > 0) {
    parts.push_back(fmt::format("{} left open by the manual", count));
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
  std::string text = fmt::format("Does not conform: {} of {} failed", failed + known,
                                 count_of(of.tally.judged(), "judged case"));
  if (known > 0) text += fmt::format(", {} of them as errata in effect say (--strict)", known);
  if (of.waived > 0) text += fmt::format(", {} more are waived", of.waived);
  return text + of.evidence.text(info) + ".";
}

std::string unproved_text(const Counted& of, const RunInfo& info) {
  const std::size_t shown = std::min(of.unproved.size(), named_ops);
  const std::vector<std::string> first(of.unproved.begin(),
                                       of.unproved.begin() + static_cast<std::ptrdiff_t>(shown));
  return fmt::format("Not shown: {} of {} ops have fewer than {} with compared values ({}{}){}.",
                     of.unproved.size(), of.ops, count_of(info.min_judged, "legal case"),
                     fmt::join(first, ", "), shown < of.unproved.size() ? ", ..." : "",
                     of.evidence.text(info)) +
         (info.ops_limited.empty() ? "" : " Give a larger --sdk-limit.");
}

std::string lost_text(const std::vector<LostSupport>& lost) {
  const LostSupport& first = lost.front();
  return fmt::format("Does not conform: {} of what must be supported {} unsupported now; {}: {}.",
                     lost.size(), lost.size() == 1 ? "is" : "are", first.combination,
                     printable(first.reason));
}

std::string good_text(const Counted& of) {
  const std::string judged = count_of(of.tally.judged(), "judged case");
  const std::size_t known = of.tally.of(VerdictKind::known_deviation);
  if (known + of.waived == 0) return fmt::format("Conforms: none of {} failed", judged);
  std::vector<std::string> parts;
  if (known > 0) parts.push_back(fmt::format("{} deviate as known", known));
  if (of.waived > 0) parts.push_back(fmt::format("{} fail as waived", of.waived));
  return fmt::format("No new deviation: of {}, {}", judged, fmt::join(parts, ", "));
}

}  // namespace

int RunAnswer::exit_code() const {
  if (good()) return exit_conforms;
  return kind == Kind::lost ? exit_infra : exit_deviates;
}

std::string_view name_of(RunAnswer::Kind kind) { return names.at(static_cast<std::size_t>(kind)); }

RunAnswer answer_of(const Records& records, const RunInfo& info, const Waived& waived) {
  const Counted of = counted(records, info, waived);
  const std::size_t known = of.tally.of(VerdictKind::known_deviation);
  if (info.board_lost) {
    return {Kind::lost, fmt::format("The board was lost: {} of {} failed before that.",
                                    of.tally.failures() - of.waived,
                                    count_of(of.tally.judged(), "judged case"))};
  }
  if (of.tally.failures() > of.waived || (info.strict && known > 0)) {
    return {Kind::fails, failure_text(of, info)};
  }
  if (const auto gone = lost_support(records, info.support); !gone.empty()) {
    return {Kind::fails, lost_text(gone)};
  }
  if (!of.hidden.empty()) {
    return {Kind::fails,
            fmt::format("Does not conform: {} was exercised and never shows (--strict).",
                        fmt::join(of.hidden, ", "))};
  }
  if (waived.fails()) return {Kind::fails, "Does not conform: a waiver expired or was not needed."};
  const std::size_t lost = of.tally.of(VerdictKind::infra);
  if (lost > 0) {
    return {Kind::lost, fmt::format("No failure found, but the harness or the device lost {}.",
                                    count_of(lost, "case"))};
  }
  const std::string rest = left_out(of, info);
  if (of.tally.judged() == 0 && info.part) {
    return {Kind::conforms, fmt::format("No failure in this part: none of {} was judged{}.",
                                        count_of(of.tally.total, "case"), rest)};
  }
  if (of.tally.judged() == 0) {
    return {Kind::unproved, fmt::format("Nothing was shown: none of {} conforms or fails{}.",
                                        count_of(of.tally.total, "case"), rest)};
  }
  if (!of.unproved.empty()) return {Kind::unproved, unproved_text(of, info)};
  return {known + of.waived > 0 ? Kind::known : Kind::conforms, good_text(of) + rest + "."};
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
