// SPDX-License-Identifier: Apache-2.0
// Whatever answers calls: a supervised process, or what was stored.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/isa/case/program.hpp"
#include "runners/sdk/compile/index.hpp"

namespace assay::runners {

/// The description that a backend gives of itself.
struct BackendInfo {
  std::string name;
  std::string revision;
  std::string targets;
  std::string devices;  ///< comma-separated; empty where the backend names none
  std::string device;   ///< the one that answers
};

/// A case to execute: once per element of `before`, contents of every operand. Or a program: of its
/// images, before and after as CallImage says; `test_case` is any of its calls.
struct Job {
  const Case* test = nullptr;
  std::vector<std::vector<ElementArray>> before;
  std::uint64_t text_capacity = 0;
  const Program* program = nullptr;
  std::uint32_t* changes = nullptr;  ///< gets what its calls left: a set of ProcessChange
};

class Backend;

/// What is known of the assembler that makes the C++ of a backend's calls. One thread at a time.
class AssemblerView {
 public:
  AssemblerView() = default;
  AssemblerView(const AssemblerView&) = delete;
  AssemblerView& operator=(const AssemblerView&) = delete;
  virtual ~AssemblerView() = default;

  /// What it made of the signature of the call.
  virtual sdk::Assembled of(const Case& test_case) = 0;
  /// The same library without it. Throws as SupervisedBackend does, and UsageError.
  virtual Backend& without() = 0;
};

/// One thread at a time.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  virtual const BackendInfo& info() const = 0;
  /// Whether it computes, so that asking again says something new.
  virtual bool executes() const = 0;

  /// The trials of every job: one per element of its `before`, or a single one where nothing is
  /// executed. Throws InfraError where no backend can be had any more.
  virtual std::vector<std::vector<Trial>> run(std::vector<Job> jobs) = 0;
  std::vector<Trial> run_one(Job job) {
    std::vector<Job> jobs;
    jobs.push_back(std::move(job));
    return std::move(run(std::move(jobs)).front());
  }

  /// Executes the next job in a new process, if the backend has one.
  virtual void begin_anew() {}

  /// From now on `prepare` is called with every case before it is executed; where nothing is,
  /// never.
  virtual void before_each(std::function<void(const Case&)> prepare) = 0;

  void set_assembler(std::unique_ptr<AssemblerView> assembler) {
    assembler_ = std::move(assembler);
  }
  /// Null where none makes the C++ of calls.
  AssemblerView* assembler() const { return assembler_.get(); }

 private:
  std::unique_ptr<AssemblerView> assembler_;
};

}  // namespace assay::runners
