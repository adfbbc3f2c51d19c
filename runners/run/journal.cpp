// SPDX-License-Identifier: Apache-2.0
#include "runners/run/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string_view>
#include <system_error>
#include <utility>

#include "reports/text/record_json.hpp"
#include "runners/run/journal_reader.hpp"

namespace assay::runners {
namespace {

/// Whether the line holds every text of its record as it is.
bool is_plain(std::string_view line) {
  return std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
}

}  // namespace

RunJournal::RunJournal(const RunFolder& folder, bool tiles, bool resume, const JournalHead& head,
                       std::size_t per_case)
    : path_(std::make_shared<const std::filesystem::path>(folder.journal())),
      spool_path_(folder.spool()),
      journal_(*path_, resume, "run") {
  std::error_code ignored;
  if (!resume) std::filesystem::remove(spool_path_, ignored);
  if (resume) folder.remove_leftovers();
  Journal found = journal_in(*path_);
  if (!found.head && !found.records.empty()) refuse_line(*path_, 1, "it does not say the plan");
  records_ = std::move(found.records);
  if (tiles) spool_.emplace(spool_path_);
  // After a power cut either file may be the shorter one; what both have is whole.
  std::size_t kept = records_.size();
  if (spool_ && spool_->size() < kept) {
    std::cerr << fmt::format(
        "{} has {} whole records and the journal {}; what it lacks is executed again\n",
        spool_path_.string(), spool_->size(), kept);
    kept = spool_->size();
  }
  kept -= kept % per_case;
  const auto has_infra = [&](std::size_t begin) {
    for (std::size_t i = begin; i < begin + per_case; ++i) {
      if (records_.kind(i) == VerdictKind::infra) return true;
    }
    return false;
  };
  while (kept > 0 && has_infra(kept - per_case)) kept -= per_case;
  records_.keep(kept);
  if (!found.head) head_ = to_json(head);
}

void RunJournal::go_on() {
  journal_.keep(head_.empty() ? records_.size() + 1 : 0);
  if (!head_.empty()) journal_.append(head_);
  if (spool_) spool_->keep(records_.size());
}

CaseRecord RunJournal::append(const CaseResult& result, const KeptParts& keeps) {
  if (spool_) spool_->append(result, keeps);
  const std::string line = reports::to_json_line(result.record);
  const LinePlace place = journal_.append(line);
  // A reason may hold bytes that no line can; reports shall not depend on who wrote the record.
  const bool is_whole = is_plain(line) && result.record.tiles.empty();
  CaseRecord record = is_whole ? result.record : reports::from_json_line(line);
  leave_in_line(record, path_, place);
  records_.push_back(record);
  return record;
}

void RunJournal::drop_spool() {
  spool_.reset();
  std::error_code ignored;
  std::filesystem::remove(spool_path_, ignored);
}

}  // namespace assay::runners
