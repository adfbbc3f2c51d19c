// SPDX-License-Identifier: Apache-2.0
// The records of a run, from its journal.
#include "runners/run/journal_reader.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "reports/text/record_json.hpp"
#include "runners/run/journal_file.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

namespace fs = std::filesystem;

namespace {

/// A journal that lost lines would show fewer failures than there were.
void require_whole(const fs::path& journal, std::size_t records) {
  std::ifstream in(journal.parent_path() / "summary.json", std::ios::binary);
  if (!in || journal.filename() != "journal.jsonl") return;
  const auto summary = nlohmann::json::parse(in, nullptr, false);
  if (!summary.is_object() || summary.value("not_run", std::size_t{1}) > 0) return;
  const auto cases = summary.value("cases", records);
  if (records >= cases) return;
  throw UsageError(
      fmt::format("{} has {} whole lines, and summary.json beside it counts {} verdicts; the "
                  "journal was cut off, so run again in another folder",
                  journal.string(), records, cases));
}

}  // namespace

std::vector<CaseRecord> read_records(const fs::path& run) {
  const fs::path path = fs::is_directory(run) ? run / "journal.jsonl" : run;
  if (!std::ifstream(path))
    throw UsageError(fmt::format("{} cannot be read; name the folder of a run", path.string()));
  std::vector<CaseRecord> records;
  LineReader reader(path);
  while (const auto line = reader.next()) {
    try {
      records.push_back(reports::from_json_line(*line));
    } catch (const std::runtime_error& error) {
      throw UsageError(fmt::format("{} line {}: {}; run again, or name the journal of a run",
                                   path.string(), reader.number(), error.what()));
    }
  }
  require_whole(path, records.size());
  return records;
}

}  // namespace assay::runners
