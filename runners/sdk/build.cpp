// SPDX-License-Identifier: Apache-2.0
// Compiles signatures in batches and finds out which of them do not compile, and why.
#include "runners/sdk/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <fstream>
#include <mutex>
#include <thread>

#include "runners/sdk/diagnostics.hpp"
#include "runners/sdk/unit.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners::sdk {
namespace {

using Batch = std::vector<const Wanted*>;

Built failed(const Wanted& wanted, const Diagnosis& diagnosis) {
  using enum Built::Kind;
  if (diagnosis.kind == Diagnosis::Kind::unlinked)
    return {unsupported, "does not link: " + diagnosis.message, "", wanted.digest};
  if (diagnosis.kind == Diagnosis::Kind::missing)
    return {unsupported, diagnosis.message, "", wanted.digest};
  if (diagnosis.kind == Diagnosis::Kind::other && wanted.must_fail) {
    return {broken,
            "it must be refused and does not compile, but no assertion of the library says so: " +
                diagnosis.message,
            "", wanted.digest};
  }
  return {refused, "does not compile: " + diagnosis.message, "", wanted.digest};
}

/// What became of the signatures of one batch.
class BatchBuilder {
 public:
  BatchBuilder(const Compiler& compiler, const std::filesystem::path& folder, std::mutex& renewing)
      : compiler_(compiler), folder_(folder), renewing_(renewing) {}

  /// Removes culprits until the rest compiles.
  void build(Batch batch) {
    bool check_first = !batch.empty() && batch.front()->must_fail;
    while (!batch.empty()) {
      const std::string unit = fmt::format("unit_{}", batch.front()->number);
      const std::filesystem::path source = folder_ / (unit + ".cpp");
      write(source, batch);
      const Ran ran = ran_on(source, folder_ / (unit + ".so"), check_first);
      if (ran.code == 0 && check_first) {
        check_first = false;
      } else if (ran.code == 0) {
        return take(batch, unit + ".so");
      } else if (!drop_culprits(batch, ran.output)) {
        return halve(batch, ran.output);
      }
    }
  }

  std::map<std::string, Built> results() { return std::move(built_); }

 private:
  static void write(const std::filesystem::path& source, const Batch& batch) {
    std::ofstream stream(source, std::ios::binary);
    for (const Wanted* one : batch) stream << one->source;
  }

  Ran ran_on(const std::filesystem::path& source, const std::filesystem::path& object,
             bool check) const {
    const auto attempt = [&] {
      return check ? compiler_.check(source) : compiler_.build(source, object);
    };
    Ran ran = attempt();
    if (ran.code == 0 || !is_about_files(ran.output)) return ran;
    {
      // Somebody touched a header since; its content is held against the old one in the end.
      const std::lock_guard guard(renewing_);
      compiler_.renew();
    }
    ran = attempt();
    if (ran.code == 0 || !is_about_files(ran.output)) return ran;
    throw UsageError(
        fmt::format("the compiler cannot read what it needs, so nothing was judged: {}",
                    ran.output.substr(0, ran.output.find('\n'))));
  }

  bool drop_culprits(Batch& batch, const std::string& output) {
    const std::map<long, Diagnosis> diagnoses = diagnoses_of(output);
    const std::size_t before = batch.size();
    std::erase_if(batch, [&](const Wanted* one) {
      const auto found = diagnoses.find(static_cast<long>(one->number));
      if (found == diagnoses.end()) return false;
      built_[one->signature] = failed(*one, found->second);
      return true;
    });
    return batch.size() < before;
  }

  void halve(const Batch& batch, const std::string& output) {
    if (batch.size() == 1) {
      const Diagnosis linked = diagnosis_of_link(output);
      const std::map<long, Diagnosis> diagnoses = diagnoses_of(output);
      const bool of_linker = linked.kind == Diagnosis::Kind::unlinked || diagnoses.empty();
      built_[batch.front()->signature] =
          failed(*batch.front(), of_linker ? linked : diagnoses.begin()->second);
      return;
    }
    const auto middle = batch.begin() + static_cast<std::ptrdiff_t>(batch.size() / 2);
    build(Batch(batch.begin(), middle));
    build(Batch(middle, batch.end()));
  }

  void take(const Batch& batch, const std::string& object) {
    for (const Wanted* one : batch) {
      built_[one->signature] = {Built::Kind::entry, object, symbol_of(one->number), one->digest};
    }
  }

  const Compiler& compiler_;
  const std::filesystem::path& folder_;
  std::mutex& renewing_;  ///< held by the one batch that compiles the prelude again
  std::map<std::string, Built> built_;
};

/// Calls `work` for all indices below `count` on `jobs` threads; the first exception ends it.
void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex lock;
  std::exception_ptr failure;
  const auto loop = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      const std::lock_guard guard(lock);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < std::min<std::size_t>(std::max(1U, jobs), count); ++i) {
    threads.emplace_back(loop);
  }
  loop();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

void build(const std::vector<Wanted>& wanted, const Compiler& compiler,
           const std::filesystem::path& folder, const BuildOptions& options) {
  std::vector<Batch> batches;
  for (const bool must_fail : {false, true}) {
    batches.emplace_back();
    for (const Wanted& one : wanted) {
      if (one.must_fail != must_fail) continue;
      if (batches.back().size() == options.batch) batches.emplace_back();
      batches.back().push_back(&one);
    }
  }
  std::erase_if(batches, [](const Batch& batch) { return batch.empty(); });
  std::mutex lock, renewing;
  in_parallel(batches.size(), options.jobs, [&](std::size_t i) {
    BatchBuilder builder(compiler, folder, renewing);
    builder.build(batches[i]);
    const std::lock_guard guard(lock);
    if (options.done) options.done(builder.results());
  });
}

}  // namespace assay::runners::sdk
