// SPDX-License-Identifier: Apache-2.0
// From records to findings: study, cluster, and describe in words.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "reference/judge/verdict/wrong_text.hpp"
#include "reference/support/side_by_side.hpp"
#include "reports/findings/cluster.hpp"
#include "reports/findings/finding.hpp"
#include "reports/findings/identity.hpp"
#include "reports/findings/place.hpp"
#include "reports/findings/previous_run.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

/// The studied form of a case; pooled it takes a hundredth of that.
struct Study {
  CaseFeatures features;
  CaseFeatures symptoms;
};

Study study_of(const CaseRecord& record, const FeatureSource& source) {
  Study study{features_of(record), {}};
  if (const auto more = source ? source(record) : std::nullopt) {
    study.features.words.insert(more->words.begin(), more->words.end());
    study.features.numbers.insert(more->numbers.begin(), more->numbers.end());
  }
  study.symptoms = symptoms_of(record, study.features);
  return study;
}

/// Places of cases that failed or conform, of ops that have a failing one.
std::vector<std::size_t> discriminating_records(const Records& records) {
  std::set<std::string> ops;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (is_failure(records.kind(i))) ops.insert(records[i].op);
  }
  std::vector<std::size_t> telling;
  for (std::size_t i = 0; i < records.size() && !ops.empty(); ++i) {
    const VerdictKind kind = records.kind(i);
    if (!is_failure(kind) && kind != VerdictKind::conforms) continue;
    if (ops.contains(records[i].op)) telling.push_back(i);
  }
  return telling;
}

/// Ops that have a failing case, in alphabetical order. Cases are drawn from their names in
/// parallel, which is most of the work, in batches that keep the memory for unpooled ones small.
std::vector<StudiedOp> studied_ops(const Records& records, const FeatureSource& source,
                                   FeaturePool& pool) {
  constexpr std::size_t at_a_time = 512;
  const std::vector<std::size_t> telling = discriminating_records(records);
  std::map<std::string, StudiedOp> ops;
  std::vector<Study> studies;
  for (std::size_t begin = 0; begin < telling.size(); begin += at_a_time) {
    studies.assign(std::min(at_a_time, telling.size() - begin), {});
    support::side_by_side(studies.size(), [&](std::size_t i) {
      studies[i] = study_of(records[telling[begin + i]], source);
    });
    for (std::size_t i = 0; i < studies.size(); ++i) {
      const std::size_t number = telling[begin + i];
      const CaseRecord record = records[number];
      StudiedOp& op = ops[record.op];
      op.op = record.op;
      auto& list = is_failure(record.verdict.kind) ? op.failing : op.passing;
      list.push_back(
          {&records, number, pool.add(studies[i].features), pool.add(studies[i].symptoms)});
    }
  }
  std::vector<StudiedOp> list;
  list.reserve(ops.size());
  for (auto& [name, op] : ops) list.push_back(std::move(op));
  return list;
}

std::size_t ops_judged(const Records& records) {
  std::set<std::string> ops;
  for (const CaseRecord& record : records) {
    const VerdictKind kind = record.verdict.kind;
    if (is_failure(kind) || kind == VerdictKind::conforms) ops.insert(record.op);
  }
  return ops.size();
}

/// The usual order for a reader: target and dtype, then the rest in a fixed order.
void order_for_reading(Rule& rule) {
  const auto rank = [](const Condition& one) {
    constexpr std::array<std::string_view, 4> first{"target", "dtype", "form", "broken constraint"};
    const auto place = std::ranges::find(first, one.key);
    return std::pair(place - first.begin(), one.text());
  };
  std::ranges::sort(rule, {}, rank);
}

/// Words for the title, for one rule: "a5 f32" and "valid_cols % 8 != 0".
struct Place {
  std::string head;
  std::string condition;
};

Place place_of(const std::vector<Rule>& rules) {
  if (rules.size() != 1) return {"", rules_text(rules)};
  Place place;
  Rule rest;
  for (const Condition& condition : rules.front()) {
    const bool named = condition.kind == Condition::Kind::among && condition.words.size() == 1 &&
                       (condition.key == "target" || condition.key == "dtype");
    if (named) {
      place.head += " " + condition.words.front();
    } else {
      rest.push_back(condition);
    }
  }
  place.condition = text_of(rest);
  return place;
}

