// SPDX-License-Identifier: Apache-2.0
// The parts of kernels: matrix products as pages promise them, and programs.
#include "generators/programs/programs.hpp"

#include <fmt/format.h>

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>

#include "generators/filled_case.hpp"
#include "generators/generate.hpp"
#include "reference/judge/judge.hpp"
#include "reference/numerics/sums/matrix.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/run/case_work.hpp"
#include "runners/worker/supervised_backend.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

constexpr int most_calls = 12;

double now() {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now().time_since_epoch();
  return passed.count();
}

bool stands_in(const OperandValue& value, Location location) {
  const auto* tile = std::get_if<TileSpec>(&value);
  return tile != nullptr && tile->type.location == location;
}

bool is_product(const Call& call) {
  return call.operands.size() == 3 && stands_in(call.operands[0], Location::acc) &&
         stands_in(call.operands[1], Location::left) &&
         stands_in(call.operands[2], Location::right);
}

/// A case of a form without a twist; nothing where it has none in f16.
std::optional<Case> plain_case(const OpSpec& op, const Form& form) {
  const auto recipes = generators::recipes(op, form, Target::a5, ElementType::f16);
  if (recipes.empty() || recipes.front().intent.kind != Intent::Kind::inside) return std::nullopt;
  try {
    return generators::draw(recipes.front(), generators::key_of(recipes.front(), 1, 0));
  } catch (const generators::Unreachable&) {
    return std::nullopt;
  }
}

/// order x order x order in f16, by the first page that multiplies two tiles alone.
Case product_case(std::int64_t order) {
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      std::optional<Case> test_case = plain_case(op, form);
      if (!test_case || !is_product(test_case->call)) continue;
      for (OperandValue& operand : test_case->call.operands) {
        auto& tile = std::get<TileSpec>(operand);
        tile.type.rows = tile.type.cols = tile.valid_rows = tile.valid_cols = order;
      }
      test_case->plan = "moderate";
      return *std::move(test_case);
    }
  }
  throw std::logic_error("no page multiplies two tiles of f16");
}

/// A case that a backend without a fault executed.
class Product {
 public:
  explicit Product(std::int64_t order) : test_(product_case(order)) {
    using generators::Poison;
    for (const Poison poison : {Poison::first, Poison::first, Poison::second}) {
      Trial& trial = trials_.emplace_back();
      trial.before = generators::fill(test_, poison);
      trial.after = trial.before;
      trial.after[0] = std::get<ExpectedTile>(expected().front()).value;
    }
    if (judged() != VerdictKind::conforms) throw std::logic_error("the product does not conform");
  }

  VerdictKind judged() const {
    return judge(test_, trials_, expected(), standard_.tolerances).kind;
  }

  void multiply() const {
    const auto product = numerics::matmul(exact(1), exact(2), {ElementType::f32, ElementType::f32});
    benchmark::DoNotOptimize(product.value.bytes().data());
  }

 private:
  std::vector<Expected> expected() const {
    return expect(test_.call, trials_.front().before, standard_.tolerances);
  }
  numerics::ExactMatrix exact(std::size_t operand) const {
    const auto& tile = std::get<TileSpec>(test_.call.operands[operand]);
    const ElementArray& elements = trials_.front().before[operand];
    return numerics::ExactMatrix(
        {elements.type(), elements.bytes(), tile.valid_rows, tile.valid_cols, tile.cols(), 1, 0});
  }

  Case test_;
  Standard standard_{runners::load_accuracy("").lookup(), {}};
  std::vector<Trial> trials_;
};

class Programs {
 public:
  /// Draws, executes and judges every second of so many blocks, from `first` on. A block has one
  /// target and a program of each number of calls, and goes to the worker at once.
  void run(generators::ProgramKind kind, std::int64_t first, std::int64_t blocks) {
    for (std::int64_t block = first; block < blocks; block += 2) {
      const Target target = all_targets[static_cast<std::size_t>(block / 2) % all_targets.size()];
      std::vector<runners::StoredCase> programs;
      for (int calls = 1; calls <= most_calls; ++calls) {
        const generators::ProgramRecipe recipe{target, calls, {}, kind};
        const auto number = static_cast<std::uint64_t>(block * most_calls + calls - 1);
        programs.push_back(generators::program_case(
            generators::draw_program(recipe, generators::program_key(recipe, 1, number))));
      }
      judge_all(std::move(programs));
    }
  }

 private:
  static runners::WorkerOptions on_simulator() {
    runners::WorkerOptions options;
    options.program = runners::worker_program();
    return options;
  }

  void judge_all(std::vector<runners::StoredCase> programs) {
    const auto results =
        runners::execute_and_judge(std::move(programs), worker_, standard_, "simulator");
    for (const runners::CaseResult& result : results) {
      if (is_failure(result.record.verdict.kind))
        throw std::logic_error(result.record.verdict.reason);
    }
  }

  runners::SupervisedBackend worker_{on_simulator()};
  Standard standard_{runners::load_accuracy("").lookup(), {}};
};

/// As a run on two cores has it: two threads, each with a worker.
class TwoCores {
 public:
  /// Wall seconds for so many blocks.
  double run(generators::ProgramKind kind, std::int64_t blocks) {
    const double begin = now();
    std::future<void> other = std::async(std::launch::async, [&] { second_.run(kind, 1, blocks); });
    first_.run(kind, 0, blocks);
    other.get();
    return now() - begin;
  }

 private:
  Programs first_;
  Programs second_;
};

}  // namespace

Rows programs(Shared& shared) {
  using generators::ProgramKind;
  const Settings& settings = shared.settings;
  const std::int64_t order = settings.quick ? 16 : 128;
  const auto product = std::make_shared<Product>(order);
  measure("product: judged", settings, 1,
          [product] { benchmark::DoNotOptimize(product->judged()); });
  measure("product: kernel", settings, 1, [product] { product->multiply(); });
  const std::int64_t blocks = settings.quick ? 2 : 24;
  const std::int64_t count = blocks * most_calls;
  const auto work = std::make_shared<TwoCores>();
  measure_own_time("programs: stepwise", settings, count,
                   [work, blocks] { return work->run(ProgramKind::stepwise, blocks); });
  measure_own_time("programs: by their end", settings, count,
                   [work, blocks] { return work->run(ProgramKind::end, blocks); });
  return [](const Figures& figures) -> std::vector<Row> {
    constexpr double kernels = 2;
    constexpr double thousand = 1000;
    return {
        at_most("128x128x128 f16 product, expected by its page and judged, against its "
                "reference kernel",
                kernels, figures.ratio("product: judged", "product: kernel")),
        at_most_seconds(
            fmt::format("1,000 programs of 1 to {} calls, drawn, executed and judged by 2 cores",
                        most_calls),
            1, figures.seconds("programs: stepwise") * thousand),
        part_of("- judged by their end, against call by call",
                figures.ratio("programs: by their end", "programs: stepwise"))};
  };
}

}  // namespace assay::bench
