// SPDX-License-Identifier: Apache-2.0
// Executes cases on a backend in a worker process.
#pragma once

#include <vector>

#include "reference/isa/case.hpp"
#include "runners/worker_process.hpp"

namespace assay::runners {

class Executor {
 public:
  explicit Executor(WorkerOptions options) : worker_(std::move(options)) {}

  const BackendInfo& info() const { return worker_.info(); }

  /// One trial per element of `before` (contents of every operand), in one request and on one
  /// worker. Where the worker dies, every trial has that outcome, no contents, and what the guards
  /// show.
  std::vector<Trial> run(const Case& test, std::vector<std::vector<ElementArray>> before,
                         std::uint64_t text_capacity);

  const WorkerProcess& worker() const { return worker_; }

 private:
  WorkerProcess worker_;
};

/// Contents for the executions of a case in the order of the judge: first poison, the same again,
/// second poison for a legal call; the first alone for a call that must be refused.
std::vector<std::vector<ElementArray>> contents_of(const Case& test);

/// Bytes that the call may print: the page's limit, or enough for every element.
std::uint64_t text_capacity_of(const Case& test, const std::vector<Expected>& expected);

}  // namespace assay::runners
