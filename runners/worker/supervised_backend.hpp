// SPDX-License-Identifier: Apache-2.0
// A backend in a worker process that may die.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "runners/backend/backend.hpp"
#include "runners/worker/process.hpp"

namespace assay::runners {

class SupervisedBackend final : public Backend {
 public:
  /// Throws as WorkerProcess does.
  explicit SupervisedBackend(WorkerOptions options) : worker_(std::move(options)) {}

  const BackendInfo& info() const override { return worker_.info(); }
  bool executes() const override { return true; }

  /// Sends as many requests as needed. If a worker dies, the jobs before the one in flight keep
  /// their answers, that one is executed twice in a new process, and later ones go on in the next:
  /// - its first execution dies again: its trials have that outcome (Outcome::confirmed if it hangs
  ///   again), no contents, and what the guards show;
  /// - the second one dies, or one that runs after a job before it in a new process: the job that
  ///   ran first has the outcome;
  /// - neither: it has the outcome of the first death, which says so.
  /// If the backend makes all calls of a request as a whole, each runs alone once, in order.
  /// A signal that others send (SIGKILL, SIGTERM, SIGINT, SIGHUP) is attributed to no job until it
  /// has ended eight workers in one job (Outcome::ended_from_outside). Throws Stopped soon after a
  /// signal asked the run to stop.
  std::vector<std::vector<Trial>> run(std::vector<Job> jobs) override;

  void begin_anew() override { worker_.retire(); }

  void before_each(std::function<void(const Case&)> prepare) override {
    prepare_ = std::move(prepare);
  }

  const WorkerProcess& worker() const { return worker_; }
  WorkerProcess& worker() { return worker_; }

 private:
  WorkerProcess worker_;
  std::function<void(const Case&)> prepare_;
};

}  // namespace assay::runners
