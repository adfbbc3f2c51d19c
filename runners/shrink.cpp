// SPDX-License-Identifier: Apache-2.0
// The steps of shrinking, in the order in which they help most.
#include "runners/shrink.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generators/generate.hpp"
#include "runners/shrink_elements.hpp"
#include "runners/shrink_probe.hpp"

namespace assay::runners {
namespace {

using generators::Change;
using generators::Cut;
using generators::Extent;
using Place = generators::Cut::Place;

const Constraint* broken_by(const Case& test) {
  return test.intent.legal() ? nullptr : test.broken();
}

/// Smaller and plainer calls, one question at a time.
class CallShrinker {
 public:
  CallShrinker(StoredCase& best, ShrinkProbe& probe) : best_(best), probe_(probe) {}

  void run() {
    jump();
    std::int64_t before = 0;
    do {
      before = generators::elements_of(best_.test.call);
      for (const Extent& extent : generators::extents_of(best_.test.call)) shorten(extent);
      try_change(generators::tighten(), {Place::around, Place::first});
      for (std::size_t i = 0; i < best_.test.call.operands.size(); ++i) {
        try_change(generators::plain_layout(i), {Place::first});
      }
    } while (generators::elements_of(best_.test.call) < before && !probe_.spent());
  }

 private:
  /// Most bugs need neither size nor layout: straight to the smallest call.
  void jump() {
    const auto extents = generators::extents_of(best_.test.call);
    const std::size_t operands = best_.test.call.operands.size();
    const Change sizes = [extents](Call& call) {
      for (const Extent& extent : extents) generators::set_extent(extent, 1)(call);
    };
    const Change tight = [sizes](Call& call) {
      sizes(call);
      generators::tighten()(call);
    };
    const Change plain = [tight, operands](Call& call) {
      tight(call);
      for (std::size_t i = 0; i < operands; ++i) generators::plain_layout(i)(call);
    };
    for (const Change& change : {plain, tight, sizes}) {
      if (try_change(change, {Place::around, Place::first})) return;
    }
  }

  /// A small length at once, else by halving, each time with the part that fails.
  void shorten(const Extent& extent) {
    std::int64_t fails = 0;
    std::int64_t holds = extent.length;
    if (try_length(extent, holds, 1)) return;
    fails = 1;
    while (holds - fails > 1 && !probe_.spent()) {
      const std::int64_t middle = fails + (holds - fails) / 2;
      const auto reached = try_length(extent, holds, middle);
      if (reached && *reached < holds) {
        holds = *reached;
      } else {
        fails = middle;
      }
    }
  }

  /// The length that came of it where the case still fails.
  std::optional<std::int64_t> try_length(const Extent& extent, std::int64_t from, std::int64_t to) {
    const Extent now{extent.axis, extent.dimension, from};
    const Change sizes = generators::set_extent(now, to);
    const Change tight = [sizes](Call& call) {
      sizes(call);
      generators::tighten()(call);
    };
    if (try_change(tight, {Place::around, Place::last}) ||
        try_change(sizes, {Place::around, Place::first})) {
      return to;
    }
    return std::nullopt;
  }

  bool try_change(const Change& change, std::initializer_list<Place> places) {
    const Case& old = best_.test;
    const auto call = generators::mended(old.call, broken_by(old), change);
    if (!call || call->operands == old.call.operands || is_larger(*call)) return false;
    StoredCase smaller{old, {}};
    smaller.test.call = *call;
    for (const Place place : places) {
      if (probe_.spent()) return false;
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

  StoredCase& best_;
  ShrinkProbe& probe_;
};

void search(Shrunk& out, ShrinkProbe& probe) {
  CallShrinker(out.stored, probe).run();
  out.relevant = shrink_elements(out.stored, probe);
  shrink_bits(out.stored, out.relevant, probe);
}

}  // namespace

Shrunk shrink(StoredCase stored, Executor& executor, const ToleranceLookup& tolerances,
              const ShrinkOptions& options) {
  constexpr std::uint64_t confirmation = 3;
  const std::uint64_t budget = std::max(options.executions, confirmation) - confirmation;
  ShrinkProbe probe(executor, tolerances, budget);
  const StoredCase original = stored;
  Shrunk out;
  out.inputs = generators::cells_of(original.test.call).size();
  out.elements = generators::elements_of(original.test.call);
  if (!probe.start(original)) {
    throw NothingToShrink(
        fmt::format("{} does not fail: {}", original.test.name, name_of(probe.verdict().kind)),
        probe.verdict().kind == VerdictKind::infra);
  }
  out.original = probe.verdict();
  out.stored = original;
  search(out, probe);
  // A single execution may have shown another bug than those of a run.
  if (!probe.confirm(out.stored)) {
    probe.use_all_trials();
    out.stored = original;
    probe.confirm(original);
    search(out, probe);
    probe.confirm(out.stored);
  }
  out.verdict = probe.verdict();
  out.executions = probe.executions();
  out.out_of_budget = probe.spent();
  out.stored.test.name = generators::shrunk_name(out.stored.test, out.stored.before);
  return out;
}

}  // namespace assay::runners
