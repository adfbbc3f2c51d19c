// SPDX-License-Identifier: Apache-2.0
#include "runners/run/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <thread>
#include <utility>

#include "reports/html/run_page.hpp"
#include "reports/text/run_report.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

/// Cases that wait for the writer.
constexpr std::size_t window = 64;

unsigned threads_of(const RunOptions& options) {
  return options.jobs == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.jobs;
}

[[noreturn]] void foreign(const RunFolder& folder, std::size_t record) {
  throw UsageError(
      fmt::format("{}:{}: no case of this run belongs there; start again in another "
                  "folder",
                  folder.journal().string(), record + 1));
}

}  // namespace

RunFiles::RunFiles(const RunFolder& folder, const RunPlan& plan, const RunOptions& options,
                   const ToleranceLookup& tolerances)
    : folder_(folder),
      plan_(plan),
      options_(options),
      tolerances_(tolerances),
      journal_(folder, options.tiles, !options.resume.empty(), per_case()) {
  locate();
  // In another order the files of tiles are written when all is there.
  if (!options_.tiles || !plan_.in_order()) return;
  start_tiles();
  write_stored_tiles();
}

void RunFiles::locate() {
  for (std::size_t i = 0; i < records().size(); ++i) {
    if (i % per_case() != 0) {
      if (records()[i].index != records()[i - 1].index) foreign(folder_, i);
      continue;
    }
    while (next_ < plan_.size() && plan_.index_of(next_) != records()[i].index) ++next_;
    if (next_ >= plan_.size()) foreign(folder_, i);
    positions_.push_back(next_++);
  }
}

void RunFiles::start_tiles() {
  const golden::Provenance provenance = provenance_of(plan_.seed(), plan_.selection());
  golden_.emplace(folder_.golden(), provenance);
  for (std::size_t i = 0; i < per_case(); ++i) {
    results_.push_back(std::make_unique<golden::ResultWriter>(folder_.results(i), provenance,
                                                              options_.backends[i].text()));
  }
}

void RunFiles::write_stored_tiles() {
  std::vector<std::size_t> order(positions_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return plan_.index_of(positions_[i]); });
  const auto make = [&](std::size_t i) {
    const std::size_t record = order[i] * per_case();
    std::optional<StoredCase> test = plan_.draw(positions_[order[i]]);
    if (!test || test->test.name != records()[record].name) foreign(folder_, record);
    return golden_of(std::move(*test), tolerances_);
  };
  using Work = OrderedWork<golden::GoldenCase>;
  Work work(order.size(), window, std::vector<Work::Maker>(threads_of(options_), make));
  for (const std::size_t i : order) {
    golden::GoldenCase golden = work.take();
    bool any = false;
    for (std::size_t k = 0; k < per_case(); ++k) {
      const std::size_t record = i * per_case() + k;
      const StoredTrial stored = journal_.stored(record);
      if (stored.name != golden.test.name) foreign(folder_, record);
      if (stored.stored) results_[k]->add(golden.test, stored.trial, records()[record]);
      any = any || stored.stored;
    }
    if (any) golden_->add(std::move(golden));
  }
}

void RunFiles::add(std::size_t position, std::vector<CaseResult> results) {
  positions_.push_back(position);
  CaseResult* stored = nullptr;
  for (std::size_t k = 0; k < results.size(); ++k) {
    results[k].record.index = plan_.index_of(position);
    const CaseRecord& record = journal_.append(results[k]);
    if (!golden_ || results[k].trials.empty()) continue;
    results_[k]->add(results[k].test, results[k].trials.front(), record);
    if (stored == nullptr) stored = &results[k];
  }
  if (stored != nullptr) {
    golden_->add({std::move(stored->test), std::move(stored->trials.front().before),
                  std::move(stored->expected)});
  }
}

std::vector<CaseRecord> RunFiles::reported() const {
  std::vector<CaseRecord> records = journal_.records();
  std::ranges::stable_sort(records, {}, &CaseRecord::index);
  for (CaseRecord& record : records) record.seconds = 0;
  return records;
}

void RunFiles::finish(const RunInfo& info, const reports::ReportExtras& extras) {
  if (options_.tiles && !golden_) {
    start_tiles();
    write_stored_tiles();
  }
  if (golden_) {
    golden_->finish();
    for (const auto& results : results_) results->finish();
  }
  const std::vector<CaseRecord> records = reported();
  reports::write_junit(folder_.junit(), records, info, extras.waived);
  reports::write_html(folder_.html(), records, info, extras);
  reports::write_csv(folder_.table(), records);
}

void RunFiles::seal(const RunInfo& info, const reports::Waived& waived) {
  reports::write_summary(folder_.summary(), reported(), info, waived);
  if (info.not_run == 0) journal_.drop_spool();
}

}  // namespace assay::runners
