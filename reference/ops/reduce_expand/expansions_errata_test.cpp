// SPDX-License-Identifier: Apache-2.0
// Each erratum of what spreads a row or a column, seen where it is in effect and failing where it
// is not. Patterns are worked out by hand.
#include <algorithm>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, wrong = 0x40490FDB;

const std::vector<std::string>& column_ops() {
  static const std::vector<std::string> all{"TCOLEXPANDADD", "TCOLEXPANDDIV", "TCOLEXPANDEXPDIF",
                                            "TCOLEXPANDMAX", "TCOLEXPANDMIN", "TCOLEXPANDMUL",
                                            "TCOLEXPANDSUB"};
  return all;
}

const std::vector<std::string>& row_ops() {
  static const std::vector<std::string> all{"TROWEXPANDADD", "TROWEXPANDDIV", "TROWEXPANDEXPDIF",
                                            "TROWEXPANDMAX", "TROWEXPANDMIN", "TROWEXPANDMUL",
                                            "TROWEXPANDSUB"};
  return all;
}

Tolerance exactly(const ToleranceKey&) { return {Tolerance::Kind::exact, 0, {}}; }

/// The verdict where the last valid element is not what it should be.
Verdict with_a_wrong_element(const Call& call, const std::string& errata) {
  Case test_case;
  test_case.call = call;
  Trial trial;
  for (const OperandValue& value : call.operands) {
    const TileSpec& spec = std::get<TileSpec>(value);
    trial.before.push_back(filled(spec.type.element, spec.type.elements(), one));
  }
  trial.after = trial.before;
  const TileSpec& out = call.tile("dst");
  trial.after[0].set((out.valid_rows - 1) * out.cols() + out.valid_cols - 1, wrong);
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(exactly), errata_choice_of(errata)});
}

void expect_known(const Call& call, const std::string& number) {
  EXPECT_TRUE(broken_constraints(call).empty()) << number;
  EXPECT_EQ(with_a_wrong_element(call, number).kind, VerdictKind::known_deviation) << number;
  EXPECT_EQ(with_a_wrong_element(call, "none").kind, VerdictKind::deviates) << number;
}

TEST(ExpansionErrata, CountRowsInEightBits) {
  for (const std::string& op : column_ops()) {
    const auto call_of = [&](std::int64_t rows) {
      TileSpec out = tile(f32, rows, 8, rows, 8);
      out.type.dynamic_valid_cols = false;
      return Call{&form_of(op, "plain"),
                  Target::a2a3,
                  {out, tile(f32, rows, 8, rows, 8), tile(f32, 1, 8, 1, 8)},
                  {0}};
    };
    expect_known(call_of(256), "E-" + op + "-001");
    EXPECT_EQ(with_a_wrong_element(call_of(255), "all").kind, VerdictKind::deviates) << op;
  }
}

TEST(ExpansionErrata, ReadBlocksPacked) {
  for (const std::string& op : row_ops()) {
    for (const auto& known : {std::pair{Target::a2a3, "-001"}, {Target::a5, "-002"}}) {
      const Target target = known.first;
      const std::string number = known.second;
      const auto call_of = [&](std::int64_t cols) {
        return Call{&form_of(op, "plain"),
                    target,
                    {tile(f32, 2, 64, 2, 12), tile(f32, 2, 64, 2, 12), tile(f32, 2, cols, 2, 8)},
                    {0}};
      };
      expect_known(call_of(16), "E-" + std::string(op).append(number));
      EXPECT_EQ(with_a_wrong_element(call_of(8), "all").kind, VerdictKind::deviates) << op;
    }
  }
}

TEST(ExpansionErrata, ReadTheFullOperandFlat) {
  for (const std::string& op : row_ops()) {
    const auto call_of = [&](std::int64_t cols) {
      TileSpec spread = tile(f32, 8, 1, 2, 1);
      spread.type.blayout = BLayout::col_major;
      return Call{&form_of(op, "plain"),
                  Target::a5,
                  {tile(f32, 2, 8, 2, 8), tile(f32, 2, cols, 2, 8), spread},
                  {0}};
    };
    expect_known(call_of(16), "E-" + op + "-003");
    EXPECT_EQ(with_a_wrong_element(call_of(8), "all").kind, VerdictKind::deviates) << op;
  }
}

