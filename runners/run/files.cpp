// SPDX-License-Identifier: Apache-2.0
#include "runners/run/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "reports/html/run_page.hpp"
#include "reports/text/junit.hpp"
#include "reports/text/run_report.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

/// Cases that wait for the writer.
constexpr std::size_t window = 64;

unsigned threads_of(unsigned jobs) {
  return jobs == 0 ? std::max(1U, std::thread::hardware_concurrency()) : jobs;
}

bool is_kept(const CaseResult& result) { return keeps_tiles(result.record.verdict.kind); }

bool has_answer(const CaseResult& result) {
  return result.record.verdict.kind != VerdictKind::unsupported;
}

bool was_executed(const CaseResult& result) {
  return !result.trials.empty() || !result.end.empty();
}

/// Files of programs do not say that a call is illegal: the name alone draws such a program.
bool may_be_stored(const CaseResult& result) {
  return was_executed(result) && !(result.program && is_outside(*result.program));
}

const std::string& name_in(const golden::GoldenItem& item) {
  if (const auto* one = std::get_if<golden::GoldenCase>(&item)) return one->test.name;
  return std::get<golden::GoldenProgram>(item).program.name;
}

/// A row of a result file, from what the spool has of it.
void add_stored(golden::ResultWriter& writer, const golden::GoldenItem& item,
                const StoredTrial& stored, const CaseRecord& record) {
  if (const auto* one = std::get_if<golden::GoldenCase>(&item)) {
    writer.add(one->test, stored.trial, record);
  } else {
    writer.add(std::get<golden::GoldenProgram>(item).program, stored.trial.outcome,
               stored.trial.after, record);
  }
}

/// The same, from what has just been executed.
void add_executed(golden::ResultWriter& writer, const CaseResult& result,
                  const CaseRecord& record) {
  if (!result.program) return writer.add(result.test, result.trials.front(), record);
  const bool reached = !result.end.empty();
  writer.add(*result.program, reached ? Outcome{} : result.trials.front().outcome, result.end,
             record);
}

JournalHead head_of(const RunPlan& plan) { return {plan.size(), plan.planned_ops()}; }

}  // namespace

bool wants_tiles(const RunPlan& plan, const TileOptions& options, std::uint64_t index,
                 const std::vector<CaseResult>& results) {
  if (!options.any() || options.kept == TileChoice::all) return options.any();
  if (std::ranges::any_of(results, is_kept)) return true;
  return options.kept == TileChoice::sample && plan.sampled(index) &&
         std::ranges::any_of(results, has_answer);
}

RunFiles::RunFiles(const RunFolder& folder, const RunPlan& plan, const RunOptions& options,
                   const RunState& state, const ToleranceLookup& tolerances)
    : folder_(folder),
      plan_(plan),
      options_(options),
      state_(state),
      tolerances_(tolerances),
      journal_(folder, options.files.tiles.any(), !options.resume.empty(), head_of(plan),
               per_case()),
      keeper_(budget_bytes(options.files.tiles)) {
  locate();
  journal_.go_on();
  if (options.share.replicate > 0) {
    replicas_.emplace(folder.path(), !options.resume.empty(), state.identity.kind());
  }
  if (options_.files.tiles.any()) recall_tiles();
  // The kept tiles are known only at the end, unless all are kept; so is another order.
  const bool known =
      options_.files.tiles.kept == TileChoice::all && !budget_bytes(options_.files.tiles);
  if (!known || !plan_.in_order()) return;
  start_tiles();
  write_stored_tiles();
}

void RunFiles::foreign(std::size_t record) const {
  throw UsageError(
      fmt::format("{}:{}: no case of this run belongs there; start again in another "
                  "folder",
                  folder_.journal().string(), RunJournal::line_of(record)));
}

void RunFiles::locate() {
  for (std::size_t i = 0; i < records().size(); ++i) {
    if (i % per_case() != 0) {
      if (records().index(i) != records().index(i - 1)) foreign(i);
      continue;
    }
    while (next_ < plan_.size() && plan_.index_of(next_) != records().index(i)) ++next_;
    if (next_ >= plan_.size()) foreign(i);
    positions_.push_back(next_++);
  }
}

void RunFiles::start_tiles() {
  golden::Provenance provenance =
      provenance_of(plan_.seed(), plan_.selection(), options_.cases.judged_version);
  provenance.programs = plan_.has_programs();
  golden_.emplace(folder_.golden(), provenance);
  for (std::size_t i = 0; i < per_case(); ++i) {
    results_.push_back(std::make_unique<golden::ResultWriter>(folder_.results(i), provenance,
                                                              state_.tested.backends[i].text()));
  }
}

bool RunFiles::is_passing(std::size_t case_number) const {
  for (std::size_t k = 0; k < per_case(); ++k) {
    if (keeps_tiles(records().kind(case_number * per_case() + k))) return false;
  }
  return true;
}

