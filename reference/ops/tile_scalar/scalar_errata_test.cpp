// SPDX-License-Identifier: Apache-2.0
// Errata of instructions with a scalar, seen where they are in effect and failing where they are
// not. Patterns by hand, erroneous ones as the headers have them.
#include <fmt/format.h>

#include "reference/judge/judge.hpp"
#include "reference/ops/tile_scalar/scalar_row_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// A call, and what one element of its result must be and is with an erratum.
struct Shown {
  std::string number;
  Call call;
  std::vector<ElementArray> before;
  std::int64_t index;
  std::uint64_t promised;
  std::uint64_t erroneous;
};

Shown shown(const std::string& number, Call call, std::uint64_t src, std::int64_t index,
            std::uint64_t promised, std::uint64_t erroneous) {
  std::vector<ElementArray> before;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (const auto* scalar = std::get_if<ScalarSpec>(&call.operands[i])) {
      before.push_back(elements(scalar->element, {scalar->bits}));
      continue;
    }
    const TileSpec& tile = std::get<TileSpec>(call.operands[i]);
    const bool is_input = call.form->operands[i].role == Role::input;
    before.push_back(filled(tile.type.element, tile.type.elements(), is_input ? src : 9));
  }
  return {number, std::move(call), std::move(before), index, promised, erroneous};
}

/// Two rows of three columns that a constant gives.
Call ragged(const Page& page, ScalarSpec scalar) {
  Call call = scalar_call(page, u8, u8, scalar, 3);
  for (OperandValue& operand : call.operands) {
    if (!std::holds_alternative<TileSpec>(operand)) continue;
    TileSpec& tile = std::get<TileSpec>(operand);
    tile.type.rows = tile.valid_rows = 2;
    tile.type.dynamic_valid_cols = false;
  }
  return call;
}

Call fill_of(Target target, ElementType type, Location location, ScalarSpec scalar) {
  TileSpec out = tile(type, 2, 32, 2, 3);
  out.type.location = location;
  out.type.dynamic_valid_cols = false;
  return {&form_of("TEXPANDS", "tile"), target, {out, scalar}, {}};
}

std::vector<Shown> columns() {
  std::vector<Shown> all;
  const ScalarSpec two{i32, 2};
  const auto add = [&](const char* op, const char* form, std::uint64_t promised) {
    all.push_back(shown(fmt::format("E-{}-001", op), scalar_call({op, form, a5}, i64, i64, two, 70),
                        6, 64, promised, 9));
  };
  add("TADDS", "plain", 8);
  add("TSUBS", "plain", 4);
  add("TMULS", "plain", 12);
  add("TMAXS", "plain", 6);
  add("TMINS", "plain", 2);
  add("TDIVS", "plain", 3);
  add("TREMS", "plain", 0);
  add("TSHLS", "plain", 24);
  add("TSHRS", "plain", 1);
  return all;
}

std::vector<Shown> all_shown() {
  std::vector<Shown> all = columns();
  const ScalarSpec bits{i32, 0x0F};
  // Six elements are reached in a row: not the second row, which holds 9.
  all.push_back(shown("E-TANDS-001", ragged({"TANDS", "plain", a2a3}, bits), 0xFF, 128, 0x0F, 9));
  all.push_back(shown("E-TORS-001", ragged({"TORS", "plain", a2a3}, bits), 0, 128, 0x0F, 9));
  // src | 9, which is in tmp, and not (src & 9).
  all.push_back(shown("E-TXORS-001", ragged({"TXORS", "tmp", a2a3}, bits), 0xF0, 128, 0xFF, 0xF9));
  // -(2^24 + 1) by way of float is -2^24.
  all.push_back(shown("E-TSUBS-002",
                      scalar_call({"TSUBS", "plain", a2a3}, i32, i32, {i32, 0x01000001}, 8), 0, 0,
                      0xFEFFFFFF, 0xFF000000));
  // 0x80000000 << 4 carries 8 into the high word, or -8.
  all.push_back(shown("E-TSHLS-003", scalar_call({"TSHLS", "plain", a5}, u64, u64, {i32, 4}, 8),
                      0x80000000, 0, 0x800000000, 0xFFFFFFF800000000));
  const ScalarSpec minus_two{i32, 0xFFFFFFFE};
  all.push_back(shown("E-TEXPANDS-001", fill_of(a2a3, f32, Location::vec, {i32, 0}), 0, 32, 0, 9));
  all.push_back(
      shown("E-TEXPANDS-002", fill_of(a2a3, i8, Location::mat, minus_two), 0, 1, 0xFE, 0xFF));
  all.push_back(
      shown("E-TEXPANDS-003", fill_of(a5, i8, Location::mat, minus_two), 0, 33, 0xFE, 0xFF));
  constexpr std::uint64_t one = 0x3F800000, nan = 0x7FC00000;
  const ScalarSpec ones{f32, one};
  // Where src is what dst held.
  all.push_back(
      shown("E-TFMODS-002", scalar_call({"TFMODS", "plain", a2a3}, f32, f32, ones, 8), 9, 0, 9, 0));
  const Call over = scalar_call({"TDIVS", "scalar_first", a2a3}, f32, f32, ones, 8);
  all.push_back(shown("E-TDIVS-007", over, 9, 0, 0x7F800000, one));
  // 9 / 8 of the smallest number; the reciprocal is infinite.
  const Call least = scalar_call({"TDIVS", "plain", a2a3}, f32, f32, {f32, 8}, 8);
  all.push_back(shown("E-TDIVS-008", least, 9, 0, 0x3F900000, 0x7F800000));
  Call wide = scalar_call({"TREMS", "plain", a2a3}, f32, f32, ones, 8);
  wide.tile("tmp") = tile(f32, 1, 256, 1, 256);
  all.push_back(shown("E-TREMS-006", wide, 9, 0, 9, 0));
  all.push_back(shown("E-TMAXS-004", scalar_call({"TMAXS", "plain", cpu}, f32, f32, ones, 8), nan,
                      0, one, nan));
  all.push_back(shown("E-TMINS-004", scalar_call({"TMINS", "plain", cpu}, f32, f32, ones, 8), nan,
                      0, one, nan));
  all.push_back(shown("E-TEXPANDS-004", fill_of(cpu, u8, Location::mat, {i32, 7}), 0, 5, 7, 9));
  return all;
}