/// Empty where no assembler is at fault.
std::string_view phrase_of(AssemblerFinding finding) {
  switch (finding) {
    case AssemblerFinding::refused_legal:
      return "legal calls are refused by the assembler";
    case AssemblerFinding::accepted_illegal:
      return "illegal calls are accepted by the assembler";
    case AssemblerFinding::failed:
      return "the assembler fails";
    case AssemblerFinding::uncompilable:
      return "the C++ of the assembler does not compile";
    case AssemblerFinding::wrong_code:
      return "the assembler makes wrong code";
    default:
      return {};
  }
}

std::string_view failure_phrase(const Verdict& verdict) {
  if (const auto phrase = phrase_of(verdict.assembler); !phrase.empty()) return phrase;
  switch (verdict.kind) {
    case VerdictKind::accepted_invalid:
      return "accepts what it must refuse";
    case VerdictKind::rejected_valid:
      return "refuses legal calls";
    case VerdictKind::crashed:
      return "crashes";
    case VerdictKind::timed_out:
      return "hangs";
    default:
      break;
  }
  switch (verdict.deviation) {
    case Deviation::wrote_outside:
      return "writes outside the valid region";
    case Deviation::clobbered_input:
      return "changes its input";
    case Deviation::guard_broken:
      return "writes outside its operands";
    case Deviation::stray_read:
      return "reads what it must not";
    case Deviation::nondeterministic:
      return "answers differently each time";
    case Deviation::build_dependent:
      return "depends on how it is compiled";
    case Deviation::text:
      return "prints wrong text";
    default:
      return "wrong";
  }
}

constexpr const char* off_by_a_rounding = "off by a rounding";

/// In words for a title, how nearly all cases differ from what was expected; empty for ways that
/// say nothing.
std::string way_text(std::string_view pattern) {
  using Words = std::pair<std::string_view, const char*>;
  static constexpr std::array<Words, 10> words{{{"rounded", off_by_a_rounding},
                                                {"saturated", " (saturated)"},
                                                {"not saturated", " (not saturated)"},
                                                {"sign", " (the sign alone)"},
                                                {"zero", " (zero)"},
                                                {"NaN lost", " (numbers instead of NaN)"},
                                                {"NaN made", " (NaN instead of numbers)"},
                                                {"another NaN", " (another NaN)"},
                                                {"infinity lost", " (no infinity)"},
                                                {"infinity made", " (infinity)"}}};
  const auto found = std::ranges::find(words, pattern, &Words::first);
  return found == words.end() ? "" : found->second;
}

/// The symptom that nearly all cases show: " (zero instead of -0)", " (numbers instead of NaN)".
std::string symptom_of(const Cluster& cluster) {
  std::map<std::pair<std::string, std::string>, std::size_t> pairs;
  std::map<std::string_view, std::size_t> ways;
  for (const StudiedCase* one : cluster.failing) {
    ++ways[one->pattern()];
    const std::string* expected = one->symptoms.word("expected");
    if (expected != nullptr) ++pairs[{*expected, *one->symptoms.word("got")}];
  }
  const auto nearly_all = [&](const auto& entry) {
    return 10 * entry.second >= 9 * cluster.failing.size();
  };
  const auto pair = std::ranges::find_if(pairs, nearly_all);
  if (pair != pairs.end() && pair->first.first != pair->first.second) {
    return fmt::format(" ({} instead of {})", pair->first.second, pair->first.first);
  }
  const auto way = std::ranges::find_if(ways, nearly_all);
  return way == ways.end() ? "" : way_text(way->first);
}

std::string ops_text(const std::vector<std::string>& ops) {
  constexpr std::size_t shown = 3;
  if (ops.size() <= shown) return fmt::format("{}", fmt::join(ops, ", "));
  return fmt::format("{} and {} more ops", fmt::join(std::span(ops).first(shown - 1), ", "),
                     ops.size() - shown + 1);
}

/// Wrong tiles of some cases of a cluster: all of them may be gigabytes.
std::vector<WrongTile> some_tiles(const Cluster& cluster) {
  constexpr std::size_t most_read = 64;
  std::vector<WrongTile> tiles;
  for (const StudiedCase* one : cluster.failing) {
    if (tiles.size() == most_read) break;
    const CaseRecord record = one->record();
    if (!has_wrong_tiles(record)) continue;
    tiles.push_back(wrong_parts_of(record).tiles.front());
  }
  return tiles;
}

/// The common place of wrong elements: " in the last valid row only", and of a finding without a
/// rule their size, " where the expected value is in [256, 512)".
std::string elements_of(const Cluster& cluster) {
  std::vector<WrongBrief> briefs;
  for (const StudiedCase* one : cluster.failing) briefs.push_back(brief_of(one->record()));
  std::string place = shared_place(briefs);
  if (place.empty()) place = shared_start(some_tiles(cluster));
  std::string text;
  if (!place.empty()) text += fmt::format(" in {} only", place);
  if (!cluster.rules.empty()) return text;
  const std::string range = shared_range(briefs);
  if (!range.empty()) text += fmt::format(" where the expected value is in {}", range);
  return text;
}

