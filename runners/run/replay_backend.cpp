// SPDX-License-Identifier: Apache-2.0
#include "runners/run/replay_backend.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mutex>

#include "generators/generate.hpp"
#include "runners/cases/stored_case.hpp"
#include "runners/cases/stored_results.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

constexpr const char* no_row = "has no row for this case";
constexpr std::size_t shown_names = 3;

/// Rows for any number of threads.
class Rows {
 public:
  explicit Rows(const std::string& file) : results_(opened_results(file)) {
    const std::string theirs = results_.provenance().suite_version;
    if (theirs.empty() || theirs == generators::suite_version) return;
    throw UsageError(
        fmt::format("{} is of suite version {}, and this program draws the cases of {}; judge it "
                    "with the golden file that it belongs to: assay judge GOLDEN {}",
                    file, theirs, generators::suite_version, file));
  }

  BackendInfo info() const {
    return {.name = "replay",
            .revision = results_.backend(),
            .targets = {},
            .devices = {},
            .device = {}};
  }

  Trial answer(const Case& test, std::vector<ElementArray> before) {
    const std::lock_guard guard(lock_);
    Trial trial;
    try {
      if (results_.has(test.name)) return results_.trial(test, before, "the run");
      if (names_a_file(test.name)) {  // whoever computed it knows no file of this run
        Case bare = test;
        bare.name = stored_name(test.name).name;
        if (results_.has(bare.name)) return results_.trial(bare, before, "the run");
      }
      trial.outcome = {Outcome::Status::unsupported, fmt::format("{} {}", results_.file(), no_row)};
    } catch (const std::exception& error) {
      trial.outcome = {Outcome::Status::infra, error.what()};
    }
    trial.before = std::move(before);
    trial.after.resize(trial.before.size());
    return trial;
  }

 private:
  StoredResults results_;
  std::mutex lock_;
};

}  // namespace

std::vector<std::unique_ptr<Executor>> replay_executors(const std::string& backend,
                                                        std::size_t count) {
  const auto rows = std::make_shared<Rows>(file_of_rows(backend));
  std::vector<std::unique_ptr<Executor>> executors;
  for (std::size_t i = 0; i < count; ++i) {
    executors.push_back(std::make_unique<Executor>(
        rows->info(), [rows](const Case& test, std::vector<ElementArray> before) {
          return rows->answer(test, std::move(before));
        }));
  }
  return executors;
}

void print_unserved(std::ostream& out, const std::string& backend,
                    std::span<const CaseRecord> records) {
  std::vector<std::string> names;
  std::size_t count = 0;
  std::size_t all = 0;
  for (const CaseRecord& record : records) {
    if (record.backend != backend) continue;
    ++all;
    const bool unserved = record.verdict.kind == VerdictKind::unsupported &&
                          record.verdict.reason.find(no_row) != std::string::npos;
    if (unserved && count++ < shown_names) names.push_back(record.name);
  }
  if (count == 0) return;
  out << fmt::format("{} has no row for {} of {} cases: {}{}\n", file_of_rows(backend), count, all,
                     fmt::join(names, ", "), count > names.size() ? ", ..." : "");
}

}  // namespace assay::runners
