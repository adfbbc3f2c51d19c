// SPDX-License-Identifier: Apache-2.0
// The records of a run, from its journal.
#include "runners/journal_reader.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "reports/report.hpp"
#include "runners/errors.hpp"

namespace assay::runners {

namespace fs = std::filesystem;

std::vector<CaseRecord> read_records(const fs::path& run) {
  const fs::path path = fs::is_directory(run) ? run / "journal.jsonl" : run;
  std::ifstream in(path);
  if (!in)
    throw UsageError(fmt::format("{} cannot be read; name the folder of a run", path.string()));
  std::vector<CaseRecord> records;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (in.eof()) break;
    try {
      records.push_back(reports::from_json_line(line));
    } catch (const std::runtime_error& error) {
      throw UsageError(fmt::format("{} line {}: {}", path.string(), number, error.what()));
    }
  }
  return records;
}

}  // namespace assay::runners
