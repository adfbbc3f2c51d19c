// SPDX-License-Identifier: Apache-2.0
// What it costs to execute cases in a worker process instead of this one.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <stdexcept>

#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/backend/call_runner.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/call/image.hpp"
#include "runners/cases/contents.hpp"
#include "runners/worker/supervised_backend.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

constexpr std::int64_t order = 64;
constexpr Function subject = Function::add;
constexpr std::size_t together = 16;  ///< cases in a request, as in a run

double now() {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now().time_since_epoch();
  return passed.count();
}

runners::WorkerOptions on_simulator() {
  runners::WorkerOptions options;
  options.program = runners::worker_program();
  return options;
}

/// A legal call of 64x64 without a twist of the first page whose result is the function.
Case square_case() {
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      if (form.results.empty() || form.results[0].function != subject) continue;
      const auto recipes = generators::recipes(op, form, Target::a5, ElementType::f32);
      Case test = generators::draw(recipes.front(), generators::key_of(recipes.front(), 1, 0));
      for (OperandValue& operand : test.call.operands) {
        if (auto* tile = std::get_if<TileSpec>(&operand)) {
          tile->type.rows = tile->valid_rows = order;
          tile->type.cols = tile->valid_cols = order;
        }
      }
      return test;
    }
  }
  throw std::logic_error("no page has the function whose cases are executed");
}

class Work {
 public:
  Work() : arena_(memory_.get()) {
    for (const Trial& trial : worker_.run_one({&test_, runners::contents_of(test_), 0})) {
      if (trial.outcome.status != Outcome::Status::done)
        throw std::logic_error(trial.outcome.message);
    }
  }

  /// Wall seconds of the same cases; what the judge gets is made by both.
  double in_worker() {
    std::vector<runners::Job> jobs;
    for (std::size_t i = 0; i < together; ++i) jobs.push_back({&test_, before_, 0});
    const double begin = now();
    const auto trials = worker_.run(std::move(jobs));
    const double seconds = now() - begin;
    benchmark::DoNotOptimize(trials.data());
    return seconds;
  }

  double in_process() {
    double seconds = 0;
    for (std::size_t i = 0; i < together; ++i) seconds += once(before_);
    return seconds;
  }

 private:
  double once(std::vector<std::vector<ElementArray>> before) {
    std::vector<Trial> trials;
    const double begin = now();
    const runners::CallImage image(test_, before.size(), 0);
    arena_.grow(runners::first_image + image.bytes());
    const std::span<std::byte> memory = arena_.map(runners::first_image + image.bytes());
    const std::span<std::byte> call = memory.subspan(runners::first_image);
    auto& header = *reinterpret_cast<runners::WorkerHeader*>(memory.data());
    header.calls = 1;
    header.images[0] = runners::first_image;
    image.write(call, before);
    runners::run_calls(*backend_, memory);
    for (std::size_t k = 0; k < before.size(); ++k) {
      trials.push_back(image.read(call, k, std::move(before[k])));
    }
    const double seconds = now() - begin;
    benchmark::DoNotOptimize(trials.data());
    return seconds;
  }

  Case test_ = square_case();
  std::vector<std::vector<ElementArray>> before_ = runners::contents_of(test_);
  runners::SupervisedBackend worker_{on_simulator()};
  runners::LoadedBackend backend_ = runners::load_backend({});
  runners::FileDescriptor memory_ = runners::memory_file("assay-bench");
  runners::Arena arena_;
};

}  // namespace

Rows workers(Shared& shared) {
  const auto work = std::make_shared<Work>();
  measure_own_time("execute: worker", shared.settings, together,
                   [work] { return work->in_worker(); });
  measure_own_time("execute: in process", shared.settings, together,
                   [work] { return work->in_process(); });
  return [](const Figures& figures) -> std::vector<Row> {
    constexpr double most = 1.1;
    return {at_most(fmt::format("64x64 f32 cases of {}, {} in a request to a worker: wall time "
                                "against in process",
                                name_of(subject), together),
                    most, figures.ratio("execute: worker", "execute: in process"))};
  };
}

}  // namespace assay::bench
