// SPDX-License-Identifier: Apache-2.0
// The context of the records of a run: findings, waivers, earlier nightly runs.
#include "runners/triage/context.hpp"

#include <algorithm>
#include <set>

#include "reference/support/atomic_file.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/run/manifest.hpp"
#include "runners/run/recorded_accuracy.hpp"
#include "runners/support/errors.hpp"
#include "runners/triage/history.hpp"
#include "runners/triage/replay_lines.hpp"
#include "runners/triage/run_findings.hpp"
#include "runners/triage/waivers.hpp"
#include "runners/triage/worst_inputs.hpp"

namespace assay::runners {
namespace {

void count_waived(std::vector<reports::Finding>& findings, const Records& records,
                  const reports::Waived& waived) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (waived.waived[i]) names.insert(records[i].name);
  }
  for (reports::Finding& finding : findings) {
    finding.waived = static_cast<std::size_t>(std::ranges::count_if(
        finding.cases, [&](const std::string& name) { return names.contains(name); }));
  }
}

/// Without the run itself, which a folder has that it was added to, and without those that began
/// with it or later.
std::vector<reports::RunSummary> runs_before(std::vector<reports::RunSummary> summaries,
                                             const RunInfo& info) {
  std::erase_if(summaries,
                [&](const reports::RunSummary& one) { return one.started >= info.started; });
  return summaries;
}

/// That of the last nightly run of the same backend, of the same suite if there is one.
reports::PreviousRun previous_run_in(const std::vector<reports::RunSummary>& summaries,
                                     const RunInfo& info) {
  const reports::RunSummary* last = nullptr;
  for (const reports::RunSummary& one : summaries) {
    const bool same_suite = one.suite == info.suite;
    const bool better = last == nullptr || same_suite || last->suite != info.suite;
    if (one.backend == info.backend && better) last = &one;
  }
  return last == nullptr ? reports::PreviousRun() : reports::previous_run_of(*last, info);
}

/// The tolerances of a run; empty if their profile is not available any more.
ToleranceLookup tolerances_of(const std::filesystem::path& run) {
  const RecordedAccuracy recorded = recorded_accuracy(run);
  if (!recorded.lost.empty()) return {};
  return load_accuracy(recorded.file).lookup();
}

/// Facts about the boards of a run; none of a journal without its run.json.
std::map<std::string, std::string> boards_of(const std::filesystem::path& run) {
  const std::filesystem::path folder = std::filesystem::is_directory(run) ? run : run.parent_path();
  if (!std::filesystem::exists(folder / "run.json")) return {};
  return boards_in(read_manifest(folder / "run.json"));
}

}  // namespace

void require_history(const ContextOptions& options) {
  if (!options.history.empty()) read_history(options.history);
}

void open_history(const ContextOptions& options) {
  if (!options.history.empty()) make_history(options.history);
}

RunContext::RunContext(const ContextOptions& options)
    : waivers_(load_waivers(options.waivers)),
      baseline_run_(options.baseline),
      history_(options.history),
      today_(checked_day(options.today)) {
  if (!history_.empty() && std::filesystem::exists(history_)) summaries_ = read_history(history_);
  if (!options.baseline.empty()) baseline_ = read_run(options.baseline);
}

reports::ReportExtras RunContext::extras(const Records& records, const RunInfo& info,
                                         const std::filesystem::path& run) const {
  reports::ReportExtras extras;
  extras.tolerances = tolerances_of(run);
  extras.inputs = worst_inputs_of(run);
  extras.boards = boards_of(run);
  extras.replay = [lines = ReplayLines(run)](const CaseRecord& record) {
    return lines.line(record.name, record.backend);
  };
  if (!history_.empty()) extras.history = runs_before(summaries_, info);
  std::vector<reports::Finding> before;
  if (baseline_) before = known_findings_of(baseline_->records, baseline_run_);
  const reports::PreviousRun previous = baseline_
                                            ? reports::previous_run_of(baseline_->records, before)
                                            : previous_run_in(extras.history, info);
  const bool alone = !baseline_ && history_.empty();
  extras.findings = alone ? known_findings_of(records, run) : findings_of(records, run, previous);
  recall_fresh(extras.findings, run);
  extras.waived = reports::apply_waivers(waivers_, records, extras.findings, today_);
  count_waived(extras.findings, records, extras.waived);
  if (baseline_) {
    extras.triage = reports::triage_of(baseline_->records, records, extras.waived.waived,
                                       baseline_->info.completion, info.completion);
    reports::compare_findings(*extras.triage, before, extras.findings);
    extras.baseline = (baseline_run_ / "").parent_path().filename().string();
  }
  if (history_.empty()) return extras;
  reports::date_findings(extras.findings, extras.history, info.started);
  extras.history.push_back(reports::summary_of(records, extras.findings, info));
  return extras;
}

void RunContext::write(const RunFolder& folder, const reports::ReportExtras& extras,
                       const RunInfo& info) const {
  support::write_atomically("report", folder.findings(),
                            reports::findings_as_json(extras.findings, info.completion) + "\n");
  if (!history_.empty()) add_to_history(history_, extras.history.back());
}

}  // namespace assay::runners
