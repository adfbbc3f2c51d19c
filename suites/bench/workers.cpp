// SPDX-License-Identifier: Apache-2.0
// The cost of executing cases in a worker process instead of this one.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <stdexcept>

#include "generators/filled_case.hpp"
#include "generators/generate.hpp"
#include "reference/isa/case/program.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/call/image.hpp"
#include "runners/call/mapped_call.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/cases/stored/contents.hpp"
#include "runners/run/case_work.hpp"
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
      Case test_case = generators::draw(recipes.front(), generators::key_of(recipes.front(), 1, 0));
      for (OperandValue& operand : test_case.call.operands) {
        if (auto* tile = std::get_if<TileSpec>(&operand)) {
          tile->type.rows = tile->valid_rows = order;
          tile->type.cols = tile->valid_cols = order;
        }
      }
      return test_case;
    }
  }
  throw std::logic_error("no page has the function whose cases are executed");
}

/// So many calls in a row over one memory: each writes one of two tiles, which the next one reads.
Program chain_of(const Case& test_case, std::size_t calls) {
  Program program;
  program.name = "chain";
  program.target = test_case.call.target;
  std::int64_t address = 0;
  for (std::size_t call = 0; call < calls; ++call) {
    ProgramStep step;
    step.test = test_case;
    for (std::size_t i = 0; i < test_case.call.operands.size(); ++i) {
      const bool fresh = call < (i == 0 ? 2 : 1);
      step.fresh.push_back(fresh);
      if (fresh) {
        step.bindings.emplace_back(Binding{0, address});
        address += bytes_of(test_case.call.operands[i]);
      } else {
        const std::size_t from = i == 0 ? call - 2 : (i == 1 ? call - 1 : 0);
        step.bindings.push_back(program.steps[from].bindings[i == 1 ? 0 : i]);
      }
    }
    program.steps.push_back(std::move(step));
  }
  program.images = {{Memory::unified_buffer, address}};
  if (const auto why = ill_formed(program)) throw std::logic_error(*why);
  return program;
}

/// The calls themselves, where the run has its images: no copies, no guards that end a process.
class InProcess final : public runners::Backend {
 public:
  InProcess() : arena_(memory_.get()) {}

  const runners::BackendInfo& info() const override { return info_; }
  bool executes() const override { return true; }
  void before_each(std::function<void(const Case&)>) override {}

  std::vector<std::vector<Trial>> run(std::vector<runners::Job> jobs) override {
    std::vector<std::vector<Trial>> trials;
    trials.reserve(jobs.size());
    for (runners::Job& job : jobs) trials.push_back(once(job));
    return trials;
  }

 private:
  std::vector<Trial> once(runners::Job& job) {
    std::vector<Trial> trials;
    const runners::CallImage image(*job.test, job.before.size(), 0);
    arena_.grow(image.bytes());
    const std::span<std::byte> call = arena_.map(image.bytes());
    image.write(call, job.before);
    for (std::size_t k = 0; k < job.before.size(); ++k) {
      runners::MappedCall mapped(call, k);
      backend_->execute(backend_->state, mapped.get());
    }
    for (std::size_t k = 0; k < job.before.size(); ++k) {
      trials.push_back(image.read(call, k, std::move(job.before[k])));
    }
    return trials;
  }

  runners::BackendInfo info_;
  runners::LoadedBackend backend_ = runners::load_backend({});
  runners::FileDescriptor memory_ = runners::memory_file("assay-bench");
  runners::Arena arena_;
};

class Work {
 public:
  Work() {
    for (const Trial& trial : worker_.run_one({&test_, runners::contents_of(test_), 0})) {
      if (trial.outcome.status != Outcome::Status::done)
        throw std::logic_error(trial.outcome.message);
    }
  }

  /// Wall seconds of the same cases; what the judge gets is made by both.
  double in_worker() { return executed_by(worker_); }
  double in_process() { return executed_by(here_); }

  /// The same with all that a run does with a case but writing.
  double run_in_worker() { return judged_by(worker_); }
  double run_in_process() { return judged_by(here_); }
  /// As many calls in a program, and as cases of their own.
  double run_program() {
    return judged_by(worker_, {generators::program_case(chain_of(test_, together))});
  }

 private:
  double executed_by(runners::Backend& backend) const {
    std::vector<runners::Job> jobs;
    for (std::size_t i = 0; i < together; ++i) jobs.push_back({&test_, before_, 0});
    const double begin = now();
    const auto trials = backend.run(std::move(jobs));
    const double seconds = now() - begin;
    benchmark::DoNotOptimize(trials.data());
    return seconds;
  }

  double judged_by(runners::Backend& backend) const {
    return judged_by(backend, std::vector<runners::StoredCase>(together, {test_, {}, {}}));
  }
  double judged_by(runners::Backend& backend, std::vector<runners::StoredCase> tests) const {
    const double begin = now();
    const auto results =
        runners::execute_and_judge(std::move(tests), backend, standard_, "simulator");
    const double seconds = now() - begin;
    for (const runners::CaseResult& result : results) {
      if (result.record.verdict.kind != VerdictKind::conforms)
        throw std::logic_error(result.record.verdict.reason);
    }
    return seconds;
  }

  Case test_ = square_case();
  std::vector<std::vector<ElementArray>> before_ = runners::contents_of(test_);
  runners::SupervisedBackend worker_{on_simulator()};
  InProcess here_;
  Standard standard_{runners::load_accuracy("").lookup(), {}};
};

}  // namespace

Rows workers(Shared& shared) {
  const auto work = std::make_shared<Work>();
  measure_own_time("execute: worker", shared.settings, together,
                   [work] { return work->in_worker(); });
  measure_own_time("execute: in process", shared.settings, together,
                   [work] { return work->in_process(); });
  measure_own_time("run: worker", shared.settings, together,
                   [work] { return work->run_in_worker(); });
  measure_own_time("run: in process", shared.settings, together,
                   [work] { return work->run_in_process(); });
  measure_own_time("run: program", shared.settings, together,
                   [work] { return work->run_program(); });
  return [](const Figures& figures) -> std::vector<Row> {
    constexpr double most = 1.15;
    constexpr double most_of_program = 1.2;
    const std::string cases =
        fmt::format("64x64 f32 cases of {}, {} in a request", name_of(subject), together);
    return {at_most(cases + " to a worker, with verdicts: wall time against in process", most,
                    figures.ratio("run: worker", "run: in process")),
            part_of("- execution alone", figures.ratio("execute: worker", "execute: in process")),
            at_most(fmt::format("a program of {} such calls in a worker, with verdicts: wall time "
                                "against as many cases",
                                together),
                    most_of_program, figures.ratio("run: program", "run: worker"))};
  };
}

}  // namespace assay::bench
