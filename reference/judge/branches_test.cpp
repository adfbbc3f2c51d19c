// SPDX-License-Identifier: Apache-2.0
// Programs judged by their end in which bounds are the input of a step function: a conversion, a
// comparison, a selection.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "reference/judge/programs/judge_program.hpp"
#include "reference/judge/programs/known_elements.hpp"
#include "reference/judge/programs/memory_bounds.hpp"
#include "reference/ops/op_index.hpp"

namespace assay {
namespace {

constexpr std::int64_t tile_bytes = 32;
constexpr float e = 2.7182818284590452F;

Standard within(double ulps) {
  return {[ulps](const ToleranceKey&) {
    return Tolerance{.kind = Tolerance::Kind::ulp, .bound = ulps, .reason = {}};
  }};
}

TileSpec row(ElementType element, std::int64_t valid = 8) {
  TileSpec tile;
  tile.type.element = element;
  tile.type.cols = 256 / bits_of(element);
  tile.valid_cols = valid;
  return tile;
}

/// A tile and the place where it lies, counted in tiles.
struct Placed {
  TileSpec tile;
  std::int64_t place;
};

ProgramStep call_of(const char* op, const std::vector<Placed>& operands, bool fresh,
                    std::vector<int> attributes = {}) {
  ProgramStep step;
  step.test.call.form = &find_op(op)->forms.front();
  step.test.call.target = Target::a5;
  step.test.call.attributes = std::move(attributes);
  for (const Placed& one : operands) {
    step.test.call.operands.emplace_back(one.tile);
    step.bindings.emplace_back(Binding{0, one.place * tile_bytes});
    step.fresh.push_back(fresh || step.fresh.empty());
  }
  return step;
}

Program program_of(std::vector<ProgramStep> steps) {
  Program program;
  program.name = "steps";
  program.target = Target::a5;
  program.judging = Judging::end_to_end;
  program.images = {{Memory::unified_buffer, 6 * tile_bytes}};
  program.steps = std::move(steps);
  return program;
}

std::uint32_t word_of(float number) { return std::bit_cast<std::uint32_t>(number); }

/// A memory of tiles of eight equal words.
ProgramMemory memory(std::array<std::uint32_t, 6> tiles) {
  ElementArray bytes(ElementType::u8, 6 * tile_bytes);
  for (std::int64_t i = 0; i < 48; ++i) {
    store_bits(bytes.bytes(), 32, i, tiles.at(static_cast<std::size_t>(i / 8)));
  }
  return {bytes};
}

Verdict judged(const Program& program, const ProgramMemory& start, const ProgramMemory& end) {
  Trial one;
  one.before = start;
  one.after.resize(program.steps.size());
  one.after.back() = end.front();
  return judge_program(program, std::vector<Trial>(3, one), within(4)).verdict;
}

const TileSpec floats = row(ElementType::f32), whole = row(ElementType::i32);
constexpr int to_nearest = 1;  // CAST_RINT

/// Tile 1 = e^(tile 0), tile 2 = tile 1 as an integer, tile 3 = tile 2 + tile 2.
Program rounded_exponential() {
  return program_of({call_of("TEXP", {{floats, 1}, {floats, 0}}, true),
                     call_of("TCVT", {{whole, 2}, {floats, 1}}, false, {to_nearest}),
                     call_of("TADD", {{whole, 3}, {whole, 2}, {whole, 2}}, false)});
}

TEST(Branches, OfAConversionAreTheIntegersOnBothSidesOfATie) {
  const float x = std::log(2.5F);
  const std::uint32_t from = word_of(x), power = word_of(std::exp(x));
  const Program program = rounded_exponential();
  const auto judged_with = [&](std::uint32_t integer, std::uint32_t sum) {
    return judged(program, memory({from, 0, 0, 0, 0, 0}),
                  memory({from, power, integer, sum, 0, 0}));
  };
  EXPECT_EQ(judged_with(2, 4).kind, VerdictKind::conforms) << judged_with(2, 4).reason;
  EXPECT_EQ(judged_with(3, 6).kind, VerdictKind::conforms) << judged_with(3, 6).reason;
  EXPECT_EQ(judged_with(4, 4).kind, VerdictKind::deviates) << "a third integer";
  EXPECT_EQ(judged_with(1, 4).kind, VerdictKind::deviates) << "a third integer";
  EXPECT_EQ(judged_with(2, 7).kind, VerdictKind::deviates) << "a sum of neither";
}

TEST(Branches, OfAConversionThatMeetsNoTieAreOne) {
  const std::uint32_t one = word_of(1.0F), power = word_of(e);
  const Program program = rounded_exponential();
  const ProgramMemory start = memory({one, 0, 0, 0, 0, 0});
  EXPECT_EQ(judged(program, start, memory({one, power, 3, 6, 0, 0})).kind, VerdictKind::conforms);
  EXPECT_EQ(judged(program, start, memory({one, power, 2, 4, 0, 0})).kind, VerdictKind::deviates);
}

/// 40000 as i16 is the low bits or the end of the type: the page does not say which.
TEST(Branches, OfWhatAPageLeavesAreItsReadingsAndNothingBetweenThem) {
  const TileSpec narrow = row(ElementType::i16, 8);
  const Program program =
      program_of({call_of("TCVT", {{narrow, 1}, {floats, 0}}, true, {to_nearest}),
                  call_of("TCVT", {{floats, 2}, {narrow, 1}}, false, {to_nearest})});
  const std::uint32_t from = word_of(40000.0F);
  const auto both = [](std::uint32_t half) { return half << 16 | half; };
  const auto judged_with = [&](std::uint32_t half, float number) {
    return judged(program, memory({from, 0, 0, 0, 0, 0}),
                  memory({from, both(half), word_of(number), 0, 0, 0}));
  };
  const Verdict clamped = judged_with(0x7fff, 32767), cut = judged_with(0x9c40, -25536);
  EXPECT_EQ(clamped.kind, VerdictKind::conforms) << clamped.reason;
  EXPECT_EQ(cut.kind, VerdictKind::conforms) << cut.reason;
  EXPECT_EQ(judged_with(0x0000, 32767).kind, VerdictKind::deviates) << "between the readings";
  EXPECT_EQ(judged_with(0x7fff, 0).kind, VerdictKind::deviates) << "between what follows";
}

/// Tile 1 = e^(tile 0); tile 3 = mask of tile 1 < tile 2; tile 4 = tile 2 or tile 0 by it.
Program selected_by_exponential() {
  constexpr int less = 2;
  const TileSpec mask = row(ElementType::u8, 1);
  const TileSpec tmp = row(ElementType::u32, 8);
  return program_of(
      {call_of("TEXP", {{floats, 1}, {floats, 0}}, true),
       call_of("TCMP", {{mask, 3}, {floats, 1}, {floats, 2}}, true, {less}),
       call_of("TSEL", {{floats, 4}, {mask, 3}, {floats, 2}, {floats, 0}, {tmp, 5}}, false)});
}

struct Selected {
  std::uint32_t power, limit, mask, chosen;
};

Verdict judged_selection(const Selected& got) {
  const std::uint32_t one = word_of(1.0F);
  ProgramMemory start = memory({one, 0, got.limit, 0, 0, 0});
  ProgramMemory end = memory({one, got.power, got.limit, 0, got.chosen, 0});
  end.front().set(3 * tile_bytes, got.mask);
  return judged(selected_by_exponential(), start, end);
}

TEST(Branches, OfAComparisonAreBothBitsWhereTheBoundsStraddle) {
  const std::uint32_t power = word_of(e), limit = power, one = word_of(1.0F);
  EXPECT_EQ(judged_selection({power, limit, 0x00, one}).kind, VerdictKind::conforms);
  EXPECT_EQ(judged_selection({power, limit, 0xff, limit}).kind, VerdictKind::conforms);
  EXPECT_EQ(judged_selection({power, limit, 0x00, word_of(7.0F)}).kind, VerdictKind::deviates)
      << "a third value is selected";
}

TEST(Branches, OfAComparisonAreOneWhereTheyDoNot) {
  const std::uint32_t power = word_of(e), limit = word_of(3.0F), one = word_of(1.0F);
  EXPECT_EQ(judged_selection({power, limit, 0xff, limit}).kind, VerdictKind::conforms);
  EXPECT_EQ(judged_selection({power, limit, 0xfe, limit}).kind, VerdictKind::deviates);
  EXPECT_EQ(judged_selection({power, limit, 0xff, one}).kind, VerdictKind::deviates);
  EXPECT_EQ(judged_selection({power, word_of(2.0F), 0x00, one}).kind, VerdictKind::conforms);
  EXPECT_EQ(judged_selection({power, word_of(2.0F), 0x01, one}).kind, VerdictKind::deviates);
}

/// The first lane is compared with what it may be, the others with more.
TEST(Branches, OfAComparisonLeaveTheBitsOfOtherLanesKnown) {
  constexpr std::int64_t first_limit = 2 * tile_bytes / 4, first_chosen = 4 * tile_bytes / 4;
  const std::uint32_t power = word_of(e), limit = word_of(3.0F), one = word_of(1.0F);
  const auto judged_with = [&](std::uint32_t mask, std::uint32_t chosen) {
    ProgramMemory start = memory({one, 0, limit, 0, 0, 0});
    ProgramMemory end = memory({one, power, limit, 0, limit, 0});
    store_bits(start.front().bytes(), 32, first_limit, power);
    store_bits(end.front().bytes(), 32, first_limit, power);
    store_bits(end.front().bytes(), 32, first_chosen, chosen);
    end.front().set(3 * tile_bytes, mask);
    return judged(selected_by_exponential(), start, end).kind;
  };
  EXPECT_EQ(judged_with(0xff, power), VerdictKind::conforms);
  EXPECT_EQ(judged_with(0xfe, one), VerdictKind::conforms);
  EXPECT_EQ(judged_with(0x7f, power), VerdictKind::deviates);
  EXPECT_EQ(judged_with(0xfe, limit), VerdictKind::deviates) << "of another lane";
}

/// Tile 1 = e^(tile 0), tile 2 = where its greatest element is.
TEST(Branches, OfASearchAreThePlacesThatMayHoldTheExtreme) {
  const TileSpec place = row(ElementType::u32, 1);
  const Program program =
      program_of({call_of("TEXP", {{floats, 1}, {floats, 0}}, true),
                  call_of("TROWARGMAX", {{place, 2}, {floats, 1}, {floats, 5}}, false)});
  const auto judged_with = [&](float third, std::uint32_t found) {
    ProgramMemory start = memory({word_of(0.5F), 0, 0, 0, 0, 0});
    store_bits(start.front().bytes(), 32, 1, word_of(1.0F));
    store_bits(start.front().bytes(), 32, 2, word_of(third));
    ProgramMemory end = start;
    for (std::int64_t i = 0; i < 8; ++i) {
      const float x = i == 1 ? 1.0F : i == 2 ? third : 0.5F;
      store_bits(end.front().bytes(), 32, tile_bytes / 4 + i, word_of(std::exp(x)));
    }
    store_bits(end.front().bytes(), 32, 2 * tile_bytes / 4, found);
    return judged(program, start, end).kind;
  };
  EXPECT_EQ(judged_with(1.5F, 2), VerdictKind::conforms);
  EXPECT_EQ(judged_with(1.5F, 1), VerdictKind::deviates);
  EXPECT_EQ(judged_with(1.0F, 1), VerdictKind::conforms);
  EXPECT_EQ(judged_with(1.0F, 2), VerdictKind::conforms) << "within 4 ulp both may be greater";
  EXPECT_EQ(judged_with(1.0F, 0), VerdictKind::deviates);
}

TEST(Branches, OfAnIntegerAreDecidedUpToFour) {
  EXPECT_FALSE(says_little(ElementType::i32, 5, 5));
  EXPECT_FALSE(says_little(ElementType::i32, 0xffffffff, 2)) << "-1 to 2";
  EXPECT_TRUE(says_little(ElementType::i32, 5, 9));
  EXPECT_TRUE(says_little(ElementType::u64, 0, ~std::uint64_t{0}));
}

}  // namespace
}  // namespace assay
