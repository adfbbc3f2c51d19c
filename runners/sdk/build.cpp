// SPDX-License-Identifier: Apache-2.0
// Compiles signatures in batches and finds out which of them do not compile, and why.
#include "runners/sdk/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <fstream>
#include <mutex>
#include <span>
#include <thread>

#include "runners/sdk/diagnostics.hpp"
#include "runners/sdk/unit.hpp"

namespace assay::runners::sdk {
namespace {

using Batch = std::vector<const Wanted*>;

Built failed(const Wanted& wanted, const Diagnosis& diagnosis) {
  using enum Built::Kind;
  if (diagnosis.kind == Diagnosis::Kind::missing) return {unsupported, diagnosis.message, ""};
  if (diagnosis.kind == Diagnosis::Kind::other && wanted.must_fail) {
    return {broken,
            "it must be refused and does not compile, but no assertion of the library says so: " +
                diagnosis.message,
            ""};
  }
  return {refused, "does not compile: " + diagnosis.message, ""};
}

class Builder {
 public:
  Builder(const Compiler& compiler, const std::filesystem::path& folder,
          const BuildOptions& options, std::size_t total)
      : compiler_(compiler), folder_(folder), options_(options), total_(total) {}

  /// Every batch on one of the threads.
  void run(std::span<const Batch> batches) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      try {
        for (std::size_t i = next++; i < batches.size(); i = next++) build(batches[i]);
      } catch (...) {
        const std::lock_guard guard(lock_);
        if (!failure_) failure_ = std::current_exception();
        next = batches.size();
      }
    };
    std::vector<std::thread> threads;
    const std::size_t count = std::min<std::size_t>(std::max(1U, options_.jobs), batches.size());
    for (std::size_t i = 1; i < count; ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

  std::map<std::string, Built> take() { return std::move(built_); }

 private:
  /// Removes culprits until the rest compiles.
  void build(Batch batch) {
    bool check_first = !batch.empty() && batch.front()->must_fail;
    while (!batch.empty()) {
      const std::string unit = fmt::format("unit_{}", batch.front()->number);
      const std::filesystem::path source = folder_ / (unit + ".cpp");
      write(source, batch);
      const Ran ran =
          check_first ? compiler_.check(source) : compiler_.build(source, folder_ / (unit + ".so"));
      if (ran.code == 0 && check_first) {
        check_first = false;
      } else if (ran.code == 0) {
        return record(batch, unit + ".so");
      } else if (!drop_culprits(batch, ran.output)) {
        return halve(batch, ran.output);
      }
    }
  }

  static void write(const std::filesystem::path& source, const Batch& batch) {
    std::ofstream stream(source, std::ios::binary);
    for (const Wanted* one : batch) stream << one->source;
  }

  bool drop_culprits(Batch& batch, const std::string& output) {
    const std::map<long, Diagnosis> diagnoses = diagnoses_of(output);
    const std::size_t before = batch.size();
    std::erase_if(batch, [&](const Wanted* one) {
      const auto found = diagnoses.find(static_cast<long>(one->number));
      if (found != diagnoses.end()) record(*one, failed(*one, found->second));
      return found != diagnoses.end();
    });
    return batch.size() < before;
  }

  void halve(const Batch& batch, const std::string& output) {
    if (batch.size() == 1) {
      const std::map<long, Diagnosis> diagnoses = diagnoses_of(output);
      const Diagnosis unnamed{Diagnosis::Kind::other, output.substr(0, output.find('\n'))};
      return record(
          *batch.front(),
          failed(*batch.front(), diagnoses.empty() ? unnamed : diagnoses.begin()->second));
    }
    const auto middle = batch.begin() + static_cast<std::ptrdiff_t>(batch.size() / 2);
    build(Batch(batch.begin(), middle));
    build(Batch(middle, batch.end()));
  }

  void record(const Batch& batch, const std::string& object) {
    for (const Wanted* one : batch) {
      record(*one, {Built::Kind::entry, object, symbol_of(one->number)});
    }
  }

  void record(const Wanted& one, Built built) {
    const std::lock_guard guard(lock_);
    built_[one.signature] = std::move(built);
    if (options_.progress) options_.progress(built_.size(), total_);
  }

  const Compiler& compiler_;
  const std::filesystem::path& folder_;
  const BuildOptions& options_;
  std::size_t total_;
  std::mutex lock_;
  std::map<std::string, Built> built_;
  std::exception_ptr failure_;
};

}  // namespace

std::map<std::string, Built> build(const std::vector<Wanted>& wanted, const Compiler& compiler,
                                   const std::filesystem::path& folder,
                                   const BuildOptions& options) {
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
  Builder builder(compiler, folder, options, wanted.size());
  builder.run(batches);
  return builder.take();
}

}  // namespace assay::runners::sdk
