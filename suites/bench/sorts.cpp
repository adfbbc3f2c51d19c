// SPDX-License-Identifier: Apache-2.0
// What it costs to judge a sort, against the sort itself.
#include <memory>
#include <optional>
#include <stdexcept>

#include "generators/generate.hpp"
#include "reference/judge/judge.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/call/arena.hpp"
#include "runners/call/image.hpp"
#include "runners/call/mapped_call.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/cases/stored/contents.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

/// A case of a form without a twist, if each value and its index become a record of two elements.
std::optional<Case> case_of(const OpSpec& op, const Form& form) {
  for (const char* operand : {"dst", "src", "idx"}) {
    if (!form.has(operand) || form.operands.size() != 3) return std::nullopt;
  }
  const auto recipes = generators::recipes(op, form, Target::a5, ElementType::f32);
  if (recipes.empty() || recipes.front().intent.kind != Intent::Kind::inside) return std::nullopt;
  try {
    Case drawn = generators::draw(recipes.front(), generators::key_of(recipes.front(), 1, 0));
    const std::int64_t values = drawn.call.tile("src").valid_cols;
    if (drawn.call.tile("dst").valid_cols == 2 * values) return drawn;
  } catch (const generators::Unreachable&) {
    // Not of f32.
  }
  return std::nullopt;
}

/// order x order values, by the first page that makes such records.
Case sort_case(std::int64_t order) {
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      std::optional<Case> test_case = case_of(op, form);
      if (!test_case) continue;
      for (const Operand& operand : form.operands) {
        TileSpec& tile = test_case->call.tile(operand.name);
        tile.type.rows = tile.valid_rows = order;
        tile.type.cols = tile.valid_cols = operand.role == Role::output ? 2 * order : order;
      }
      test_case->plan = "moderate";
      return *std::move(test_case);
    }
  }
  throw std::logic_error("no page sorts values with their indices");
}

class Sort {
 public:
  explicit Sort(std::int64_t order) : test_(sort_case(order)) {
    arena_.grow(image_.bytes());
    call_ = arena_.map(image_.bytes());
    image_.write(call_, before_);
    for (std::size_t trial = 0; trial < before_.size(); ++trial) execute(trial);
    for (std::size_t trial = 0; trial < before_.size(); ++trial) {
      trials_.push_back(image_.read(call_, trial, before_[trial]));
    }
    if (judged() != VerdictKind::conforms) throw std::logic_error("the sort does not conform");
  }

  void execute(std::size_t trial) {
    runners::MappedCall mapped(call_, trial);
    backend_->execute(backend_->state, mapped.get());
  }

  VerdictKind judged() const {
    return judge(test_, trials_, expect(test_.call, trials_.front().before, standard_.tolerances),
                 standard_.tolerances)
        .kind;
  }

 private:
  Case test_;
  std::vector<std::vector<ElementArray>> before_ = runners::contents_of(test_);
  runners::CallImage image_{test_, before_.size(), 0};
  runners::LoadedBackend backend_ = runners::load_backend({});
  runners::FileDescriptor memory_ = runners::memory_file("assay-bench");
  runners::Arena arena_{memory_.get()};
  std::span<std::byte> call_;
  Standard standard_{runners::load_accuracy("").lookup(), {}};
  std::vector<Trial> trials_;
};

}  // namespace

Rows sorts(Shared& shared) {
  const auto work = std::make_shared<Sort>(64);
  measure("sort: judged", shared.settings, 1, [work] { benchmark::DoNotOptimize(work->judged()); });
  measure("sort: executed", shared.settings, 1, [work] { work->execute(0); });
  return [](const Figures& figures) -> std::vector<Row> {
    constexpr double executions = 3;
    return {at_most(
        "64x64 f32 sort in blocks of 32, expected by its page and judged, against one execution",
        executions, figures.ratio("sort: judged", "sort: executed"))};
  };
}

}  // namespace assay::bench
