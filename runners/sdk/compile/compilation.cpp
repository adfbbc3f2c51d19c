// SPDX-License-Identifier: Apache-2.0
// A user's library that is compiled while what is ready of it is already called.
#include "runners/sdk/compile/compilation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <future>
#include <iostream>
#include <utility>

#include "reference/support/text.hpp"
#include "runners/sdk/compile/broken_headers.hpp"
#include "runners/sdk/compile/build.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/progress.hpp"

namespace assay::runners::sdk {
namespace {

constexpr std::chrono::milliseconds between_looks{100};

unsigned jobs_of(const SdkOptions& options) {
  return options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
}

std::vector<std::size_t> left_out_of(const Needs& needs,
                                     const std::vector<CompileRequest>& chosen) {
  std::unordered_set<std::string> taken;
  for (const CompileRequest& one : chosen) taken.insert(one.signature);
  std::vector<std::size_t> left_out;
  for (const auto& [at, signature] : needs.by_case) {
    if (!taken.contains(signature)) left_out.push_back(at);
  }
  return left_out;
}

}  // namespace

Compilation::Compilation(const SdkOptions& options, std::size_t cases, const Drawing& draw)
    : quiet_(options.quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      cache_(cache_of(options)),
      lock_(locked(cache_)),
      index_(index_of(cache_)) {
  // To draw all cases takes about as long as to compile the headers.
  const bool ahead = cases > 1 && index_.signatures.empty() && options.limit.value_or(1) > 0;
  std::future<Compiler> compiler;
  std::string error;
  const auto prepare = [&] { return prepared_compiler(options, cache_, error); };
  if (ahead) compiler = std::async(std::launch::async, prepare);
  const Needs needs = needs_of(cases, draw, cache_.profile, index_, jobs_of(options), quiet_);
  for (const auto& [signature, one] : needs.wanted) index_.signatures.erase(signature);
  wanted_ = chosen(needs, options.limit);
  left_out_ = left_out_of(needs, wanted_);
  for (const CompileRequest& one : wanted_) pending_.insert(one.signature);
  if (ahead) {
    compiler_ = compiler.get();
  } else if (!wanted_.empty()) {
    compiler_ = prepare();
  }
  if (!error.empty()) {
    for (const CompileRequest& one : wanted_) {
      index_.signatures[one.signature] = without_headers(one, error);
    }
    wanted_.clear();
    pending_.clear();
  }
  write_index(index_, cache_.index());
  if (wanted_.empty()) {
    ended_ = true;
    lock_ = FileDescriptor();
    return;
  }
  if (!quiet_)
    std::cerr << fmt::format("{} to compile\n", support::count_of(wanted_.size(), "signature"));
  begin_ = std::chrono::steady_clock::now();
  thread_ = std::jthread(
      [this, jobs = jobs_of(options)](const std::stop_token& stop) { work(jobs, stop); });
}

void Compilation::work(unsigned jobs, const std::stop_token& stop) {
  std::exception_ptr failure;
  try {
    build(wanted_, *compiler_, cache_.folder,
          {.assembler = cache_.profile.assemble,
           .jobs = jobs,
           .stop = stop,
           .done = [&](const std::map<std::string, Built>& batch) { take(batch); }});
    if (!stop.stop_requested()) settle();
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard guard(mutex_);
  failure_ = failure;
  ended_ = true;
  lock_ = FileDescriptor();
  changed_.notify_all();
}

void Compilation::take(const std::map<std::string, Built>& batch) {
  for (const auto& [signature, built] : batch) index_.signatures[signature] = built;
  write_index(index_, cache_.index());
  const std::lock_guard guard(mutex_);
  done_ += batch.size();
  for (const auto& [signature, built] : batch) pending_.erase(signature);
  if (!quiet_) tell();
  changed_.notify_all();
}

void Compilation::settle() {
  if (cache_.headers.digest() == cache_.digest) return;
  std::filesystem::remove(cache_.index());
  throw UsageError("the SDK's headers changed while they were compiled; run again");
}

std::string Compilation::progress() const {
  return fmt::format("{} of {} signatures", done_, wanted_.size());
}

void Compilation::tell() const {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  const bool known = done_ > 0 && done_ < wanted_.size();
  const double left = known ? passed.count() * static_cast<double>(wanted_.size() - done_) /
                                  static_cast<double>(done_)
                            : 0;
  std::cerr << fmt::format("{}compiled {}{}{}", terminal_ ? "\r\x1b[K" : "", progress(),
                           known ? fmt::format(", about {} left", clock_text(left)) : "",
                           terminal_ && done_ < wanted_.size() ? "" : "\n")
            << std::flush;
}

void Compilation::wait_for(const Case& test_case) {
  const std::optional<std::string> signature = signature_of(test_case);
  if (!signature) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_ || !pending_.contains(*signature); });
  if (!pending_.contains(*signature)) return;
  if (failure_) std::rethrow_exception(failure_);
  throw InfraError(fmt::format("{} were compiled when the run was stopped", progress()));
}

void Compilation::finish() {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, between_looks, [&] { return ended_; })) {
    stop_if_interrupted(fmt::format("{} are in {}", progress(), cache_.index().string()));
  }
  if (failure_) std::rethrow_exception(failure_);
}

void Compilation::cancel() { thread_.request_stop(); }

}  // namespace assay::runners::sdk
