// SPDX-License-Identifier: Apache-2.0
// The files that a run writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "golden/golden.hpp"
#include "runners/case_work.hpp"
#include "runners/run_command.hpp"
#include "runners/run_folder.hpp"

namespace assay::runners {

/// Files of a run. What is not finished leaves no golden or result file.
class RunFiles {
 public:
  RunFiles(const RunFolder& folder, const golden::Provenance& provenance,
           const RunOptions& options);

  void add(CaseResult result);
  void finish(const RunInfo& info);

  const std::vector<CaseRecord>& records() const { return records_; }
  std::string journal() const { return folder_.journal().string(); }

 private:
  const RunFolder& folder_;
  Journal journal_;
  std::optional<golden::GoldenWriter> golden_;
  std::optional<golden::ResultWriter> results_;
  std::vector<CaseRecord> records_;
};

}  // namespace assay::runners
