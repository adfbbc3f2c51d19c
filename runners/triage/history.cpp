// SPDX-License-Identifier: Apache-2.0
// A folder with one small file per nightly run.
#include "runners/triage/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

#include "reference/support/atomic_file.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/place.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;
using reports::RunSummary;

/// Several runs may start in the same second: shards, or the jobs of a matrix.
fs::path file_of(const RunSummary& summary) {
  std::string name = fmt::format("{} {} {}", summary.started, summary.run, summary.backend);
  std::ranges::replace_if(
      name,
      [](char c) {
        const bool plain =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
        return !plain;
      },
      '_');
  constexpr std::size_t longest = 100;
  return name.substr(0, longest) + ".json";
}

RunSummary summary_in(const fs::path& file) {
  try {
    return reports::run_summary_from_json(read_text_file(file.string()));
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}; name a folder that 'assay run --history' wrote",
                                 file.string(), error.what()));
  }
}

}  // namespace

std::vector<HistoryFile> history_files(const fs::path& folder) {
  std::error_code error;
  std::vector<HistoryFile> files;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".json") continue;
    files.push_back({entry.path(), summary_in(entry.path())});
  }
  if (error) {
    throw UsageError(
        fmt::format("cannot read the history {}: {}; name a folder that 'assay run "
                    "--history' wrote",
                    folder.string(), error.message()));
  }
  std::ranges::sort(files, {}, [](const HistoryFile& one) {
    return std::tie(one.summary.started, one.summary.backend, one.summary.run);
  });
  return files;
}

std::vector<RunSummary> read_history(const fs::path& folder) {
  std::vector<RunSummary> summaries;
  for (HistoryFile& file : history_files(folder)) summaries.push_back(std::move(file.summary));
  return summaries;
}

void make_history(const fs::path& folder) {
  make_folder(folder);
  require_writable_folder(folder);
}

void add_to_history(const fs::path& folder, const RunSummary& summary) {
  make_history(folder);
  try {
    support::write_atomically("report", folder / file_of(summary), reports::to_json(summary));
  } catch (const std::runtime_error& failure) {
    throw InfraError(failure.what());
  }
}

}  // namespace assay::runners
