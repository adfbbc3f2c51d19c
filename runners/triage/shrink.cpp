// SPDX-License-Identifier: Apache-2.0
// The steps of shrinking, in the order in which they help most.
#include "runners/triage/shrink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "generators/generate.hpp"
#include "runners/triage/shrink_boundary.hpp"
#include "runners/triage/shrink_elements.hpp"
#include "runners/triage/shrink_probe.hpp"
#include "runners/triage/shrink_program.hpp"

namespace assay::runners {
namespace {

using generators::Change;
using generators::Cut;
using generators::Extent;
using Place = generators::Cut::Place;

const Constraint* broken_by(const Case& test_case) {
  return test_case.intent.legal() ? nullptr : test_case.broken();
}

/// Smaller and plainer calls, one question at a time.
class CallShrinker {
 public:
  CallShrinker(StoredCase& best, ShrinkProbe& probe)
      : best_(best), probe_(probe), limit_(probe.executions() + probe.left() * 3 / 5) {}

  void run() {
    jump();
    std::int64_t before = 0;
    do {
      before = generators::elements_of(best_.test.call);
      choose_fashion();
      for (const Extent& extent : generators::extents_of(best_.test.call)) shorten(extent);
      for (std::size_t i = 0; i < best_.test.call.operands.size(); ++i) {
        try_change(generators::plain_layout(i), {Place::first});
      }
    } while (generators::elements_of(best_.test.call) < before && !is_spent());
  }

 private:
  void jump() {
    for (const Change& leap : generators::leaps(best_.test.call)) {
      if (try_change(leap, {Place::around, Place::first})) return;
    }
  }

  /// The first that the bug survives, or that the call follows already.
  void choose_fashion() {
    fashion_ = [](Call&) {};
    for (const Change& fashion : generators::fashions()) {
      Call same = best_.test.call;
      fashion(same);
      if (same.operands != best_.test.call.operands && !try_change(fashion, {Place::first})) {
        continue;
      }
      fashion_ = fashion;
      return;
    }
  }

  /// A small length at once, else by halving, each time with the part that fails.
  void shorten(const Extent& extent) {
    std::int64_t fails = 1;
    std::int64_t holds = extent.length;
    if (try_length(extent, holds, 1)) return;
    while (holds - fails > 1 && !is_spent()) {
      const std::int64_t middle = fails + (holds - fails) / 2;
      if (try_length(extent, holds, middle)) {
        holds = middle;
      } else {
        fails = middle;
      }
    }
  }

  bool try_length(const Extent& extent, std::int64_t from, std::int64_t to) {
    const Extent now{extent.axis, extent.dimension, from};
    if (!tried_.emplace(now.axis, now.dimension, from, to).second) return false;
    const Change sizes = generators::set_extent(now, to);
    return try_change(generators::both(sizes, fashion_), {Place::around, Place::last}) ||
           (to == 1 && try_change(sizes, {Place::around, Place::first}));
  }

  bool try_change(const Change& change, std::initializer_list<Place> places) {
    const Case& old = best_.test;
    const auto call = generators::repaired(old.call, broken_by(old), change);
    if (!call || call->operands == old.call.operands || is_larger(*call)) return false;
    StoredCase smaller{old, {}};
    smaller.test.call = *call;
    for (const Place place : places) {
      if (is_spent()) return false;
      std::vector<ElementArray> before =
          generators::carry_over(old, best_.before, smaller.test, cut_at(place));
      if (before == smaller.before) continue;
      smaller.before = std::move(before);
      if (!probe_.still_fails(smaller)) continue;
      best_ = std::move(smaller);
      return true;
    }
    return false;
  }

  bool is_larger(const Call& call) const {
    return generators::elements_of(call) > generators::elements_of(best_.test.call);
  }

  /// Around the worst element of the verdict, in the extents of its operand.
  Cut cut_at(Place place) const {
    Cut cut;
    cut.place = place;
    const auto& worst = probe_.verdict().worst;
    if (!worst || !best_.test.form().has(worst->operand)) return cut;
    const OperandValue& value =
        best_.test.call.operands[best_.test.form().index_of(worst->operand)];
    const auto* tile = std::get_if<TileSpec>(&value);
    if (tile == nullptr) return cut;
    cut.rows.length = tile->valid_rows;
    cut.cols.length = tile->valid_cols;
    cut.row = worst->row;
    cut.col = worst->col;
    return cut;
  }

  /// Some of the budget is for the elements.
  bool is_spent() const { return probe_.executions() >= limit_ || probe_.is_late(); }

  StoredCase& best_;
  ShrinkProbe& probe_;
  std::set<std::tuple<Extent::Axis, int, std::int64_t, std::int64_t>> tried_;
  std::uint64_t limit_;
  Change fashion_;
};

/// Plain elements let calls become smaller that their first values did not.
void search(Shrunk& out, ShrinkProbe& probe) {
  std::int64_t before = 0;
  do {
    CallShrinker(out.stored, probe).run();
    before = generators::elements_of(out.stored.test.call);
    out.relevant = shrink_elements(out.stored, probe);
    CallShrinker(out.stored, probe).run();
  } while (generators::elements_of(out.stored.test.call) < before);
  shrink_bits(out.stored, out.relevant, probe);
}

}  // namespace

Shrunk shrink(const StoredCase& stored, Backend& backend, const Standard& standard,
              const ShrinkOptions& options) {
  if (stored.program) {
    IsolatedCall isolated = isolate(stored, backend, standard);
    Shrunk alone = shrink(isolated.alone, backend, standard, options);
    alone.program = std::move(isolated.facts);
    alone.executions += isolated.executions;
    return alone;
  }
  constexpr std::uint64_t confirmation = 3;
  const std::uint64_t whole = std::max(options.executions, confirmation) - confirmation;
  // A part is for the neighbours of the smallest case.
  const std::uint64_t for_proof = std::min<std::uint64_t>(12, whole / 8);
  const std::uint64_t budget = whole - for_proof;
  ShrinkProbe probe(backend, standard, budget, options.deadline);
  Shrunk out;
  out.inputs = generators::cells_of(stored.test.call).size();
  out.elements = generators::elements_of(stored.test.call);
  if (!probe.start(stored)) {
    throw NothingToShrink(
        fmt::format("{} does not fail: {}", stored.test.name, name_of(probe.verdict().kind)),
        probe.verdict().kind == VerdictKind::infra);
  }
  out.original = probe.verdict();
  out.stored = stored;
  search(out, probe);
  // A single execution may have shown another bug than those of a run.
  if (!probe.confirm(out.stored)) {
    probe.use_all_trials();
    out.stored = stored;
    probe.confirm(stored);
    search(out, probe);
    probe.confirm(out.stored);
  }
  out.verdict = probe.verdict();
  out.out_of_time = probe.is_late();
  out.out_of_budget = probe.spent() && !out.out_of_time;
  probe.extend_budget(for_proof);
  if (!out.out_of_time) out.proof = proof_of(stored, out.stored, out.relevant, probe);
  out.executions = probe.executions();
  out.stored.test.name = generators::shrunk_name(out.stored.test, out.stored.before);
  return out;
}

}  // namespace assay::runners