void RunFiles::recall_tiles() {
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    StoredTrial stored;
    for (std::size_t k = 0; k < per_case() && !stored.stored; ++k) {
      stored = journal_.stored(i * per_case() + k);
    }
    if (stored.left_out) keeper_.left_out(is_passing(i));
    if (!stored.stored) continue;
    keeper_.offer({is_passing(i), stored.name, plan_.index_of(positions_[i]), stored.bytes});
  }
}

KeptParts RunFiles::offered(std::uint64_t index, const std::vector<CaseResult>& results) {
  KeptParts keeps{.trial = false};
  const auto executed = std::ranges::find_if(results, may_be_stored);
  if (executed == results.end() || !wants_tiles(plan_, options_.files.tiles, index, results)) {
    return keeps;
  }
  const bool passing = std::ranges::none_of(results, is_kept);
  keeps.bytes = executed->program ? tile_bytes(*executed->program, per_case())
                                  : tile_bytes(executed->test, per_case());
  keeps.trial = keeper_.offer({passing, executed->record.name, index, keeps.bytes});
  keeps.left_out = !keeps.trial;
  return keeps;
}

void RunFiles::write_stored_tiles() {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const std::string name = records().name(i * per_case());
    if (keeper_.keeps(is_passing(i), name, plan_.index_of(positions_[i]))) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](std::size_t i) { return plan_.index_of(positions_[i]); });
  const auto make = [&](std::size_t i) {
    const std::size_t record = order[i] * per_case();
    std::optional<StoredCase> test_case = plan_.draw(positions_[order[i]]);
    if (!test_case || test_case->test.name != records().name(record)) foreign(record);
    return golden_item_of(std::move(*test_case), tolerances_);
  };
  using Work = OrderedWork<golden::GoldenItem>;
  Work work(order.size(), window,
            std::vector<Work::Maker>(threads_of(options_.execution.jobs), make));
  for (const std::size_t i : order) {
    golden::GoldenItem golden = work.take();
    bool any = false;
    for (std::size_t k = 0; k < per_case(); ++k) {
      const std::size_t record = i * per_case() + k;
      const StoredTrial stored = journal_.stored(record);
      if (stored.name != name_in(golden)) foreign(record);
      if (stored.stored) add_stored(*results_[k], golden, stored, records()[record]);
      any = any || stored.stored;
    }
    if (any) golden_->add(std::move(golden));
  }
}

void RunFiles::add(std::size_t position, std::vector<CaseResult> results) {
  positions_.push_back(position);
  CaseResult* stored = nullptr;
  const KeptParts keeps = offered(plan_.index_of(position), results);
  for (std::size_t k = 0; k < results.size(); ++k) {
    results[k].record.index = plan_.index_of(position);
    const CaseRecord record = journal_.append(results[k], keeps);
    if (!golden_ || !may_be_stored(results[k])) continue;
    add_executed(*results_[k], results[k], record);
    if (stored == nullptr) stored = &results[k];
  }
  next_ = position + 1;
  if (stored == nullptr) return;
  if (stored->program) {
    golden_->add(golden_program_of(stored->again(), tolerances_));
  } else {
    golden_->add({std::move(stored->test), std::move(stored->trials.front().before),
                  std::move(stored->expected)});
  }
}

const Records& RunFiles::reported() {
  if (sorted_) return *sorted_;
  if (records().in_order()) return records();
  // The journal knows its lines by the places of its records.
  sorted_.emplace();
  for (const CaseRecord& record : records()) sorted_->push_back(record);
  sorted_->sort_by_index();
  return *sorted_;
}

void RunFiles::close(const RunInfo& info) {
  journal_.close({info.completion, cases_in(records()), info.board_lost, info.seconds});
}

void RunFiles::finish(const RunInfo& info, const reports::ReportExtras& extras) {
  if (options_.files.tiles.any() && !golden_) {
    start_tiles();
    write_stored_tiles();
  }
  if (golden_) {
    golden_->finish();
    for (const auto& results : results_) results->finish();
  }
  record_end(folder_.manifest(), info.completion,
             options_.files.tiles.any() ? std::optional(tiles()) : std::nullopt);
  const Records& records = reported();
  reports::write_junit(folder_.junit(), records, info,
                       options_.files.junit.value_or(reports::junit_tests_of(info.suite)),
                       extras.waived);
  reports::write_html(folder_.html(), records, info, extras);
  reports::write_csv(folder_.table(), records, info);
}

void RunFiles::seal(const RunInfo& info, const reports::Waived& waived) {
  reports::write_summary(folder_.summary(), reported(), info, waived);
  if (info.completion.complete()) journal_.drop_spool();
}

}  // namespace assay::runners