/// "TSEL a5 f32: wrong in the last valid row only"; `head` names the place.
std::string head_of(const Cluster& cluster, const Verdict& verdict, const std::string& head) {
  const std::string symptom = symptom_of(cluster);
  const std::string_view phrase = phrase_of(verdict.assembler);
  const std::string what = !phrase.empty() ? std::string(phrase)
                           : symptom == off_by_a_rounding
                               ? symptom
                               : fmt::format("{}{}", failure_phrase(verdict), symptom);
  return fmt::format("{}{}: {}{}", ops_text(cluster.ops), head, what, elements_of(cluster));
}

bool is_of_type(const Condition& condition) {
  return condition.key == "dtype" || condition.key.ends_with(".dtype");
}

/// " f16" if all failing cases, and not all that pass, are of that type and the rules do not say
/// so.
std::string common_type(const Cluster& cluster) {
  const auto says_type = [](const Rule& rule) { return std::ranges::any_of(rule, is_of_type); };
  if (std::ranges::any_of(cluster.rules, says_type) || cluster.failing.size() < 2) return "";
  const std::string type = cluster.failing.front()->record().dtype;
  const auto has_type = [&](const StudiedCase* one) { return one->record().dtype == type; };
  const bool distinguishes = std::ranges::all_of(cluster.failing, has_type) &&
                             !std::ranges::all_of(cluster.passing, has_type);
  return distinguishes ? " " + type : "";
}

std::string title_of(const Cluster& cluster, const Verdict& verdict) {
  const Place place = place_of(cluster.rules);
  const std::string title = head_of(cluster, verdict, place.head + common_type(cluster));
  if (!place.condition.empty()) return title + " where " + place.condition;
  if (!cluster.rules.empty()) return title;
  if (cluster.passing.empty()) return title + ", always";
  const bool nearly = cluster.passing.size() * 10 < cluster.failing.size();
  return title + (nearly ? ", nearly always" : ", no shared parameter found");
}

std::string title_without_rule(Cluster cluster, const Verdict& verdict) {
  cluster.rules.clear();
  return title_of(cluster, verdict);
}

std::int64_t size_of(const StudiedCase& one) {
  const std::int64_t* elements = one.features.number("elements");
  return elements == nullptr ? std::numeric_limits<std::int64_t>::max() : *elements;
}

/// The word all records share, or nothing.
template <typename Projection>
std::string shared(const Members& members, Projection word) {
  const std::string first = word(*members.front());
  const bool all =
      std::ranges::all_of(members, [&](const StudiedCase* one) { return word(*one) == first; });
  return all ? first : std::string();
}

/// The part of the page that the cases are about: the constraint they test, or else the result they
/// get wrong.
std::string constraint_of(const Cluster& cluster) {
  const std::string constraint = shared(cluster.failing, [](const StudiedCase& one) {
    return constraint_side(one.record().intent).constraint;
  });
  if (!constraint.empty()) return "constraint " + constraint;
  const std::string operand = shared(cluster.failing, [](const StudiedCase& one) {
    return one.record().verdict.worst ? one.record().verdict.worst->operand : std::string();
  });
  return operand.empty() ? "" : "result " + operand;
}

/// How many cases of each board could have failed so or did.
std::map<std::string, std::size_t> cases_by_board(const Cluster& cluster) {
  std::map<std::string, std::size_t> cases;
  for (const Members* members : {&cluster.failing, &cluster.passing, &cluster.others}) {
    for (const StudiedCase* one : *members) ++cases[one->record().board];
  }
  return cases;
}

/// Sets the board that had all failing cases, where fewer than one in a hundred such findings would
/// have come to one board by chance.
void take_board(Finding& finding, const Cluster& cluster) {
  const std::string board =
      shared(cluster.failing, [](const StudiedCase& one) { return one.record().board; });
  const auto cases = cases_by_board(cluster);
  if (board.empty() || cases.size() < 2) return;
  std::size_t all = 0;
  for (const auto& [name, count] : cases) all += count;
  const double share = static_cast<double>(cases.at(board)) / static_cast<double>(all);
  constexpr double chance = 0.01;
  if (std::pow(share, static_cast<double>(cluster.failing.size())) >= chance) return;
  finding.board = board;
  finding.other_boards = cases.size() - 1;
}

