// SPDX-License-Identifier: Apache-2.0
// Each erratum of searches, seen where it is in effect and failing where it is not. Patterns are
// computed by hand from the headers.
#include <algorithm>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, nan = 0x7FC00000;

/// A line of a source, and the place that comes out.
struct Sample {
  const char* number;
  Target target;
  ElementType type;
  std::vector<std::uint64_t> line;
  std::uint64_t promised;
  std::uint64_t erroneous;
};

std::vector<std::uint64_t> tall(std::size_t at) {
  std::vector<std::uint64_t> line(2100, 0x3C00);
  line[at] = 0x4000;
  return line;
}

std::vector<Sample> samples() {
  return {
      {"E-TCOLARGMAX-001", Target::a2a3, u16, {0x3C00, 0xBC00}, 1, 0},  // as half 1 and -1
      {"E-TCOLARGMAX-001", Target::a2a3, u32, {one, 0x80000000}, 1, 0},
      {"E-TCOLARGMAX-002", Target::a2a3, f32, {two, nan, one}, 0, 2},
      // 2051 is a tie of 2050 and 2052 in half, the even one is 2052.
      {"E-TCOLARGMAX-003", Target::a2a3, f16, tall(2051), 2051, 2052},
      {"E-TCOLARGMAX-005", Target::a5, f32, {nan, one, two}, 2, 0},
      {"E-TCOLARGMAX-006", Target::cpu, f32, {nan, one, two}, 2, 0},
      {"E-TCOLARGMIN-001", Target::a2a3, u16, {0xBC00, 0x3C00}, 1, 0},
      {"E-TCOLARGMIN-002", Target::a2a3, f32, {one, nan, two}, 0, 2},
      {"E-TCOLARGMIN-003", Target::a2a3, u16, {}, 2051, 2052},
      {"E-TCOLARGMIN-005", Target::a5, f32, {nan, two, one}, 2, 0},
      {"E-TCOLARGMIN-006", Target::cpu, f32, {nan, two, one}, 2, 0},
      {"E-TROWARGMAX-001", Target::cpu, f32, {nan, one, two}, 2, 0},
      {"E-TROWARGMIN-001", Target::cpu, f32, {nan, two, one}, 2, 0},
  };
}

std::string op_of(const Sample& sample) {
  const std::string number = sample.number;
  return number.substr(2, number.rfind('-') - 2);
}

/// A call in which the first line is that of the sample, and the trial that ends with `place`.
std::pair<Case, Trial> tried(const Sample& sample, std::uint64_t place) {
  std::vector<std::uint64_t> line = sample.line;
  if (line.empty()) {  // the smallest of many rows
    line.assign(2100, 9);
    line[2051] = 1;
  }
  const std::string op = op_of(sample);
  const bool by_rows = op.starts_with("TROW");
  const std::int64_t count = std::ssize(line), block = 256 / bits_of(sample.type);
  const std::int64_t rows = by_rows ? 1 : count, cols = by_rows ? 8 : block;
  Case test_case;
  test_case.call = {
      &form_of(op, "index"),
      sample.target,
      {tile(u32, 1, 8, 1, 1), tile(sample.type, rows, cols, rows, by_rows ? count : 1),
       tile(sample.type, 1, 6 * block, 1, 6 * block)},
      {}};
  Trial trial;
  trial.before = {filled(u32, 8, 0x55), filled(sample.type, rows * cols, 0),
                  filled(sample.type, 6 * block, 0)};
  for (std::int64_t i = 0; i < count; ++i) {
    trial.before[1].set(by_rows ? i : i * cols, line[static_cast<std::size_t>(i)]);
  }
  trial.after = trial.before;
  trial.after[0].set(0, place);
  return {test_case, trial};
}

Verdict judged(const std::pair<Case, Trial>& made, const std::string& errata) {
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  return judge(made.first, std::vector{made.second}, Standard{exactly, errata_choice_of(errata)});
}

Verdict verdict(const Sample& sample, const std::string& errata, std::uint64_t place) {
  return judged(tried(sample, place), errata);
}

bool passes(const Verdict& verdict) {
  return verdict.kind == VerdictKind::conforms || verdict.kind == VerdictKind::distrusted;
}

TEST(SearchErrata, WhatIsPromisedConforms) {
  for (const Sample& sample : samples()) {
    for (const std::string errata : {"none", sample.number}) {
      EXPECT_TRUE(passes(verdict(sample, errata, sample.promised))) << sample.number;
    }
  }
}

TEST(SearchErrata, WhatAnErratumSaysIsKnownWhereItIsInEffect) {
  for (const Sample& sample : samples()) {
    const Verdict got = verdict(sample, sample.number, sample.erroneous);
    EXPECT_EQ(got.kind, VerdictKind::known_deviation) << sample.number << got.reason;
    EXPECT_EQ(verdict(sample, "none", sample.erroneous).kind, VerdictKind::deviates)
        << sample.number;
  }
}

TEST(SearchErrata, AreNotAnyPlace) {
  for (const Sample& sample : samples()) {
    if (std::string(sample.number).ends_with("-002")) continue;  // open
    EXPECT_EQ(verdict(sample, sample.number, 7).kind, VerdictKind::deviates) << sample.number;
  }
}

