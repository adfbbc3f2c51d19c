// SPDX-License-Identifier: Apache-2.0
// The records of a run, from its journal.
#include "runners/run/journal_reader.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "reports/text/record_json.hpp"
#include "runners/run/journal_file.hpp"
#include "runners/run/manifest.hpp"
#include "runners/run/merge_mark.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

namespace fs = std::filesystem;

namespace {

/// A journal that lost lines would show fewer failures than there were.
void require_whole(const fs::path& journal, std::size_t records) {
  if (journal.filename() != "journal.jsonl") return;
  const Manifest summary = read_summary(journal.parent_path());
  if (summary.is_null()) return;
  const auto number = [&](const char* name, std::size_t otherwise) {
    const auto found = summary.find(name);
    if (found == summary.end()) return otherwise;
    if (found->is_number_unsigned()) return found->get<std::size_t>();
    throw UsageError(fmt::format("{}: {} is {}, which is no count; run again in another folder",
                                 (journal.parent_path() / "summary.json").string(), name,
                                 found->dump()));
  };
  if (number("not_run", 1) > 0) return;
  const std::size_t cases = number("cases", records);
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
  require_no_merge(path.parent_path());
  // A journal of another version is refused by its version.
  if (const fs::path manifest = path.parent_path() / "run.json"; fs::exists(manifest)) {
    read_manifest(manifest);
  }
  std::vector<CaseRecord> records;
  LineReader reader(path);
  while (const auto line = reader.next()) {
    try {
      records.push_back(reports::from_json_line(*line));
    } catch (const std::runtime_error& error) {
      refuse_line(path, reader.number(), error.what());
    }
  }
  require_whole(path, records.size());
  return records;
}

}  // namespace assay::runners