Finding finding_of(const Cluster& cluster) {
  const StudiedCase& smallest = **std::ranges::min_element(
      cluster.failing, {},
      [](const StudiedCase* one) { return std::pair(size_of(*one), one->record().name); });
  Finding finding;
  finding.op = fmt::format("{}", fmt::join(cluster.ops, ","));
  finding.verdict = cluster.verdict;
  finding.rule = rules_text(cluster.rules);
  finding.id = cluster.id;
  finding.pattern = cluster.pattern;
  finding.title = title_of(cluster, smallest.record().verdict);
  finding.title_head = head_of(cluster, smallest.record().verdict, "");
  finding.title_without_rule = title_without_rule(cluster, smallest.record().verdict);
  if (!cluster.rules.empty()) {
    finding.covers = [rules = cluster.rules](const CaseFeatures& features) {
      return std::ranges::any_of(rules, [&](const Rule& rule) { return holds(rule, features); });
    };
  }
  finding.failing = cluster.failing.size();
  finding.passing = cluster.covered_passing();
  finding.comparable = cluster.passing.size();
  finding.failures_outside_rule = static_cast<std::size_t>(std::ranges::count_if(
      cluster.failing, [&](const StudiedCase* one) { return !cluster.covers(*one); }));
  finding.constraint = constraint_of(cluster);
  take_board(finding, cluster);
  finding.representative = smallest.record().name;
  finding.replay = replay_command(smallest.record());
  finding.reason = smallest.record().verdict.reason;
  for (const StudiedCase* one : cluster.failing) {
    const auto ulp = promised_distance(one->record());
    if (ulp && (!finding.worst_ulp || *ulp > *finding.worst_ulp)) {
      finding.worst_ulp = ulp;
      const auto& worst = one->record().verdict.worst;
      finding.worst_difference = worst ? difference_text(*worst) : std::string();
    }
  }
  return finding;
}

/// Names of the cluster's cases in the order of the records.
void list_cases(Finding& finding, Cluster& cluster) {
  std::ranges::sort(cluster.failing, {}, &StudiedCase::number);
  for (const StudiedCase* one : cluster.failing) finding.cases.push_back(one->record().name);
}

void count_elsewhere(std::vector<Finding>& findings) {
  std::map<std::pair<std::string, std::string>, std::size_t> totals;
  for (const Finding& one : findings) totals[{one.op, one.verdict}] += one.failing;
  for (Finding& one : findings) one.elsewhere = totals[{one.op, one.verdict}] - one.failing;
}

}  // namespace

namespace {

/// Adds failing cases of the first `known` clusters, if of the same ops, to the others of this one.
void tell_from(Cluster& cluster, const std::vector<Cluster>& clusters, std::size_t known) {
  for (const Cluster& one : std::span(clusters).first(known)) {
    std::ranges::copy_if(
        one.failing, std::back_inserter(cluster.others), [&](const StudiedCase* member) {
          return std::ranges::find(cluster.ops, member->record().op) != cluster.ops.end();
        });
  }
}

}  // namespace

std::vector<Finding> findings_of(const Records& records, const FeatureSource& features,
                                 const PreviousRun& previous) {
  FeaturePool pool;
  const std::vector<StudiedOp> ops = studied_ops(records, features, pool);
  Sorted sorted = sorted_by_past(ops, previous);
  std::vector<Cluster> fresh;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    for (Cluster& one : clusters_of(ops[i], sorted.fresh[i])) fresh.push_back(std::move(one));
  }
  std::vector<Cluster> clusters = std::move(sorted.known);
  const std::size_t known = clusters.size();
  for (Cluster& one : joined_over_ops(std::move(fresh), ops_judged(records))) {
    clusters.push_back(std::move(one));
  }
  for (std::size_t i = known; i < clusters.size(); ++i) tell_from(clusters[i], clusters, known);
  for (Cluster& cluster : clusters) {
    describe(cluster);
    for (Rule& rule : cluster.rules) order_for_reading(rule);
  }
  name_clusters(clusters, previous);
  std::vector<Finding> findings;
  for (Cluster& cluster : clusters) {
    findings.push_back(finding_of(cluster));
    list_cases(findings.back(), cluster);
  }
  count_elsewhere(findings);
  std::ranges::sort(findings, [](const Finding& a, const Finding& b) {
    return a.failing != b.failing ? a.failing > b.failing : a.id < b.id;
  });
  return findings;
}

std::vector<Finding> findings_of(const Records& records, const FeatureSource& features) {
  return findings_of(records, features, PreviousRun());
}

}  // namespace assay::reports
