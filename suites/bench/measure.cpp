// SPDX-License-Identifier: Apache-2.0
#include "suites/bench/measure.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace assay::bench {
namespace {

/// Takes the median of the repetitions itself: with one repetition Google Benchmark has none.
class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const std::string& name = run.run_name.function_name;
      if (run.error_occurred) fmt::print(stderr, "{}: {}\n", name, run.error_message);
      if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
      const double seconds = 1 / run.counters.at("items_per_second").value;
      figures.add(name, seconds);
      last_ = name;
    }
    if (!last_.empty()) {
      fmt::print(stderr, "{:<44} {:>14.2f} ns an item\n", last_, 1e9 * figures.seconds(last_));
    }
  }

  Figures figures;

 private:
  std::string last_;
};

void measure_own(const std::string& name, const Settings& settings, std::int64_t items,
                 std::function<double()> work, bool once) {
  auto* made = benchmark::RegisterBenchmark(
      name.c_str(), [items, work = std::move(work)](benchmark::State& state) {
        for ([[maybe_unused]] auto pass : state) state.SetIterationTime(work());
        state.SetItemsProcessed(state.iterations() * items);
      });
  made->UseManualTime()->Repetitions(settings.repetitions);
  if (once) {
    made->Iterations(1);
  } else {
    made->MinTime(settings.seconds);
  }
}

}  // namespace

double process_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double Figures::seconds(const std::string& name) const {
  const auto found = measured_.find(name);
  if (found == measured_.end()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted = found->second;
  std::ranges::sort(sorted);
  return sorted[sorted.size() / 2];
}

void measure(const std::string& name, const Settings& settings, std::int64_t items,
             std::function<void()> work) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [items, work = std::move(work)](benchmark::State& state) {
                                 for ([[maybe_unused]] auto pass : state) work();
                                 state.SetItemsProcessed(state.iterations() * items);
                               })
      ->MinTime(settings.seconds)
      ->Repetitions(settings.repetitions);
}

void measure_own_time(const std::string& name, const Settings& settings, std::int64_t items,
                      std::function<double()> work) {
  measure_own(name, settings, items, std::move(work), false);
}

void measure_once(const std::string& name, const Settings& settings, std::int64_t items,
                  std::function<double()> work) {
  measure_own(name, settings, items, std::move(work), true);
}

Figures run_all() {
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  return std::move(collector.figures);
}

}  // namespace assay::bench
