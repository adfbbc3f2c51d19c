// SPDX-License-Identifier: Apache-2.0
#include "runners/run_files.hpp"

#include <utility>

#include "reports/report.hpp"

namespace assay::runners {

RunFiles::RunFiles(const RunFolder& folder, const golden::Provenance& provenance,
                   const RunOptions& options)
    : folder_(folder), journal_(folder.journal()) {
  if (!options.tiles) return;
  golden_.emplace(folder.golden(), provenance);
  results_.emplace(folder.results(), provenance, options.backend);
}

void RunFiles::add(CaseResult result) {
  journal_.append(reports::to_json_line(result.record));
  if (golden_ && !result.trials.empty()) {
    results_->add(result.test, result.trials.front(), result.record);
    golden_->add({std::move(result.test), std::move(result.trials.front().before),
                  std::move(result.expected)});
  }
  records_.push_back(std::move(result.record));
}

void RunFiles::finish(const RunInfo& info) {
  if (golden_) {
    golden_->finish();
    results_->finish();
  }
  reports::write_junit(folder_.junit(), records_, info);
  reports::write_html(folder_.html(), records_, info);
}

}  // namespace assay::runners