/// One row of `first` and one of `second`, of which the form says which is spread.
Case of_two_rows(const std::string& op, const char* form, ElementType type) {
  const std::int64_t spread = op.starts_with("TROW") ? 32 / size_of(type) : 12;
  const bool swapped = form == std::string("swapped");
  Case test_case;
  test_case.call = {&form_of(op, form),
                    Target::cpu,
                    {tile(type, 1, 16, 1, 12), tile(type, 1, 16, 1, swapped ? spread : 12),
                     tile(type, 1, 16, 1, swapped ? 12 : spread)},
                    {}};
  return test_case;
}

Trial trial_of(ElementType type, std::uint64_t first, std::uint64_t second) {
  Trial trial;
  trial.before = {filled(type, 16, 0x55), filled(type, 16, first), filled(type, 16, second)};
  trial.after = trial.before;
  return trial;
}

/// The verdict on a process that ended so dividing `above` by `below`.
Verdict ended(Outcome::Status status, const std::string& op, ElementType type, std::uint64_t above,
              std::uint64_t below, const std::string& errata) {
  Case test_case = of_two_rows(op, "plain", type);
  test_case.call.attributes = {0};
  Trial trial = trial_of(type, above, below);
  trial.outcome.status = status;
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(exactly), errata_choice_of(errata)});
}

Verdict died(const std::string& op, ElementType type, std::uint64_t above, std::uint64_t below,
             const std::string& errata) {
  return ended(Outcome::Status::crashed, op, type, above, below, errata);
}

TEST(ExpansionErrata, DieOfADivisor) {
  for (const auto& [op, number] : {std::pair{"TCOLEXPANDDIV", "E-TCOLEXPANDDIV-002"},
                                   std::pair{"TROWEXPANDDIV", "E-TROWEXPANDDIV-004"}}) {
    EXPECT_EQ(died(op, i32, 0x80000000, 0xFFFFFFFF, number).kind, VerdictKind::known_deviation);
    EXPECT_EQ(died(op, i32, 0x80000000, 0xFFFFFFFF, "none").kind, VerdictKind::crashed);
    EXPECT_EQ(died(op, i32, 0xFFFFFFFF, 0x80000000, number).kind, VerdictKind::crashed);
    EXPECT_EQ(died(op, i32, 5, 0, number).kind, VerdictKind::crashed);
    EXPECT_EQ(died(op, f32, one, two, number).kind, VerdictKind::crashed);
    EXPECT_EQ(died(op, i16, 0x8000, 0xFFFF, number).kind, VerdictKind::crashed);
  }
}

TEST(ExpansionErrata, RefuseAZeroDivisor) {
  const auto refused = [](const std::string& op, ElementType type, std::uint64_t below,
                          const std::string& errata) {
    return ended(Outcome::Status::rejected, op, type, 5, below, errata).kind;
  };
  for (const auto& [op, number] : {std::pair{"TCOLEXPANDDIV", "E-TCOLEXPANDDIV-003"},
                                   std::pair{"TROWEXPANDDIV", "E-TROWEXPANDDIV-005"}}) {
    EXPECT_EQ(refused(op, f32, 0, number), VerdictKind::known_deviation);
    EXPECT_EQ(refused(op, i32, 0, number), VerdictKind::known_deviation);
    EXPECT_EQ(refused(op, i32, 0, "none"), VerdictKind::rejected_valid);
    EXPECT_EQ(refused(op, i32, 1, number), VerdictKind::rejected_valid);
  }
}

/// The verdict on a row of `got` where the operands are `first` and `second`.
VerdictKind picked(const std::string& op, const char* form, std::uint64_t first,
                   std::uint64_t second, std::uint64_t got, const std::string& errata) {
  const Case test_case = of_two_rows(op, form, f32);
  Trial trial = trial_of(f32, first, second);
  for (std::int64_t i = 0; i < 12; ++i) trial.after[0].set(i, got);
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(exactly), errata_choice_of(errata)})
      .kind;
}

