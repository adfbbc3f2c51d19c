// SPDX-License-Identifier: Apache-2.0
// Filling a tile from the value plans that suit every op, against a container of RapidCheck.
#include <rapidcheck.h>

#include <memory>

#include "generators/generate.hpp"
#include "generators/values/plans.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

constexpr std::int64_t order = 64;

struct Work {
  Form form;
  std::vector<Case> cases;  ///< one a plan
};

std::shared_ptr<Work> prepare() {
  auto work = std::make_shared<Work>();
  work->form.operands = {{"src", Role::input, OperandKind::tile}};
  TileSpec tile;
  tile.type.rows = tile.valid_rows = order;
  tile.type.cols = tile.valid_cols = order;
  for (const std::string& plan : generators::plans_of(work->form)) {
    Case& test_case = work->cases.emplace_back();
    test_case.call.form = &work->form;
    test_case.call.operands = {tile};
    test_case.plan = plan;
    test_case.key = static_cast<std::uint32_t>(work->cases.size());
  }
  return work;
}

}  // namespace

Rows filling(Shared& shared) {
  const std::shared_ptr<Work> work = prepare();
  const auto tiles = static_cast<std::int64_t>(work->cases.size());
  measure("tile filled", shared.settings, tiles * order * order, [work] {
    for (const Case& test_case : work->cases) {
      const auto contents = generators::fill(test_case, generators::Poison::first);
      benchmark::DoNotOptimize(contents.data());
    }
  });
  const auto container =
      rc::gen::container<std::vector<float>>(order * order, rc::gen::arbitrary<float>());
  measure("container of RapidCheck", shared.settings, order * order,
          [container, random = rc::Random(1)]() mutable {
            const std::vector<float> values = container(random.split(), 100).value();
            benchmark::DoNotOptimize(values.data());
          });
  return [](const Figures& figures) {
    return std::vector<Row>{
        at_least("64x64 f32 tile filled, specials included, against RapidCheck's floats", 100,
                 figures.ratio("container of RapidCheck", "tile filled"))};
  };
}

}  // namespace assay::bench
