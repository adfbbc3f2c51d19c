// SPDX-License-Identifier: Apache-2.0
// Programs on the simulator in this process, and errors injected after one of their calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "generators/programs/programs.hpp"
#include "reference/isa/call/physical.hpp"
#include "reference/support/hash.hpp"
#include "runners/call/image.hpp"
#include "runners/call/mapped_call.hpp"
#include "runners/call/outcome.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/run/case_work.hpp"
#include "runners/simulator/simulator.hpp"

namespace assay::runners {
namespace {

/// Changes the memories of a program after a call; `bytes` are those of each image.
using Plant = std::function<void(std::size_t call, const std::vector<std::span<std::byte>>& bytes)>;

/// The healthy simulator with a plant.
class Planted final : public Backend {
 public:
  explicit Planted(Plant plant = {}) : plant_(std::move(plant)) {}

  const BackendInfo& info() const override { return info_; }
  bool executes() const override { return true; }
  void before_each(std::function<void(const Case&)>) override {}

  std::vector<std::vector<Trial>> run(std::vector<Job> jobs) override {
    std::vector<std::vector<Trial>> trials;
    trials.reserve(jobs.size());
    for (Job& job : jobs) {
      trials.push_back(job.program != nullptr ? program(job) : single(job));
    }
    return trials;
  }

 private:
  std::vector<Trial> single(Job& job) {
    const CallImage image(*job.test, job.before.size(), job.text_capacity);
    std::vector<std::byte> arena(image.bytes());
    image.write(arena, job.before);
    std::vector<Trial> trials;
    for (std::size_t k = 0; k < job.before.size(); ++k) {
      MappedCall mapped(arena, k);
      const assay_status status = backend_->execute(backend_->state, mapped.get());
      trials.push_back(image.read(arena, k, std::move(job.before[k])));
      trials.back().outcome = outcome(status);
    }
    return trials;
  }

  std::vector<Trial> program(Job& job) {
    std::vector<Trial> trials;
    for (ProgramMemory& before : job.before) {
      const CallImage image(*job.program, 1);
      std::vector<std::byte> arena(image.bytes());
      image.write(arena, std::vector<ProgramMemory>{before});
      MappedCall mapped(arena, 0);
      Trial trial;
      ImageHeader header;
      std::memcpy(&header, arena.data(), sizeof header);
      std::vector<ImageWindow> windows(header.window_count);
      std::memcpy(windows.data(), arena.data() + header.windows,
                  windows.size() * sizeof(ImageWindow));
      std::vector<std::span<std::byte>> bytes;
      bytes.reserve(windows.size());
      for (const ImageWindow& window : windows) {
        bytes.push_back(std::span(arena).subspan(window.begin + guard_bytes, window.contents));
      }
      for (std::size_t call = 0; call < mapped.size(); ++call) {
        const assay_status status = backend_->execute(backend_->state, mapped.get(call));
        trial.outcome = outcome(status);
        trial.outcome.call = call;
        if (plant_) plant_(call, bytes);
        for (const std::span<std::byte>& one : bytes) {
          ElementArray& after =
              trial.after.emplace_back(ElementType::u8, static_cast<std::int64_t>(one.size()));
          std::ranges::copy(one, after.bytes().begin());
        }
        if (status != ASSAY_DONE) break;
      }
      trial.before = std::move(before);
      trials.push_back(std::move(trial));
    }
    return trials;
  }

  static Outcome outcome(assay_status status) {
    switch (status) {
      case ASSAY_DONE:
        return {Outcome::Status::done, ""};
      case ASSAY_UNSUPPORTED:
        return {Outcome::Status::unsupported, "unsupported"};
      default:
        return {Outcome::Status::rejected, "rejected"};
    }
  }