TEST(ExpansionErrata, CompareAndPick) {
  constexpr std::uint64_t nan = 0x7FC00001, minus_zero = 0x80000000;
  for (const auto& [op, number] : {std::pair{"TCOLEXPANDMAX", "E-TCOLEXPANDMAX-002"},
                                   std::pair{"TROWEXPANDMAX", "E-TROWEXPANDMAX-004"},
                                   std::pair{"TCOLEXPANDMIN", "E-TCOLEXPANDMIN-002"},
                                   std::pair{"TROWEXPANDMIN", "E-TROWEXPANDMIN-004"}}) {
    const bool larger = std::string(op).ends_with("MAX");
    const std::uint64_t worse = larger ? minus_zero : 0, better = larger ? 0 : minus_zero;
    for (const char* form : {"plain", "swapped"}) {
      if (form == std::string("swapped") && std::string(op).starts_with("TCOL")) continue;
      EXPECT_EQ(picked(op, form, nan, two, two, "none"), VerdictKind::conforms) << op << form;
      EXPECT_EQ(picked(op, form, nan, two, nan, "none"), VerdictKind::deviates) << op << form;
      EXPECT_EQ(picked(op, form, nan, two, nan, number), VerdictKind::known_deviation)
          << op << form;
      EXPECT_EQ(picked(op, form, two, nan, nan, number), VerdictKind::deviates) << op << form;
      EXPECT_EQ(picked(op, form, worse, better, worse, "none"), VerdictKind::deviates);
      EXPECT_EQ(picked(op, form, worse, better, worse, number), VerdictKind::known_deviation);
    }
  }
}

/// Errata in addition to those of every op of the kind.
std::size_t own_errata_of(const std::string& op) {
  if (op.ends_with("EXPDIF")) return op.starts_with("TROW") ? 2 : 1;  // one for each form
  if (op.ends_with("DIV")) return 2;
  return op.ends_with("MAX") || op.ends_with("MIN") ? 1 : 0;
}

std::size_t few_types_of(const std::string& op) { return op.ends_with("EXPDIF") ? 0 : 1; }

/// Those of the full operand are tested in known_checks_test.cpp.
std::size_t unchecked_of(const std::string& op) {
  return op.starts_with("TROW") && few_types_of(op) > 0 ? 3 : 0;
}

TEST(ExpansionErrata, OfTypesThatCpuHeadersLackAreKnownByTheTypeAndByWhatIsSaid) {
  std::vector<std::string> ops = column_ops();
  std::ranges::copy(row_ops(), std::back_inserter(ops));
  for (const std::string& op : ops) {
    if (few_types_of(op) == 0) continue;
    const auto& known = find_op(op)->errata;
    const std::string number = known[known.size() - 1 - unchecked_of(op)].number;
    const bool rows = op.starts_with("TROW");
    const auto kind = [&](ElementType type, const char* text, const std::string& errata) {
      const Form& form = form_of(op, "plain");
      TileSpec spread = rows ? tile(type, 32, 1, 1, 1) : tile(type, 1, 32, 1, 8);
      if (rows) spread.type.blayout = BLayout::col_major;
      Case test_case;
      test_case.call = {&form, Target::cpu, {}, std::vector<int>(form.attributes.size(), 0)};
      test_case.call.operands = {tile(type, 1, 32, 1, 8), tile(type, 1, 32, 1, 8), spread};
      Trial trial;
      trial.before = {filled(type, 32, 1), filled(type, 32, 1), filled(type, 32, 1)};
      trial.after = trial.before;
      trial.outcome = {Outcome::Status::rejected, text};
      const auto exactly = [](const ToleranceKey&) {
        return Tolerance{Tolerance::Kind::exact, 0, {}};
      };
      return judge(test_case, std::vector{trial},
                   Standard{of_first_readings(exactly), errata_choice_of(errata)})
          .kind;
    };
    EXPECT_EQ(kind(i8, "unsupported data type", number), VerdictKind::known_deviation) << number;
    EXPECT_EQ(kind(i8, "unsupported data type", "none"), VerdictKind::rejected_valid) << number;
    EXPECT_EQ(kind(i8, "no matching function", number), VerdictKind::rejected_valid) << number;
    EXPECT_EQ(kind(i16, "unsupported data type", number), VerdictKind::rejected_valid) << number;
  }
}

