// SPDX-License-Identifier: Apache-2.0
// assay-exhaustive: both oracles about every input there is.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <exception>

#include "reference/second_oracle/agreement/options.hpp"
#include "reference/second_oracle/agreement/samples.hpp"

namespace {

namespace agreement = assay::agreement;

/// A line that is rewritten on a terminal, one line a minute in a log.
class Progress {
 public:
  Progress(std::string_view name, std::int64_t total) : name_(name), total_(total) {}

  void operator()(std::int64_t done) {
    const auto now = std::chrono::steady_clock::now();
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const std::chrono::seconds pause(terminal ? 1 : 60);
    if (now - last_ < pause) return;
    last_ = now;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
    fmt::print(stderr, "{}{}: {} of {} in {} s{}", terminal ? "\r" : "", name_, done, total_,
               seconds, terminal ? "  " : "\n");
  }
  std::int64_t milliseconds() const {
    const auto elapsed = std::chrono::steady_clock::now() - start_;
    return std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
  }

 private:
  std::string_view name_;
  std::int64_t total_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = start_;
};

agreement::Draw samples(const agreement::Options& options) {
  if (!options.stratified) return agreement::every_code();
  return
      [](std::int64_t index) -> agreement::Arguments { return {agreement::stratified_f32(index)}; };
}

bool run(const agreement::Options& options, assay::Function function) {
  const agreement::Question question{function, options.from, options.to, options.modes};
  const agreement::Range range = range_of(options);
  Progress progress(name_of(function), range.end - range.begin);
  const auto found = compare(question, range, samples(options), options.threads,
                             [&](std::int64_t done) { progress(done); });
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\n");
  if (found) {
    fmt::print("{}\n", describe(question, *found));
  } else {
    fmt::print("{} {} -> {}: {} inputs, {} modes, no disagreement, {} ms\n", name_of(function),
               name_of(options.from), name_of(options.to), range.end - range.begin,
               options.modes.size(), progress.milliseconds());
  }
  std::fflush(stdout);
  return !found;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const agreement::Options options = agreement::parse(words);
    if (options.help) {
      fmt::print("{}", agreement::usage);
      return 0;
    }
    bool agreed = true;
    for (const assay::Function function : options.functions) {
      agreed = run(options, function) && agreed;
    }
    return agreed ? 0 : 1;
  } catch (const agreement::UsageError& error) {
    fmt::print(stderr, "assay-exhaustive: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "assay-exhaustive: {}\n", error.what());
    return 3;
  }
}
