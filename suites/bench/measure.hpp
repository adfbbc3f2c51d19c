// SPDX-License-Identifier: Apache-2.0
// Measurements and their results: CPU time per item, by name, from one run of Google Benchmark.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace assay::bench {

struct Settings {
  bool quick = false;  ///< sizes at which no figure means anything: to see that the program runs
  bool full = false;   ///< every input there is, not a sample
  int repetitions = 7;
  double seconds = 0.1;  ///< of each repetition, at least
};

/// CPU seconds of this process so far, user and system.
double process_seconds();

/// Median CPU seconds per item over the repetitions of each benchmark.
class Figures {
 public:
  void add(const std::string& name, double seconds) { measured_[name].push_back(seconds); }
  /// NaN for what was not measured.
  double seconds(const std::string& name) const;
  /// How many times as long as `fast` an item of `slow` takes.
  double ratio(const std::string& slow, const std::string& fast) const {
    return seconds(slow) / seconds(fast);
  }

 private:
  std::map<std::string, std::vector<double>> measured_;
};

/// Work on `items` items at a time. Called until enough time has passed; by the CPU time of the
/// thread.
void measure(const std::string& name, const Settings& settings, std::int64_t items,
             std::function<void()> work);

/// The same for work that takes its own time: returns CPU seconds.
void measure_own_time(const std::string& name, const Settings& settings, std::int64_t items,
                      std::function<double()> work);

/// As measure_own_time(), but each repetition is one call.
void measure_once(const std::string& name, const Settings& settings, std::int64_t items,
                  std::function<double()> work);

/// Runs everything, repetitions of all benchmarks in random order, so that what else the machine
/// does meets all of them. A line for each goes to standard error.
Figures run_all();

}  // namespace assay::bench
