// SPDX-License-Identifier: Apache-2.0
// Failing cases as columns.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "reports/html/data.hpp"
#include "reports/html/data_parts.hpp"
#include "reports/words/boards.hpp"
#include "reports/words/tally.hpp"

namespace assay::reports {
namespace {

// A name ends in @ and its key, which is as good as random: the rest repeats from case to case.
std::string stem_of(const CaseRecord& record) {
  const std::string ending = fmt::format("@{:08x}", record.key);
  const std::string& name = record.name;
  return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : std::string();
}

/// Parts of names between slashes, a column each.
class NameColumns {
 public:
  void add(const CaseRecord& record) {
    std::string stem = stem_of(record);
    const bool parts = !stem.empty() && ('/' + stem + '/').find("//") == std::string::npos;
    keys_.push_back(parts ? Json(record.key) : Json());
    if (!parts) stem = record.name;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const bool last = !parts || column + 1 == columns_.size();
      const std::size_t end = last ? std::string::npos : stem.find('/');
      columns_[column].add(stem.substr(0, end));
      stem = end == std::string::npos ? std::string() : stem.substr(end + 1);
    }
  }

  Json json() const {
    Json parts = Json::array();
    for (const WordColumn& column : columns_) parts.push_back(column.json());
    return {{"parts", std::move(parts)}, {"keys", keys_}};
  }

 private:
  std::array<WordColumn, 7> columns_;
  Json keys_ = Json::array();
};

std::string allowed_of(const CaseRecord& record, const ToleranceLookup& tolerances) {
  const auto& worst = record.verdict.worst;
  if (!worst || !worst->element) return "";
  return allowed_text(record, worst->operand, *worst->element, tolerances);
}

Json worst_of(const Verdict& verdict) {
  if (!verdict.worst) return nullptr;
  const WorstElement& worst = *verdict.worst;
  return {worst.row, worst.col};
}

}  // namespace

Records listed_cases(const Records& records) {
  const std::vector<FailureGroup> groups = failure_groups(records);
  std::size_t rounds = 0;
  for (const FailureGroup& group : groups) rounds = std::max(rounds, group.cases.size());
  std::vector<std::size_t> listed;
  for (std::size_t round = 0; round < rounds; ++round) {
    for (const FailureGroup& group : groups) {
      if (round >= group.cases.size() || listed.size() == most_listed_cases) continue;
      listed.push_back(group.cases[round]);
    }
  }
  std::ranges::sort(listed);
  Records cases;
  for (const std::size_t i : listed) cases.push_back(records[i]);
  return cases;
}

Json json_of_cases(const Records& listed, std::size_t failures, const ToleranceLookup& tolerances) {
  NameColumns names;
  std::array<WordColumn, 10> words;
  Json wrong = Json::array();
  Json compared = Json::array();
  Json ulp = Json::array();
  Json worst = Json::array();
  for (const CaseRecord& record : listed) {
    names.add(record);
    const Verdict& verdict = record.verdict;
    const std::array values{record.op,      record.form,
                            record.target,  record.dtype,
                            record.intent,  verdict_text(verdict),
                            record.backend, verdict.reason,
                            record.board,   allowed_of(record, tolerances)};
    for (std::size_t k = 0; k < words.size(); ++k) words[k].add(values[k]);
    wrong.push_back(verdict.wrong);
    compared.push_back(verdict.compared);
    ulp.push_back(json_of_ulp(verdict.max_ulp));
    worst.push_back(worst_of(verdict));
  }
  static constexpr std::array titles{"op",      "form",    "target", "dtype", "intent",
                                     "verdict", "backend", "reason", "board", "allowed"};
  Json columns = Json::object();
  for (std::size_t k = 0; k < words.size(); ++k) columns[titles[k]] = words[k].json();
  return {{"count", listed.size()},    {"left_out", failures - listed.size()},
          {"names", names.json()},     {"words", std::move(columns)},
          {"wrong", std::move(wrong)}, {"compared", std::move(compared)},
          {"ulp", std::move(ulp)},     {"worst", std::move(worst)}};
}

Json json_of_boards(const Records& records, const ReportExtras& extras) {
  Json rows = Json::array();
  for (const auto& [board, counts] : boards_of(records)) {
    rows.push_back({printable(board), counts.cases, counts.failures, counts.infra,
                    printable(board_facts(extras, board))});
  }
  return rows;
}

}  // namespace assay::reports
