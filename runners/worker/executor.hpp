// SPDX-License-Identifier: Apache-2.0
// Executes cases on a backend in a worker process.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"
#include "runners/call/image.hpp"
#include "runners/worker/process.hpp"

namespace assay::runners {

/// A case to execute: once per element of `before`, contents of every operand.
struct Job {
  const Case* test = nullptr;
  std::vector<std::vector<ElementArray>> before;
  std::uint64_t text_capacity = 0;
};

class Executor {
 public:
  /// `before` is called for every case before the worker gets it.
  explicit Executor(WorkerOptions options, std::function<void(const Case&)> before = {})
      : worker_(std::in_place, std::move(options)), before_(std::move(before)) {}

  /// The trial of a case whose operands hold `before`.
  using Answer = std::function<Trial(const Case&, std::vector<ElementArray> before)>;
  /// Without a worker: what was executed before, once.
  Executor(BackendInfo info, Answer answer)
      : stored_(std::move(info)), answer_(std::move(answer)) {}
  bool has_worker() const { return worker_.has_value(); }

  /// As the constructor's, from now on.
  void before_each(std::function<void(const Case&)> before) { before_ = std::move(before); }

  const BackendInfo& info() const { return worker_ ? worker_->info() : stored_; }

  /// The trials of every job, as many requests as it takes. Where a worker dies, the jobs before
  /// the one in flight keep their answers, that one is executed again alone in a new process, and
  /// those behind it go on in the next:
  /// - it dies again: its trials have that outcome, no contents, and what the guards show;
  /// - it does not, but dies behind one of the jobs before it: that one has the outcome;
  /// - neither: it has the outcome of the first death, which says so.
  std::vector<std::vector<Trial>> run(std::vector<Job> jobs);
  std::vector<Trial> run(const Case& test, std::vector<std::vector<ElementArray>> before,
                         std::uint64_t text_capacity);

  /// Only where there is one.
  const WorkerProcess& worker() const { return *worker_; }
  WorkerProcess& worker() { return *worker_; }

 private:
  std::optional<WorkerProcess> worker_;
  std::function<void(const Case&)> before_;
  BackendInfo stored_;
  Answer answer_;
};

}  // namespace assay::runners