TEST(ExpansionErrata, AreAllTriedHere) {
  for (const std::string& op : column_ops()) {
    EXPECT_EQ(find_op(op)->errata.size(), 1 + own_errata_of(op) + few_types_of(op));
  }
  for (const std::string& op : row_ops()) {
    EXPECT_EQ(find_op(op)->errata.size(),
              3 + own_errata_of(op) + few_types_of(op) + unchecked_of(op));
  }
}

/// exp(64 + 2^-18) = 0x6DA12CEA where the difference stays exact, and exp(64) = 0x6DA12CC1 where it
/// is rounded to float, which has 64 and 64 + 2^-17.
Verdict exponential(const std::string& op, bool swapped, Target target, std::uint64_t got,
                    const std::string& errata) {
  constexpr std::uint64_t sixty_four = 0x42800000, tiny = 0x36800000, negative = 0x80000000;
  const TileSpec full = tile(f32, 1, 64, 1, 8);
  TileSpec spread = op == "TROWEXPANDEXPDIF" ? tile(f32, 8, 1, 1, 1) : tile(f32, 1, 8, 1, 8);
  if (op == "TROWEXPANDEXPDIF") spread.type.blayout = BLayout::col_major;
  const ElementArray wide = filled(f32, 64, swapped ? tiny | negative : sixty_four);
  const ElementArray narrow = filled(f32, 8, swapped ? sixty_four : tiny | negative);
  Case test_case;
  Trial trial;
  if (swapped) {
    test_case.call = {&form_of(op, "swapped"), target, {full, spread, full}, {}};
    trial.before = {filled(f32, 64, one), narrow, wide};
  } else {
    test_case.call = {&form_of(op, "plain"), target, {full, full, spread}, {}};
    trial.before = {filled(f32, 64, one), wide, narrow};
  }
  trial.after = trial.before;
  for (std::int64_t i = 0; i < 8; ++i) trial.after[0].set(i, got);
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(exactly), errata_choice_of(errata)});
}

void expect_unrounded(const char* op, bool swapped, const char* number) {
  constexpr std::uint64_t correctly_rounded = 0x6DA12CC1, exact = 0x6DA12CEA, between = 0x6DA12CD0;
  for (const Target target : {Target::a2a3, Target::a5}) {
    EXPECT_EQ(exponential(op, swapped, target, correctly_rounded, "none").kind,
              VerdictKind::conforms);
    EXPECT_EQ(exponential(op, swapped, target, exact, "none").kind, VerdictKind::deviates);
  }
  const auto on_a5 = [&](std::uint64_t got) {
    return exponential(op, swapped, Target::a5, got, number).kind;
  };
  EXPECT_EQ(on_a5(correctly_rounded), VerdictKind::conforms) << number;
  EXPECT_EQ(on_a5(exact), VerdictKind::known_deviation) << number;
  EXPECT_EQ(on_a5(between), VerdictKind::deviates) << number;
  EXPECT_EQ(exponential(op, swapped, Target::a2a3, exact, number).kind, VerdictKind::deviates);
}

TEST(ExpansionErrata, LeaveADifferenceUnrounded) {
  expect_unrounded("TROWEXPANDEXPDIF", false, "E-TROWEXPANDEXPDIF-004");
  expect_unrounded("TROWEXPANDEXPDIF", true, "E-TROWEXPANDEXPDIF-005");
  expect_unrounded("TCOLEXPANDEXPDIF", false, "E-TCOLEXPANDEXPDIF-002");
}

}  // namespace
}  // namespace assay::ops
