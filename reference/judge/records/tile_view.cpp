// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/tile_view.hpp"

#include <algorithm>

#include "reference/judge/verdict/compare.hpp"
#include "reference/judge/verdict/trial_order.hpp"

namespace assay {
namespace {

const ElementArray* output_of(const Trial& trial, std::size_t operand,
                              const ExpectedTile& expected) {
  if (trial.outcome.status != Outcome::Status::done || operand >= trial.after.size())
    return nullptr;
  const ElementArray& after = trial.after[operand];
  const bool whole = after.size() == static_cast<std::int64_t>(expected.accept.size());
  return whole && after.size() > 0 && operand < trial.before.size() ? &after : nullptr;
}

void set_valid_region(TileView& view, const OperandValue& value) {
  view.valid_rows = view.expected->rows;
  view.valid_cols = view.expected->cols;
  const auto* tile = std::get_if<TileSpec>(&value);
  if (!tile || tile->rows() != view.expected->rows || tile->cols() != view.expected->cols) return;
  view.valid_rows = tile->valid_rows;
  view.valid_cols = tile->valid_cols;
}

// The first execution whose output is wrong, else the first that has one. `expected` is the promise
// of the page for the poison of the first execution, which may differ with other poison: if the
// judge found no fault such an execution has none either.
TileView choose_execution(const Form& form, std::span<const Trial> trials, std::size_t operand,
                          const ExpectedTile& expected, const Verdict& verdict) {
  TileView chosen;
  const bool same_poison_only = form.reads_invalid_region || !is_failure(verdict.kind);
  for (const Trial& trial : trials) {
    if (same_poison_only && trial.before != trials.front().before) continue;
    const ElementArray* got = output_of(trial, operand, expected);
    if (!got) continue;
    TileView view{.operand = {},
                  .expected = &expected,
                  .trial = &trial,
                  .before = &trial.before[operand],
                  .got = got,
                  .wrong = wrong_elements(expected, trial.before[operand], *got)};
    const bool any = std::ranges::find(view.wrong, true) != view.wrong.end();
    if (any) return view;
    if (!chosen.got) chosen = std::move(view);
  }
  return chosen;
}

// Of the deviations that compare two executions with the same poison; the second may be another
// build's.
bool is_repeat(Deviation deviation) {
  return deviation == Deviation::nondeterministic || deviation == Deviation::build_dependent;
}

// The elements on which two executions must agree: with other poison all that the page promises,
// with the same poison also what is kept.
bool must_agree(Accept accept, Deviation deviation) {
  if (accept == Accept::unspecified) return false;
  if (is_repeat(deviation)) return true;
  return accept != Accept::preserved && accept != Accept::any_of && accept != Accept::some_bits;
}

// Where the first execution disagrees with the one that the deviation names, its elements are
// wrong.
void mark_disagreement(TileView& view, std::span<const Trial> trials, std::size_t operand,
                       Deviation deviation) {
  const bool stray = deviation == Deviation::stray_read;
  const std::size_t which = stray ? other_poison_trial : repeat_trial;
  if (!stray && !is_repeat(deviation)) return;
  if (which >= trials.size() || view.trial != trials.data()) return;
  view.other = output_of(trials[which], operand, *view.expected);
  if (!view.other) return;
  for (std::size_t k = 0; k < view.wrong.size(); ++k) {
    const auto index = static_cast<std::int64_t>(k);
    if ((*view.got)[index] == (*view.other)[index]) continue;
    if (must_agree(view.expected->accept[k], deviation)) view.wrong[k] = true;
  }
}

TileView view_of(const Case& test_case, std::span<const Trial> trials, const ExpectedTile& expected,
                 const Result& result, const Verdict& verdict) {
  const std::size_t operand = test_case.form().index_of(result.operand);
  TileView view = choose_execution(test_case.form(), trials, operand, expected, verdict);
  view.operand = result.operand;
  view.expected = &expected;
  if (!view.got) return view;
  set_valid_region(view, test_case.call.operands[operand]);
  mark_disagreement(view, trials, operand, verdict.deviation);
  return view;
}

}  // namespace

std::vector<TileView> tile_views(const Case& test_case, std::span<const Trial> trials,
                                 std::span<const Expected> expected, const Verdict& verdict) {
  const std::vector<Result>& results = test_case.form().results;
  std::vector<TileView> views(std::min(expected.size(), results.size()));
  for (std::size_t k = 0; k < views.size(); ++k) {
    const auto* tile = std::get_if<ExpectedTile>(&expected[k]);
    if (tile) views[k] = view_of(test_case, trials, *tile, results[k], verdict);
  }
  return views;
}

}  // namespace assay
