// SPDX-License-Identifier: Apache-2.0
// A user's library that is compiled while what is ready of it is already called.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "reference/isa/case/backend_spec.hpp"
#include "reference/isa/case/case.hpp"
#include "runners/call/arena.hpp"
#include "runners/sdk/compile/cache.hpp"
#include "runners/sdk/compile/needs.hpp"
#include "runners/sdk/compile/options.hpp"

namespace assay::runners::sdk {

/// Compiles the signatures of all cases that `draw` gives and that the cache does not have, in the
/// order in which they are needed, on threads of its own. No other process fills the cache
/// meanwhile.
class Compilation {
 public:
  /// Draws all cases and compiles the headers. Of headers that do not compile themselves every
  /// signature is refused, with the first error; one that must be is not judged. Throws UsageError
  /// where the profile, the compiler or the folder of the headers is unusable, InfraError at an
  /// interrupt.
  Compilation(const SdkOptions& options, std::size_t cases, const Drawing& draw);
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;
  ~Compilation() { cancel(); }

  BackendSpec backend() const { return {BackendKind::compiled, cache_.index().string()}; }
  /// Ascending indices of cases beyond the limit.
  const std::vector<std::size_t>& left_out() const { return left_out_; }

  /// Until what the case needs has been compiled. Throws what compiling ended with, InfraError
  /// where it was cancelled.
  void wait_for(const Case& test_case);
  /// Until all has been compiled. Throws what compiling ended with, and InfraError at an interrupt.
  void finish();
  /// Ends the compilers that run; what was compiled stays.
  void cancel();

 private:
  void work(unsigned jobs, const std::stop_token& stop);
  void take(const std::map<std::string, Built>& batch);
  void settle();
  std::string progress() const;
  void tell() const;

  const bool quiet_;
  const bool terminal_;
  Cache cache_;
  FileDescriptor lock_;
  Index index_;
  std::vector<CompileRequest> wanted_;
  std::vector<std::size_t> left_out_;
  std::optional<Compiler> compiler_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_set<std::string> pending_;  ///< signatures
  std::exception_ptr failure_;
  bool ended_ = false;
  std::size_t done_ = 0;
  std::chrono::steady_clock::time_point begin_;  ///< of compiling
  std::jthread thread_;                          ///< last: everything else lives longer
};

}  // namespace assay::runners::sdk
