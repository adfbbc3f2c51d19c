// SPDX-License-Identifier: Apache-2.0
// The costs of a case besides its arithmetic: drawing, filling, judging and storing.
#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "generators/generate.hpp"
#include "golden/golden.hpp"
#include "reference/judge/judge.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "suites/bench/raw_file.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

constexpr std::int64_t order = 64;
constexpr Function subject = Function::reciprocal_square_root;

struct Work {
  std::vector<generators::Recipe> recipes;
  std::uint64_t drawn = 0;
  ToleranceLookup tolerances = runners::load_accuracy("").lookup();
  Case test_case;
  std::vector<Expected> expected;
  std::vector<Trial> trials;
  std::filesystem::path file;

  Case draw() {
    const generators::Recipe& recipe = recipes[drawn % recipes.size()];
    const std::uint64_t index = drawn++ / recipes.size();
    return generators::draw(recipe, generators::key_of(recipe, 1, index));
  }
  std::vector<golden::GoldenCase> stored(int count) const;
  double store(int count) const;
  double write_bytes(int count) const;
};

/// Legal cases without a twist of the first page whose result is the function.
std::vector<generators::Recipe> recipes() {
  std::vector<generators::Recipe> found;
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      if (form.results.empty() || form.results[0].function != subject) continue;
      for (auto& recipe : generators::recipes(op, form, Target::a5, ElementType::f32)) {
        if (recipe.intent.kind == Intent::Kind::inside && recipe.scenario.empty()) {
          found.push_back(std::move(recipe));
        }
      }
      if (!found.empty()) return found;
    }
  }
  throw std::logic_error("no page has the function whose cases are measured");
}

void make_square(Call& call) {
  for (OperandValue& operand : call.operands) {
    if (auto* tile = std::get_if<TileSpec>(&operand)) {
      tile->type.rows = tile->valid_rows = order;
      tile->type.cols = tile->valid_cols = order;
    }
  }
}

/// The results of a backend without a fault.
Trial trial(const Work& work, generators::Poison poison) {
  Trial done;
  done.before = generators::fill(work.test_case, poison);
  done.after = done.before;
  const Form& form = work.test_case.form();
  done.after[form.index_of(form.results[0].operand)] =
      std::get<ExpectedTile>(work.expected[0]).value;
  return done;
}

std::shared_ptr<Work> prepare(const Shared& shared) {
  using generators::Poison;
  auto work = std::make_shared<Work>();
  work->file = shared.folder / "cases.h5";
  work->recipes = recipes();
  work->test_case = work->draw();
  make_square(work->test_case.call);
  const auto before = generators::fill(work->test_case, Poison::first);
  work->expected = expect(work->test_case.call, before, work->tolerances);
  for (const Poison poison : {Poison::first, Poison::first, Poison::second}) {
    work->trials.push_back(trial(*work, poison));
  }
  if (judge(work->test_case, work->trials, work->expected, work->tolerances).kind !=
      VerdictKind::conforms) {
    throw std::logic_error("the case whose costs are measured does not conform");
  }
  return work;
}

std::vector<golden::GoldenCase> Work::stored(int count) const {
  std::vector<golden::GoldenCase> cases;
  for (int i = 0; i < count; ++i) {
    cases.push_back({test_case, trials[0].before, expected});
    cases.back().test.name += fmt::format(" {}", i);
  }
  return cases;
}

double Work::store(int count) const {
  std::vector<golden::GoldenCase> cases = stored(count);
  const double begin = process_seconds();
  golden::GoldenWriter writer(file, {});
  for (golden::GoldenCase& golden : cases) writer.add(std::move(golden));
  writer.finish();
  const double seconds = process_seconds() - begin;
  std::filesystem::remove(file);
  return seconds;
}

double Work::write_bytes(int count) const {
  const std::vector<golden::GoldenCase> cases = stored(count);
  const double begin = process_seconds();
  RawFile raw(file);
  raw.add(cases);
  raw.close();
  return process_seconds() - begin;
}

}  // namespace

Rows case_costs(Shared& shared) {
  const Settings& settings = shared.settings;
  const std::shared_ptr<Work> work = prepare(shared);
  measure("case: drawing", settings, 1, [work] { benchmark::DoNotOptimize(work->draw()); });
  measure("case: filling", settings, 1, [work] {
    for (const auto poison : {generators::Poison::first, generators::Poison::second}) {
      benchmark::DoNotOptimize(generators::fill(work->test_case, poison));
    }
  });
  measure("case: arithmetic", settings, 1, [work] {
    benchmark::DoNotOptimize(
        expect(work->test_case.call, work->trials[0].before, work->tolerances));
  });
  measure("case: judging", settings, 1, [work] {
    benchmark::DoNotOptimize(
        judge(work->test_case, work->trials, work->expected, work->tolerances));
  });
  const int stored = settings.quick ? 4 : 400;
  measure_own_time("case: storing", settings, stored,
                   [work, stored] { return work->store(stored); });
  measure_own_time("case: write()", settings, stored,
                   [work, stored] { return work->write_bytes(stored); });
  return [](const Figures& figures) {
    const double arithmetic = figures.seconds("case: arithmetic");
    double others = 0;
    std::vector<Row> rows(1);
    for (const char* part : {"drawing", "filling", "judging", "storing"}) {
      const double seconds = figures.seconds(fmt::format("case: {}", part));
      others += seconds;
      rows.push_back(part_of(fmt::format("- {}", part), seconds / arithmetic));
    }
    rows[0] = at_most(
        fmt::format("64x64 f32 case of {}: all but its arithmetic, against that", name_of(subject)),
        1, others / arithmetic);
    rows.push_back(part_of("- write() of the bytes that are stored",
                           figures.seconds("case: write()") / arithmetic));
    return rows;
  };
}

}  // namespace assay::bench
