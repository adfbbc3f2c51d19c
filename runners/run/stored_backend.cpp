// SPDX-License-Identifier: Apache-2.0
#include "runners/run/stored_backend.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>

#include "generators/generate.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/cases/stored/stored_results.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

constexpr std::size_t shown_names = 3;

/// Without the files of this run, which the stored results cannot name.
std::string name_in(const StoredResults& results, std::string name) {
  while (!results.has(name) && names_a_file(name)) name = stored_name(name).name;
  return name;
}

}  // namespace

class StoredRows {
 public:
  StoredRows(const std::string& file, const std::string& version) : results_(opened_results(file)) {
    const std::string theirs = results_.provenance().suite_version;
    const std::string ours = version.empty() ? std::string(generators::suite_version) : version;
    if (theirs.empty() || theirs == ours) return;
    throw UsageError(
        fmt::format("{} is of suite version {}, and its cases are of {}; judge it with the golden "
                    "file that it belongs to: assay judge GOLDEN {}",
                    file, theirs, ours, file));
  }

  BackendInfo info() const {
    return {.name = "replay",
            .revision = results_.backend(),
            .targets = {},
            .devices = {},
            .device = {}};
  }

  Trial answer(const Job& job, std::vector<ElementArray> before) {
    const std::lock_guard guard(lock_);
    Trial trial;
    try {
      const std::string name = name_in(results_, job.program ? job.program->name : job.test->name);
      if (results_.has(name)) return stored(job, name, before);
      trial.outcome = {Outcome::Status::unsupported, results_.file() + " has no row for this case"};
      trial.outcome.absent = true;
    } catch (const std::exception& error) {
      trial.outcome = {Outcome::Status::infra, error.what()};
    }
    trial.before = std::move(before);
    if (job.program == nullptr) trial.after.resize(trial.before.size());
    return trial;
  }

 private:
  Trial stored(const Job& job, const std::string& name,
               const std::vector<ElementArray>& before) const {
    if (job.program != nullptr) {
      Program named = *job.program;
      named.name = name;
      return results_.trial(named, before, "the run");
    }
    Case named = *job.test;
    named.name = name;
    return results_.trial(named, before, "the run");
  }

  StoredResults results_;
  std::mutex lock_;
};

std::shared_ptr<StoredRows> open_rows(const std::string& file, const std::string& version) {
  return std::make_shared<StoredRows>(file, version);
}

StoredBackend::StoredBackend(std::shared_ptr<StoredRows> rows)
    : rows_(std::move(rows)), info_(rows_->info()) {}

std::vector<std::vector<Trial>> StoredBackend::run(std::vector<Job> jobs) {
  std::vector<std::vector<Trial>> trials;
  for (Job& job : jobs) {
    std::vector<ElementArray> before = std::move(job.before.front());
    trials.push_back({rows_->answer(job, std::move(before))});
  }
  return trials;
}

void require_answer(const CaseResult& result) {
  const CaseRecord& record = result.record;
  const bool absent =
      std::ranges::any_of(result.trials, [](const Trial& trial) { return trial.outcome.absent; });
  if (record.verdict.kind != VerdictKind::infra && !absent) return;
  throw UsageError(fmt::format("{}: {}", record.name, record.verdict.reason));
}

void print_unserved(std::ostream& out, const BackendSpec& stored, const Records& records) {
  std::vector<std::string> names;
  std::size_t count = 0;
  std::size_t all = 0;
  const std::string backend = stored.text();
  const StoredResults results = opened_results(stored.detail);
  for (const CaseRecord& record : records) {
    if (record.backend != backend) continue;
    ++all;
    const bool served = results.has(name_in(results, record.name));
    if (!served && count++ < shown_names) names.push_back(record.name);
  }
  if (count == 0) return;
  out << fmt::format("{} has no row for {} of {} cases: {}{}\n", stored.detail, count, all,
                     fmt::join(names, ", "), count > names.size() ? ", ..." : "");
}

}  // namespace assay::runners
