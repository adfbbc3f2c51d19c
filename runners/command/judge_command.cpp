// SPDX-License-Identifier: Apache-2.0
// The command that judges outputs computed elsewhere.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "golden/golden.hpp"
#include "reports/report.hpp"
#include "runners/cases/accuracy.hpp"
#include "runners/cases/stored_results.hpp"
#include "runners/command/commands.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/exit_code.hpp"

namespace assay::runners {
namespace {

/// Inputs of one suite version under the names of another would be judged without a word.
void require_same_version(const golden::GoldenReader& golden, const StoredResults& results,
                          const JudgeOptions& options) {
  const std::string ours = golden.provenance().suite_version;
  const std::string theirs = results.provenance().suite_version;
  if (theirs.empty() || theirs == ours) return;
  throw UsageError(
      fmt::format("{} is of suite version {} and {} of {}; execute the cases of this "
                  "golden file",
                  options.results, theirs, options.golden, ours));
}

std::vector<CaseRecord> judge_rows(const golden::GoldenReader& reader, const StoredResults& results,
                                   const JudgeOptions& options, const ToleranceLookup& tolerances) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < reader.size(); ++i) names.push_back(reader.name(i));
  results.refuse_foreign(names, options.golden);
  std::vector<CaseRecord> records;
  for (std::size_t i = 0; i < reader.size(); ++i) {
    golden::GoldenCase stored = reader.read(i);
    const std::vector<Trial> trials{
        results.trial(stored.test, std::move(stored.before), options.golden)};
    records.push_back(record_of(stored.test, judge(stored.test, trials, tolerances)));
    records.back().backend = options.results;
  }
  return records;
}

}  // namespace

int judge_command(const JudgeOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  const golden::GoldenReader reader(options.golden);
  const StoredResults results(options.results);
  require_same_version(reader, results, options);
  RunInfo info;
  info.suite = options.golden;
  info.suite_version = reader.provenance().suite_version;
  info.backend = options.results;
  info.seed = reader.provenance().seed;
  info.command = options.command_line;
  info.started = utc_now();
  info.host = host_name();
  const auto records = judge_rows(reader, results, options, tolerances);
  info.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  reports::print_summary(std::cout, records, info, isatty(STDOUT_FILENO) != 0);
  return exit_code_of(records);
}

}  // namespace assay::runners
