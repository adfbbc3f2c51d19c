// SPDX-License-Identifier: Apache-2.0
#include "reports/text/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>

#include "reference/judge/verdict/verdict.hpp"
#include "reference/support/atomic_file.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;
using ErrataCases = std::map<std::string, std::size_t>;

struct ChangeKind {
  Attribution kind;
  std::string_view title;
};
constexpr std::array kinds{ChangeKind{Attribution::build_dependent, "other results"},
                           ChangeKind{Attribution::outcome_changed, "another outcome"},
                           ChangeKind{Attribution::message_changed, "another message"}};

void count_errata(ErrataCases& counts, const Verdict& verdict) {
  for (const SeenErratum& one : verdict.errata) counts[one.number] += one.shown > 0 ? 1 : 0;
}

/// Those of `counts` that no case shows among `others`.
ErrataCases without(const ErrataCases& counts, const ErrataCases& others) {
  ErrataCases left;
  for (const auto& [number, cases] : counts) {
    const auto other = others.find(number);
    if (cases > 0 && (other == others.end() || other->second == 0)) left.emplace(number, cases);
  }
  return left;
}

bool is_unanswered(VerdictKind before, VerdictKind after) {
  return before == VerdictKind::infra || after == VerdictKind::infra ||
         (before == VerdictKind::unsupported && after == VerdictKind::unsupported);
}

void count(OpChanges& op, const VersionChange& change) {
  op.results += change.kind == Attribution::build_dependent ? 1 : 0;
  op.outcomes += change.kind == Attribution::outcome_changed ? 1 : 0;
  op.messages += change.kind == Attribution::message_changed ? 1 : 0;
  op.worse += change.fails_now() && !change.failed_before() ? 1 : 0;
  op.better += !change.fails_now() && change.failed_before() ? 1 : 0;
}

void print_ops(std::ostream& out, const VersionComparison& found, bool colour) {
  TextTable table;
  std::vector<Cell> head;
  for (const char* title : {"op", "cases", "other results", "other outcomes", "other messages",
                            "fail now", "failed before"}) {
    head.push_back({title, Style::strong});
  }
  table.add(head);
  for (const auto& [name, op] : found.ops) {
    if (op.changed() == 0) continue;
    std::vector<Cell> row{{printable(name)}};
    for (const std::size_t figure :
         {op.cases, op.results, op.outcomes, op.messages, op.worse, op.better}) {
      row.push_back({figure == 0 ? "." : grouped(figure)});
    }
    table.add(row);
  }
  table.print(out, 0, colour);
}

void print_errata(std::ostream& out, const char* title, const ErrataCases& errata) {
  if (errata.empty()) return;
  out << title;
  for (const auto& [number, cases] : errata) {
    out << fmt::format(" {} ({})", number, count_of(cases, "case"));
  }
  out << '\n';
}

/// Changes of an op that are described by the same words.
struct AlikeChanges {
  const VersionChange* first;
  std::size_t count = 1;
};

std::vector<AlikeChanges> alike(const VersionComparison& found, Attribution kind) {
  std::vector<AlikeChanges> groups;
  std::map<std::pair<std::string, std::string>, std::size_t> known;  ///< by op and words
  for (const VersionChange& change : found.changes) {
    if (change.kind != kind) continue;
    const auto [place, is_new] = known.try_emplace({change.op, change.reason}, groups.size());
    if (is_new) {
      groups.push_back({&change});
    } else {
      groups[place->second].count += 1;
    }
  }
  return groups;
}

void print_kind(std::ostream& out, const ChangeKind& kind, const VersionComparison& found,
                std::size_t most, bool colour) {
  const std::vector<AlikeChanges> groups = alike(found, kind.kind);
  if (groups.empty()) return;
  out << '\n' << styled(kind.title, Style::strong, colour) << '\n';
  for (std::size_t i = 0; i < std::min(most, groups.size()); ++i) {
    const VersionChange& change = *groups[i].first;
    const std::size_t others = groups[i].count - 1;
    out << fmt::format("  {}{}\n    before {}, now {}\n", printable(change.name),
                       others > 0 ? fmt::format(" and {} like it", count_of(others, "case")) : "",
                       name_of(change.before), name_of(change.after));
    for (const std::string& line : wrap(printable(change.reason), 94)) {
      out << "    " << line << '\n';
    }
  }
  if (groups.size() > most) {
    out << fmt::format("  and {} more; --all shows them\n",
                       count_of(groups.size() - most, "change"));
  }
}

Json json_of(const OpChanges& op) {
  return {{"cases", op.cases},
          {"other_results", op.results},
          {"other_outcomes", op.outcomes},
          {"other_messages", op.messages},
          {"unanswered", op.unanswered},
          {"fail_now", op.worse},
          {"failed_before", op.better}};
}

}  // namespace

