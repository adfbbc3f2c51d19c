// SPDX-License-Identifier: Apache-2.0
// Compiles signatures in batches and finds out which of them do not compile, and why.
#include "runners/sdk/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <fstream>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "runners/sdk/diagnostics.hpp"
#include "runners/sdk/unit.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners::sdk {
namespace {

/// Signatures of the first units; every second unit is twice as large.
constexpr std::size_t first_batch = 16;

/// What fails is checked twice as fast as it is compiled, and what does not fail is checked in
/// vain: it pays where so many of a hundred fail.
constexpr std::size_t checked_from_percent = 40;

/// How many of the legal signatures of a build fail.
class Failures {
 public:
  void add(const std::map<std::string, Built>& built) {
    for (const auto& [signature, one] : built) {
      ++tried_;
      failed_ += one.kind == Built::Kind::entry ? 0 : 1;
    }
  }
  bool many() const { return failed_ * 100 > tried_ * checked_from_percent; }

 private:
  std::atomic<std::size_t> tried_{0};
  std::atomic<std::size_t> failed_{0};
};

/// The work was stopped from outside.
struct Stopped {};

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

std::string_view op_of(const Wanted& wanted) {
  return std::string_view(wanted.signature).substr(0, wanted.signature.find('/'));
}

/// What became of the signatures of one batch.
class BatchBuilder {
 public:
  BatchBuilder(const Compiler& compiler, const std::filesystem::path& folder, std::mutex& renewing,
               const std::stop_token& stop)
      : compiler_(compiler), folder_(folder), renewing_(renewing), stop_(stop) {}

  /// Removes culprits until the rest compiles.
  void build(Batch batch, bool check_first) {
    while (!batch.empty()) {
      const bool check = std::exchange(check_first, false);
      const std::string unit = fmt::format("unit_{}", batch.front()->number);
      const std::filesystem::path source = folder_ / (unit + (check ? "_check.cpp" : ".cpp"));
      write(source, batch, check ? &Wanted::check : &Wanted::source);
      const Ran ran = ran_on(source, folder_ / (unit + ".so"), check);
      if (check) {
        if (ran.code != 0) drop_culprits(batch, ran.output);
        std::error_code ignored;
        std::filesystem::remove(source, ignored);
      } else if (ran.code == 0) {
        return take(batch, unit + ".so");
      } else if (!drop_culprits(batch, ran.output)) {
        return halve(batch, ran.output);
      }
    }
  }

  std::map<std::string, Built> results() { return std::move(built_); }

 private:
  static void write(const std::filesystem::path& source, const Batch& batch,
                    std::string Wanted::*text) {
    std::ofstream stream(source, std::ios::binary);
    for (const Wanted* one : batch) stream << one->*text;
  }

  Ran ran_on(const std::filesystem::path& source, const std::filesystem::path& object,
             bool check) const {
    const auto attempt = [&] {
      Ran ran = check ? compiler_.check(source, stop_) : compiler_.build(source, object, stop_);
      if (stop_.stop_requested()) throw Stopped();
      return ran;
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
    // A type that two entries share is refused in the first and merely missing in the second, which
    // must not look as if nobody had refused it.
    return drop(batch, diagnoses, true) || drop(batch, diagnoses, false);
  }

  bool drop(Batch& batch, const std::map<long, Diagnosis>& diagnoses, bool clear_alone) {
    const std::size_t before = batch.size();
    std::erase_if(batch, [&](const Wanted* one) {
      const auto found = diagnoses.find(static_cast<long>(one->number));
      if (found == diagnoses.end()) return false;
      const bool unclear = one->must_fail && found->second.kind == Diagnosis::Kind::other;
      if (clear_alone && unclear) return false;
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
    build(Batch(batch.begin(), middle), false);
    build(Batch(middle, batch.end()), false);
  }

  void take(const Batch& batch, const std::string& object) {
    for (const Wanted* one : batch) {
      built_[one->signature] = {Built::Kind::entry, object, symbol_of(one->number), one->digest};
    }
  }

  const Compiler& compiler_;
  const std::filesystem::path& folder_;
  std::mutex& renewing_;  ///< held by the one batch that compiles the prelude again
  const std::stop_token& stop_;
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
  try {
    for (std::size_t i = 1; i < std::min<std::size_t>(std::max(1U, jobs), count); ++i) {
      threads.emplace_back(loop);
    }
  } catch (const std::system_error&) {  // fewer do it too
  }
  loop();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

std::vector<Batch> batches_of(const std::vector<Wanted>& wanted, std::size_t most) {
  std::vector<Batch> batches;
  std::array<Batch, 2> open;  // of what must fail the second
  const auto size = [&] {
    return std::min(most, first_batch << std::min<std::size_t>(batches.size() / 2, 16));
  };
  const auto close = [&](Batch& batch) {
    if (!batch.empty()) batches.push_back(std::exchange(batch, {}));
  };
  std::string_view op;
  for (const Wanted& one : wanted) {
    const bool of_next = std::exchange(op, op_of(one)) != op_of(one);
    if (of_next && open[0].size() + open[1].size() >= size() / 2) {
      for (Batch& batch : open) close(batch);
    }
    Batch& batch = open.at(one.must_fail ? 1 : 0);
    batch.push_back(&one);
    if (batch.size() >= size()) close(batch);
  }
  for (Batch& batch : open) close(batch);
  return batches;
}

void build(const std::vector<Wanted>& wanted, const Compiler& compiler,
           const std::filesystem::path& folder, const BuildOptions& options) {
  const std::vector<Batch> batches = batches_of(wanted, options.batch);
  std::mutex lock, renewing;
  Failures failures;
  try {
    in_parallel(batches.size(), options.jobs, [&](std::size_t i) {
      if (options.stop.stop_requested()) throw Stopped();
      const Wanted& first = *batches[i].front();
      BatchBuilder builder(compiler, folder, renewing, options.stop);
      builder.build(batches[i], !first.check.empty() && (first.must_fail || failures.many()));
      std::map<std::string, Built> built = builder.results();
      if (!first.must_fail) failures.add(built);
      const std::lock_guard guard(lock);
      if (options.done) options.done(std::move(built));
    });
  } catch (const Stopped&) {
    return;
  }
}

}  // namespace assay::runners::sdk
