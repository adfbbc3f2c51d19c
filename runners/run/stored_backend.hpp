// SPDX-License-Identifier: Apache-2.0
// A result file in the place of a backend: judges stored outputs again.
#pragma once

#include <memory>
#include <ostream>
#include <span>
#include <string>

#include "reference/isa/case/backend_spec.hpp"
#include "reference/judge/records/records.hpp"
#include "runners/backend/backend.hpp"
#include "runners/run/case_work.hpp"

namespace assay::runners {

/// The rows of a file, for any number of threads.
class StoredRows;
/// `version` is the suite version of the cases, unless it is that of this program. Throws
/// UsageError where the file says another one, or is no result file.
std::shared_ptr<StoredRows> open_rows(const std::string& file, const std::string& version = {});

/// Answers every case with its row, one execution of it. A case without a row is `unsupported`, one
/// whose row does not fit it is `infra`; both say so.
class StoredBackend final : public Backend {
 public:
  explicit StoredBackend(std::shared_ptr<StoredRows> rows);

  const BackendInfo& info() const override { return info_; }
  bool executes() const override { return false; }
  std::vector<std::vector<Trial>> run(std::vector<Job> jobs) override;
  void before_each(std::function<void(const Case&)>) override {}

 private:
  std::shared_ptr<StoredRows> rows_;
  BackendInfo info_;
};

/// Throws UsageError where the file has no row for a case, or none that fits.
void require_answer(const CaseResult& result);

/// Names cases for which the file of a run has no row, the first of them.
void print_unserved(std::ostream& out, const BackendSpec& stored, const Records& records);

}  // namespace assay::runners
