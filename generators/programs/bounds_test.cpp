// SPDX-License-Identifier: Apache-2.0
// Bounds carried through programs, against implementations that choose among all that pages accept.
#include <gtest/gtest.h>

#include <array>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "reference/judge/programs/judge_program.hpp"
#include "reference/judge/programs/memory_bounds.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

/// The widths of the default profile, roughly.
Tolerance tolerance(const ToleranceKey& key) {
  const bool once =
      key.accuracy == "add" || key.accuracy == "subtract" || key.accuracy == "multiply";
  return {.kind = once ? Tolerance::Kind::correctly_rounded : Tolerance::Kind::ulp,
          .bound = once ? 0.0 : 4.0,
          .reason = {}};
}

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t count) {
    state_ = support::mix(state_);
    return count == 0 ? state_ : state_ % count;
  }

 private:
  std::uint64_t state_;
};

/// Ends rather than what lies between: where there is a way to be wrong about bounds, ends show it.
std::uint64_t between(ElementType type, std::uint64_t low, std::uint64_t high, Chance& chance) {
  const std::uint64_t choice = chance.below(4);
  if (choice == 0) return low;
  if (choice == 1) return high;
  const std::int64_t from = numerics::order_key(type, low), to = numerics::order_key(type, high);
  if (from >= to) return low;
  const auto steps = static_cast<std::uint64_t>(to - from);
  return numerics::from_order_key(type, from + static_cast<std::int64_t>(chance.below(steps + 1)));
}

std::uint64_t chosen(const ExpectedTile& tile, std::int64_t index, std::uint64_t old,
                     Chance& chance) {
  const ElementType type = tile.value.type();
  const std::uint64_t value = tile.value[index];
  switch (tile.accept[static_cast<std::size_t>(index)]) {
    case Accept::preserved:
      return old;
    case Accept::interval_or_zero:
      if (chance.below(4) == 0) return 0;
      [[fallthrough]];
    case Accept::interval:
      return between(type, tile.low[index], tile.high[index], chance);
    case Accept::any_of:
      return std::array{value, tile.low[index], tile.high[index]}.at(chance.below(3));
    case Accept::any_nan:
      return numerics::quiet_nan(type);
    case Accept::some_bits:
      return (value & tile.low[index]) | (chance.below(0) & ~tile.low[index] & mask_of(type));
    case Accept::unspecified:
    case Accept::target_defined:
      return chance.below(0) & mask_of(type);
    case Accept::exact:
      break;
  }
  return value;
}

/// Executes a call as any implementation might that keeps its page.
void execute(const ProgramStep& step, ProgramMemory& memory, Chance& chance) {
  const Form& form = step.test.form();
  const std::vector<ElementArray> before = gathered(step, memory);
  const std::vector<Expected> expected = expect(step.test.call, before, tolerance);
  for (std::size_t i = 0; i < form.results.size(); ++i) {
    const auto& tile = std::get<ExpectedTile>(expected[i]);
    const std::size_t out = form.index_of(form.results[i].operand);
    ElementArray contents = before[out];
    for (std::int64_t k = 0; k < contents.size(); ++k) {
      contents.set(k, chosen(tile, k, before[out][k], chance));
    }
    put_operand(step, out, contents, memory);
  }
}

struct Seen {
  std::int64_t elements = 0, open = 0, undecided = 0;
};

/// Bounds on the results of a call, in valid regions.
void count(const MemoryBounds& known, const ProgramStep& step, Seen& seen) {
  const Form& form = step.test.form();
  for (const Result& result : form.results) {
    const std::size_t out = form.index_of(result.operand);
    const auto* tile = std::get_if<TileSpec>(&step.test.call.operands[out]);
    const KnownElements elements = known.known(step, out);
    for (std::int64_t k = 0; k < elements.size(); ++k) {
      if (tile != nullptr && !tile->is_valid(k / tile->cols(), k % tile->cols())) continue;
      ++seen.elements;
      if (elements.of(k) == BoundKind::open) ++seen.open;
    }
  }
}