// 64 columns of float make regions of 64; the page's stride is 16.
TEST(SearchErrata, ExplainABrokenGuardBandWhereTmpIsShort) {
  for (const std::string op : {"TCOLARGMAX", "TCOLARGMIN"}) {
    auto made = tried({("E-" + op + "-004").c_str(), Target::a2a3, f32, {one, two}, 0, 0}, 0);
    made.first.call.form = &form_of(op, "index");
    TileSpec& tmp = made.first.call.tile("tmp");
    made.second.damage = {{.operand = "tmp", .first_byte = 0, .bytes = 4}};
    EXPECT_EQ(judged(made, "all").kind, VerdictKind::deviates) << "room for regions of 8";
    tmp = tile(f32, 1, 8, 1, 8);
    made.second.before[2] = made.second.after[2] = ElementArray(f32, 8);
    EXPECT_EQ(judged(made, "E-" + op + "-004").kind, VerdictKind::known_deviation);
    EXPECT_EQ(judged(made, "none").kind, VerdictKind::deviates);
  }
}

TEST(SearchErrata, OfFixedColumnsKnowTheRefusalByTheCallAndByWhatIsSaid) {
  const std::tuple<const char*, const char*, Target> known[]{
      {"TCOLARGMIN", "E-TCOLARGMIN-007", Target::a2a3},
      {"TCOLARGMIN", "E-TCOLARGMIN-008", Target::a5},
      {"TROWEXPAND", "E-TROWEXPAND-005", Target::a5}};
  for (const auto& row : known) {
    const char* const op = std::get<0>(row);
    const char* const number = std::get<1>(row);
    const Target target = std::get<2>(row);
    const bool search = std::string_view(op) == "TCOLARGMIN";
    const auto kind = [&](bool fixed, const char* text, const char* errata) {
      Case test_case;
      test_case.call = {&form_of(op, search ? "index" : "plain"), target, {}, {}};
      test_case.call.operands = {
          search ? tile(ElementType::u32, 1, 16, 1, 4) : tile(f32, 1, 16, 1, 4),
          tile(f32, 1, 16, 1, 4)};
      if (search) test_case.call.operands.emplace_back(tile(f32, 1, 16, 1, 16));
      test_case.call.tile("src").type.dynamic_valid_cols = !fixed;
      Trial trial;
      for (const OperandValue& value : test_case.call.operands) {
        trial.before.push_back(filled(std::get<TileSpec>(value).type.element, 16, 1));
      }
      trial.after = trial.before;
      trial.outcome = {Outcome::Status::rejected, text};
      const auto exactly = [](const ToleranceKey&) {
        return Tolerance{Tolerance::Kind::exact, 0, {}};
      };
      return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
    };
    constexpr const char* says = "Fix: Src ValidCol must be 1 or -1";
    EXPECT_EQ(kind(true, says, number), VerdictKind::known_deviation) << number;
    EXPECT_EQ(kind(true, says, "none"), VerdictKind::rejected_valid) << number;
    EXPECT_EQ(kind(true, "Fix: something else", number), VerdictKind::rejected_valid) << number;
    EXPECT_EQ(kind(false, says, number), VerdictKind::rejected_valid) << number;
  }
}

TEST(SearchErrata, OfNarrowIndicesKnowTheRefusalByTheCallAndByWhatIsSaid) {
  const std::pair<const char*, const char*> known[]{{"TCOLARGMAX", "E-TCOLARGMAX-012"},
                                                    {"TCOLARGMIN", "E-TCOLARGMIN-014"},
                                                    {"TROWARGMAX", "E-TROWARGMAX-005"},
                                                    {"TROWARGMIN", "E-TROWARGMIN-005"}};
  for (const auto& [op, number] : known) {
    const bool by_columns = std::string_view(op).starts_with("TCOL");
    const auto kind = [&](ElementType index, const char* text, const char* errata) {
      const TileSpec out = by_columns ? tile(index, 1, 16, 1, 4) : tile(index, 4, 16, 4, 1);
      TileSpec value = out;
      value.type.element = f16;
      Case test_case;
      test_case.call = {&form_of(op, "value_index"),
                        Target::cpu,
                        {value, out, tile(f16, 4, 16, 4, 4), tile(f16, 4, 16, 4, 16)},
                        {}};
      test_case.call.tile("src").type.dynamic_valid_cols = true;
      EXPECT_TRUE(broken_constraints(test_case.call).empty()) << op;
      Trial trial;
      for (const OperandValue& operand : test_case.call.operands) {
        const TileType& type = std::get<TileSpec>(operand).type;
        trial.before.push_back(filled(type.element, type.rows * type.cols, 1));
      }
      trial.after = trial.before;
      trial.outcome = {Outcome::Status::rejected, text};
      const auto exactly = [](const ToleranceKey&) {
        return Tolerance{Tolerance::Kind::exact, 0, {}};
      };
      return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
    };
    constexpr const char* says = "The data type of dstIdx must be one of: int32_t, uint32_t";
    EXPECT_EQ(kind(ElementType::u16, says, number), VerdictKind::known_deviation) << number;
    EXPECT_EQ(kind(ElementType::u16, says, "none"), VerdictKind::rejected_valid) << number;
    EXPECT_EQ(kind(ElementType::u32, says, number), VerdictKind::rejected_valid) << number;
    EXPECT_EQ(kind(ElementType::u16, "something else", number), VerdictKind::rejected_valid);
  }
}

TEST(SearchErrata, EachOneIsTriedHere) {
  const std::vector<Sample> all = samples();
  for (const char* op : {"TCOLARGMAX", "TCOLARGMIN", "TROWARGMAX", "TROWARGMIN"}) {
    for (const Erratum& erratum : find_op(op)->errata) {
      if (erratum.effect == ErratumEffect::anything) continue;    // above
      if (erratum.effect == ErratumEffect::refusal) continue;     // above
      if (erratum.effect == ErratumEffect::acceptance) continue;  // in known_checks_test.cpp
      EXPECT_TRUE(std::ranges::any_of(all, [&](const Sample& sample) {
        return erratum.number == sample.number;
      })) << erratum.number;
    }
  }
}

}  // namespace
}  // namespace assay::ops