  Plant plant_;
  BackendInfo info_;
  std::unique_ptr<simulator::Simulator> simulator_ = simulator::make();
  const assay_backend* backend_ = &simulator_->backend();
};

const Standard& standard() {
  static const Standard made{load_accuracy("").lookup()};
  return made;
}

CaseResult result_on(Backend& backend, const Program& program) {
  return execute_and_judge(generators::program_case(program), backend, standard(), "planted");
}

Program drawn(Target target, int calls, std::uint64_t number) {
  const generators::ProgramRecipe recipe{target, calls};
  return generators::draw_program(recipe, generators::program_key(recipe, 3, number));
}

TEST(ProgramWork, FindsNothingOnTheHealthySimulator) {
  Planted healthy;
  std::size_t judged = 0;
  for (const Target target : all_targets) {
    for (std::uint64_t i = 0; i < 60; ++i) {
      const Program program = drawn(target, 1 + static_cast<int>(i % 20), i);
      const CaseResult result = result_on(healthy, program);
      EXPECT_FALSE(is_failure(result.record.verdict.kind))
          << program.name << ": " << result.record.verdict.reason;
      judged += result.record.verdict.kind == VerdictKind::conforms ? 1U : 0U;
    }
  }
  EXPECT_GT(judged, 150U);
}

TEST(ProgramWork, GivesAProgramOfOneCallTheVerdictOfThatCall) {
  Planted healthy;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Program program = drawn(Target::a5, 1, i);
    const CaseResult whole = result_on(healthy, program);
    Case test_case = program.steps[0].test;
    const CaseResult alone = execute_and_judge({test_case, {}}, healthy, standard(), "planted");
    EXPECT_EQ(whole.record.verdict.kind, alone.record.verdict.kind) << program.name;
    EXPECT_EQ(whole.record.verdict.compared, alone.record.verdict.compared) << program.name;
  }
}

struct PromisedByte {
  std::size_t image = 0;
  std::size_t byte = 0;
};

/// First byte of the first element of an output that must have exact bits.
std::optional<PromisedByte> promised_byte(const Program& program, std::size_t call,
                                          const CaseResult& healthy) {
  const ProgramStep& step = program.steps[call];
  const std::vector<Trial> trials =
      trials_of_call(program, call, healthy.trials);  // of the whole program
  if (trials.empty()) return std::nullopt;
  const std::vector<Expected> expected =
      expect(step.test.call, trials[0].before, standard().tolerances);
  const Form& form = step.test.form();
  for (std::size_t r = 0; r < expected.size(); ++r) {
    const auto* tile = std::get_if<ExpectedTile>(&expected[r]);
    const std::size_t operand = form.index_of(form.results[r].operand);
    const auto* spec = std::get_if<TileSpec>(&step.test.call.operands[operand]);
    if (tile == nullptr || spec == nullptr || bits_of(spec->type.element) < 8) continue;
    for (std::size_t i = 0; i < tile->accept.size(); ++i) {
      if (tile->accept[i] != Accept::exact) continue;
      const std::int64_t place =
          physical_offset(spec->type, static_cast<std::int64_t>(i) / spec->cols(),
                          static_cast<std::int64_t>(i) % spec->cols());
      const std::int64_t width = bits_of(spec->type.element) / 8;
      return PromisedByte{
          step.bindings[operand]->image,
          static_cast<std::size_t>(step.bindings[operand]->address + place * width)};
    }
  }
  return std::nullopt;
}

/// Runs a program without judging it, for the contents of its memories after each call.
CaseResult executed(const Program& program) {
  Planted healthy;
  Job job;
  job.program = &program;
  job.before = {generators::filled(program, generators::Poison::first)};
  CaseResult result;
  result.trials = healthy.run_one(std::move(job));
  return result;
}

TEST(ProgramWork, NamesTheCallBehindWhichAPromisedElementIsWrong) {
  int planted = 0;
  int named = 0;
  for (std::uint64_t i = 0; planted < 120 && i < 400; ++i) {
    const Program program =
        drawn(all_targets[i % all_targets.size()], 5 + static_cast<int>(i % 16), 1000 + i);
    const CaseResult healthy = executed(program);
    const std::size_t call = support::mix(i) % program.steps.size();
    const auto where = promised_byte(program, call, healthy);
    if (!where) continue;
    ++planted;
    Planted backend([&](std::size_t behind, const auto& bytes) {
      if (behind == call) bytes[where->image][where->byte] ^= std::byte{1};
    });
    const CaseResult result = result_on(backend, program);
    const bool right = is_failure(result.record.verdict.kind) && result.call == call;
    named += right ? 1 : 0;
    EXPECT_TRUE(right) << program.name << " call " << call + 1 << " of " << program.steps.size()
                       << ", named " << result.call + 1 << ": "
                       << verdict_text(result.record.verdict) << " "
                       << result.record.verdict.reason;
  }
  EXPECT_EQ(planted, 120);
  EXPECT_GE(named * 100, planted * 95);
}

TEST(ProgramWork, NamesTheCallBehindWhichAStrangersByteChanged) {
  int planted = 0;
  for (std::uint64_t i = 0; planted < 60 && i < 200; ++i) {
    const Program program = drawn(Target::a5, 5 + static_cast<int>(i % 8), 5000 + i);
    const std::size_t call = support::mix(i) % program.steps.size();
    const ProgramStep& step = program.steps[call];
    // The last byte of a memory that the call does not write.
    std::optional<std::size_t> image;
    for (std::size_t m = 0; m < program.images.size() && !image; ++m) {
      bool written = false;
      for (std::size_t k = 0; k < step.bindings.size(); ++k) {
        written = written || (step.bindings[k] && step.bindings[k]->image == m &&
                              is_written(step.test.form().operands[k]));
      }
      if (!written) image = m;
    }
    if (!image) continue;
    ++planted;
    Planted backend([&](std::size_t behind, const auto& bytes) {
      if (behind == call) bytes[*image].back() ^= std::byte{0x80};
    });
    const CaseResult result = result_on(backend, program);
    EXPECT_TRUE(is_failure(result.record.verdict.kind)) << program.name;
    EXPECT_EQ(result.call, call) << program.name << ": " << result.record.verdict.reason;
    const Deviation kind = result.record.verdict.deviation;
    EXPECT_TRUE(kind == Deviation::guard_broken || kind == Deviation::clobbered_input);
  }
  EXPECT_EQ(planted, 60);
}

TEST(ProgramWork, NamesACallThatDoesNothing) {
  int planted = 0;
  for (std::uint64_t i = 0; planted < 60 && i < 300; ++i) {
    const Program program = drawn(Target::a5, 5 + static_cast<int>(i % 8), 9000 + i);
    const std::size_t call = support::mix(i) % program.steps.size();
    const CaseResult healthy = executed(program);
    if (!promised_byte(program, call, healthy)) continue;
    ++planted;
    std::vector<std::vector<std::byte>> before;
    Planted backend([&](std::size_t behind, const auto& bytes) {
      if (call > 0 && behind + 1 == call) {
        before.clear();
        for (const auto& one : bytes) before.emplace_back(one.begin(), one.end());
      }
      if (behind != call) return;
      const bool brought = call == 0;
      for (std::size_t m = 0; m < bytes.size(); ++m) {
        if (brought) {
          std::ranges::fill(bytes[m], std::byte{0});
        } else {
          std::ranges::copy(before[m], bytes[m].begin());
        }
      }
    });
    const CaseResult result = result_on(backend, program);
    // The old content may have been right by chance: a copy of a copy.
    if (!is_failure(result.record.verdict.kind)) continue;
    EXPECT_EQ(result.call, call) << program.name << ": " << result.record.verdict.reason;
  }
  EXPECT_EQ(planted, 60);
}

TEST(ProgramWork, MakesTheWrongCallACaseOfItsOwn) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Program program = drawn(Target::a5, 6, 700 + i);
    const CaseResult healthy = executed(program);
    const std::size_t call = program.steps.size() - 1;
    const auto where = promised_byte(program, call, healthy);
    if (!where) continue;
    Planted backend([&](std::size_t behind, const auto& bytes) {
      if (behind == call) bytes[where->image][where->byte] ^= std::byte{1};
    });
    const CaseResult result = result_on(backend, program);
    ASSERT_EQ(result.call, call);
    EXPECT_EQ(result.record.op, program.steps[call].test.form().op);
    EXPECT_EQ(result.record.scenario, call_text(call));
    Planted sound;
    const CaseResult alone =
        execute_and_judge({result.test, result.stored}, sound, standard(), "sound");
    EXPECT_FALSE(is_failure(alone.record.verdict.kind)) << alone.record.verdict.reason;
    EXPECT_EQ(alone.trials.front().before, result.trials.front().before);
  }
}

}  // namespace
}  // namespace assay::runners
