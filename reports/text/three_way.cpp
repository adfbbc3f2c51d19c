// SPDX-License-Identifier: Apache-2.0
// Reference, first and second backend side by side.
#include "reference/judge/runs/three_way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <vector>

#include "reference/judge/verdict/verdict.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t shown_cases = 10;
constexpr std::size_t kinds = static_cast<std::size_t>(Attribution::undecided) + 1;

using Counts = std::array<std::size_t, kinds>;

/// Places in the records.
struct Pair {
  std::size_t first;
  std::size_t second;
  Attribution who;
};
using Pairs = std::vector<Pair>;

/// Records of one case follow each other: the first one with each of the others. In lists by the
/// other backend, in the order of the backends.
std::vector<Pairs> pairs_by_rival(const Records& records) {
  std::vector<Pairs> rivals;
  std::map<std::string, std::size_t> place_of;
  std::optional<std::pair<std::size_t, std::uint64_t>> first;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const CaseRecord record = records[i];
    if (!first || first->second != record.index) {
      first.emplace(i, record.index);
      continue;
    }
    const auto who = attribution_named(record.attribution).value_or(Attribution::undecided);
    const auto [place, is_new] = place_of.try_emplace(record.backend, rivals.size());
    if (is_new) rivals.emplace_back();
    rivals[place->second].push_back({first->first, i, who});
  }
  return rivals;
}

std::string words_for(Attribution who, const Records& records, const Pair& names) {
  const std::string first = printable(records[names.first].backend);
  const std::string second = printable(records[names.second].backend);
  switch (who) {
    case Attribution::agree:
      return "neither is wrong";
    case Attribution::first_wrong:
      return first + " is wrong";
    case Attribution::second_wrong:
      return second + " is wrong";
    case Attribution::both_wrong_alike:
      return "both are wrong alike";
    case Attribution::both_wrong_differently:
      return "both are wrong differently";
    case Attribution::target_defined_differs:
      return "they differ where the target decides";
    case Attribution::build_dependent:
      return "the two builds differ";
    case Attribution::outcome_changed:
      return "another outcome";
    case Attribution::message_changed:
      return "another message";
    case Attribution::undecided:
      break;
  }
  return "one of them has no answer";
}

bool is_disagreement(Attribution who) {
  return who != Attribution::agree && who != Attribution::undecided;
}

void print_counts(std::ostream& out, const Records& records, const Pairs& pairs, bool colour) {
  std::map<std::string, Counts> by_op;
  Counts total{};
  for (const Pair& pair : pairs) {
    ++by_op[records[pair.first].op][static_cast<std::size_t>(pair.who)];
    ++total[static_cast<std::size_t>(pair.who)];
  }
  TextTable table;
  table.add({{"cases", Style::strong}, {"who", Style::strong}, {"ops", Style::strong}});
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (total[kind] == 0) continue;
    const auto who = static_cast<Attribution>(kind);
    std::string ops;
    for (const auto& [op, counts] : by_op) {
      if (counts[kind] == 0 || !is_disagreement(who)) continue;
      ops += fmt::format("{}{} {}", ops.empty() ? "" : ", ", printable(op), counts[kind]);
    }
    table.add(
        {{std::to_string(total[kind])},
         {words_for(who, records, pairs.front()), is_disagreement(who) ? Style::bad : Style::good},
         {wrap(ops, 60).front() + (ops.size() > 60 ? " ..." : "")}});
  }
  table.print(out, 0, colour);
}

void print_side(std::ostream& out, const CaseRecord& record) {
  out << fmt::format("    {}: {}{}\n", printable(record.backend), verdict_text(record.verdict),
                     record.verdict.reason.empty()
                         ? ""
                         : ": " + wrap(printable(record.verdict.reason), 90).front());
}

Pairs in_order(const std::vector<Pairs>& rivals) {
  Pairs all;
  for (const Pairs& rival : rivals) all.insert(all.end(), rival.begin(), rival.end());
  std::ranges::sort(all, {}, &Pair::second);
  return all;
}

}  // namespace

void print_three_way(std::ostream& out, const Records& records, bool colour) {
  const std::vector<Pairs> rivals = pairs_by_rival(records);
  for (const Pairs& rival : rivals) {
    const std::string both =
        rivals.size() == 1
            ? "both backends"
            : printable(fmt::format("{} and {}", records[rival.front().first].backend,
                                    records[rival.front().second].backend));
    out << styled(fmt::format("reference and {}, side by side", both), Style::strong, colour)
        << "\n";
    print_counts(out, records, rival, colour);
  }
  std::size_t shown = 0;
  for (const Pair& pair : in_order(rivals)) {
    if (!is_disagreement(pair.who) || shown++ >= shown_cases) continue;
    out << "  " << printable(records[pair.first].name) << "\n    "
        << styled(words_for(pair.who, records, pair), Style::bad, colour) << '\n';
    print_side(out, records[pair.first]);
    print_side(out, records[pair.second]);
  }
  if (shown > shown_cases) {
    out << fmt::format("  and {} more\n", count_of(shown - shown_cases, "case"));
  }
}

}  // namespace assay::reports