void expect_within(const ProgramRecipe& recipe, std::uint32_t key, Seen& seen) {
  const Program program = draw_program(recipe, key);
  const ProgramMemory start = filled(program, Poison::first);
  MemoryBounds known(start);
  for (std::size_t call = 0; call < program.steps.size(); ++call) {
    known.pass(program.steps[call], call, tolerance);
    count(known, program.steps[call], seen);
    if (recipe.kind == ProgramKind::exact) {
      EXPECT_TRUE(known.was_exact()) << program.name << " call " << call + 1;
    }
  }
  for (std::uint64_t implementation = 0; implementation < 4; ++implementation) {
    Chance chance(support::combine(key, implementation));
    ProgramMemory memory = start;
    for (const ProgramStep& step : program.steps) execute(step, memory, chance);
    const MemoryBounds::Comparison found = known.compared(memory);
    seen.undecided += found.undecided;
    EXPECT_EQ(found.wrong, 0) << program.name << ": " << (found.first ? found.first->what : "")
                              << " by call "
                              << (found.first && found.first->call ? *found.first->call + 1 : 0);
  }
}

TEST(Bounds, HoldWhateverLegalImplementationsDo) {
  Seen seen;
  for (const Target target : all_targets) {
    for (std::uint32_t number = 0; number < 150; ++number) {
      const ProgramRecipe recipe{target, static_cast<int>(1 + number % 10), {}, ProgramKind::end};
      expect_within(recipe, program_key(recipe, 1, number), seen);
    }
  }
  EXPECT_LT(seen.open * 5, seen.elements) << "most results are known";
}

TEST(Bounds, HoldThroughChainsOfArithmetic) {
  Seen seen;
  const std::vector<std::string> ops{"TADD",  "TMUL", "TSUB",    "TEXP",  "TMAX",   "TROWSUM",
                                     "TLOAD", "TCVT", "TCOLMAX", "TRELU", "TTRANS", "TADDS"};
  for (std::uint32_t number = 0; number < 150; ++number) {
    const ProgramRecipe recipe{Target::a5, static_cast<int>(2 + number % 8), ops, ProgramKind::end};
    expect_within(recipe, program_key(recipe, 1, number), seen);
  }
  EXPECT_GT(seen.undecided, 0);
  EXPECT_LT(seen.open * 5, seen.elements) << "most results are known";
}

TEST(Bounds, OfExactProgramsAreSingleBits) {
  Seen seen;
  std::size_t calls = 0;
  for (const Target target : all_targets) {
    for (std::uint32_t number = 0; number < 40; ++number) {
      const ProgramRecipe recipe{target, 6, {}, ProgramKind::exact};
      const std::uint32_t key = program_key(recipe, 1, number);
      expect_within(recipe, key, seen);
      calls += draw_program(recipe, key).steps.size();
    }
  }
  EXPECT_EQ(seen.undecided, 0);
  EXPECT_EQ(seen.open, 0);
  EXPECT_GT(calls, 3U * 40U * 5U) << "nearly all of 6 calls";
}

TEST(Bounds, KindsHaveNamesOfTheirOwn) {
  const ProgramRecipe recipe{Target::a5, 6, {"TADD", "TMUL"}, ProgramKind::exact};
  const std::string name = program_name(recipe, 0x1f2e3d4c);
  EXPECT_EQ(name, "PROGRAM/a5/exact/TADD+TMUL/6@1f2e3d4c");
  const Program program = program_named(name);
  EXPECT_EQ(program.judging, Judging::end_to_end);
  EXPECT_EQ(program.name, name);
  EXPECT_EQ(program_named("PROGRAM/cpu/end/3@00000001").judging, Judging::end_to_end);
  EXPECT_EQ(program_named("PROGRAM/cpu/3@00000001").judging, Judging::stepwise);
  EXPECT_THROW(program_named("PROGRAM/a5/whole/6@1f2e3d4c"), BadName);
}

}  // namespace
}  // namespace assay::generators