const Erratum* erratum_of(const Shown& one) {
  for (const Erratum* erratum : one.call.form->errata) {
    if (erratum->number == one.number) return erratum;
  }
  return nullptr;
}

/// Verdict on the result of page or erratum; the element that is written by hand is checked.
Verdict verdict(const Shown& one, const std::string& errata, bool erring) {
  Case test_case;
  test_case.call = one.call;
  Trial trial;
  trial.before = one.before;
  trial.after = one.before;
  const Result& result = erring ? erratum_of(one)->results.front() : one.call.form->results.front();
  const auto expected =
      std::get<ExpectedTile>(result.semantics({one.call, one.before, Tolerance{}}));
  for (std::int64_t i = 0; i < expected.value.size(); ++i) {
    const bool kept = expected.accept[static_cast<std::size_t>(i)] == Accept::preserved;
    trial.after[0].set(i, kept ? one.before[0][i] : expected.value[i]);
  }
  if (erring) {
    trial.after[0].set(one.index, one.erroneous);
  } else {
    EXPECT_EQ(trial.after[0][one.index], one.promised) << one.number;
  }
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(exactly), errata_choice_of(errata)});
}

TEST(ScalarErrata, WhatIsPromisedConforms) {
  for (const Shown& one : all_shown()) {
    EXPECT_TRUE(broken_constraints(one.call).empty()) << one.number;
    EXPECT_EQ(verdict(one, "none", false).wrong, 0) << one.number;
    EXPECT_EQ(verdict(one, "all", false).wrong, 0) << one.number;
  }
}

TEST(ScalarErrata, WhatAnErratumSaysIsKnownWhereItIsInEffectAndDeviatesElsewhere) {
  for (const Shown& one : all_shown()) {
    EXPECT_EQ(verdict(one, one.number, true).kind, VerdictKind::known_deviation) << one.number;
    EXPECT_EQ(verdict(one, "none", true).kind, VerdictKind::deviates) << one.number;
  }
}

TEST(ScalarErrata, KnowWhatTheHostTrapsOn) {
  const auto traps = [](const char* op, const char* form, std::uint64_t src, std::uint64_t scalar) {
    Shown one = shown("", scalar_call({op, form, cpu}, i32, i32, {i32, scalar}, 8), src, 0, 0, 0);
    if (one.call.form->has("tmp")) one.call.tile("tmp") = one.call.tile("dst");
    for (const Erratum* erratum : one.call.form->errata) {
      if (erratum->effect != ErratumEffect::crash || !erratum->concerns(one.call)) continue;
      return erratum->arises({one.call, one.before, Tolerance{}});
    }
    return false;
  };
  for (const char* op : {"TDIVS", "TREMS", "TFMODS"}) {
    EXPECT_EQ(traps(op, "plain", 5, 0), std::string(op) == "TDIVS") << op;
    EXPECT_TRUE(traps(op, "plain", 0x80000000, 0xFFFFFFFF)) << op;
    EXPECT_FALSE(traps(op, "plain", 0x80000001, 0xFFFFFFFF)) << op;
    EXPECT_FALSE(traps(op, "plain", 0, 5)) << op;
  }
  EXPECT_TRUE(traps("TDIVS", "scalar_first", 0, 5));
  EXPECT_FALSE(traps("TDIVS", "scalar_first", 5, 0));
}

}  // namespace
}  // namespace assay::ops