bool VersionChange::fails_now() const { return is_failure(after); }
bool VersionChange::failed_before() const { return is_failure(before); }

bool VersionComparison::same() const {
  const OpChanges all = total();
  return changes.empty() && all.unanswered < all.cases;
}

OpChanges VersionComparison::total() const {
  OpChanges sum;
  for (const auto& [name, op] : ops) {
    sum.cases += op.cases;
    sum.results += op.results;
    sum.outcomes += op.outcomes;
    sum.messages += op.messages;
    sum.unanswered += op.unanswered;
    sum.worse += op.worse;
    sum.better += op.better;
  }
  return sum;
}

VersionComparison compare_versions(const Records& records, const Completion& completion) {
  VersionComparison found;
  found.not_run = completion.not_run;
  ErrataCases older, newer;
  std::optional<CaseRecord> before;
  for (const CaseRecord& record : records) {
    if (!before || before->index != record.index) {
      before = record;
      continue;
    }
    OpChanges& op = found.ops[record.op];
    op.cases += 1;
    count_errata(older, before->verdict);
    count_errata(newer, record.verdict);
    const auto kind = attribution_named(record.attribution).value_or(Attribution::undecided);
    const bool changed =
        std::ranges::any_of(kinds, [&](const ChangeKind& one) { return one.kind == kind; });
    op.unanswered += is_unanswered(before->verdict.kind, record.verdict.kind) ? 1 : 0;
    if (changed) {
      found.changes.push_back({record.name, record.op, kind, record.verdict.reason,
                               before->verdict.kind, record.verdict.kind});
      count(op, found.changes.back());
    }
    before.reset();
  }
  found.errata_gone = without(older, newer);
  found.errata_new = without(newer, older);
  return found;
}

std::string answer_of(const VersionComparison& found) {
  const OpChanges total = found.total();
  const std::string ops = count_of(found.ops.size(), "op");
  std::string answer;
  if (found.not_run > 0)
    answer = fmt::format("Stopped: {} not run. ", count_of(found.not_run, "case"));
  if (found.same()) {
    answer += fmt::format("Same: {} of {} have the same results, outcomes and messages in both",
                          count_of(total.cases - total.unanswered, "case"), ops);
  } else if (found.changes.empty()) {
    answer += "Nothing was compared";
  } else {
    const auto changed =
        std::ranges::count_if(found.ops, [](const auto& one) { return one.second.changed() > 0; });
    answer += fmt::format(
        "Changed: {} of {}, in {} of {}: {} with other results, {} with another outcome, {} with "
        "another message",
        grouped(found.changes.size()), count_of(total.cases, "case"), changed, ops,
        grouped(total.results), grouped(total.outcomes), grouped(total.messages));
    if (total.worse > 0) answer += fmt::format("; {} fail now", grouped(total.worse));
    if (total.better > 0) answer += fmt::format("; {} failed before", grouped(total.better));
  }
  if (total.unanswered > 0) {
    answer += fmt::format("; {} without an answer, unsupported by both or lost",
                          count_of(total.unanswered, "case"));
  }
  return answer + ".";
}

void print_comparison(std::ostream& out, const VersionComparison& found, std::size_t most,
                      bool colour) {
  const Style style = found.same() ? Style::good : Style::bad;
  out << styled(answer_of(found), style, colour) << "\n";
  if (!found.changes.empty()) {
    out << '\n';
    print_ops(out, found, colour);
  }
  print_errata(out, "known deviations that no case shows any more:", found.errata_gone);
  print_errata(out, "known deviations that no case showed before:", found.errata_new);
  for (const ChangeKind& kind : kinds) print_kind(out, kind, found, most, colour);
}

void write_comparison(const std::filesystem::path& path, const VersionComparison& found,
                      const std::string& older, const std::string& newer) {
  Json json{{"schema", "assay-comparison"},
            {"schema_version", 1},
            {"old", older},
            {"new", newer},
            {"answer", answer_of(found)},
            {"same", found.same()},
            {"not_run", found.not_run},
            {"total", json_of(found.total())},
            {"ops", Json::object()},
            {"errata_gone", found.errata_gone},
            {"errata_new", found.errata_new},
            {"changes", Json::array()}};
  for (const auto& [name, op] : found.ops) json["ops"][name] = json_of(op);
  for (const VersionChange& change : found.changes) {
    json["changes"].push_back({{"name", change.name},
                               {"op", change.op},
                               {"kind", name_of(change.kind)},
                               {"before", name_of(change.before)},
                               {"after", name_of(change.after)},
                               {"reason", change.reason}});
  }
  support::write_atomically("a comparison", path,
                            json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace assay::reports
