// SPDX-License-Identifier: Apache-2.0
// Each erratum of reductions, seen where it is in effect and failing where it is not. Patterns are
// computed by hand from the headers.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, nan = 0x7FC00000,
                        minus_zero = 0x80000000, poison = 0x55;
constexpr std::uint64_t keep = ~0ULL;  ///< what was there before

/// One line of results; the source in the rows of its tile.
struct Sample {
  const char* number;
  const char* form;
  Target target;
  ElementType type;
  std::int64_t rows, cols;              ///< valid ones of src
  std::vector<std::uint64_t> in;        ///< one element of src after the other
  std::vector<std::uint64_t> promised;  ///< in the first row of dst
  std::vector<std::uint64_t> erroneous;
};

/// `count` times the same.
std::vector<std::uint64_t> many(std::size_t count, std::uint64_t bits) {
  return std::vector<std::uint64_t>(count, bits);
}

/// The same with another element at the end.
std::vector<std::uint64_t> ending(std::vector<std::uint64_t> list, std::uint64_t last) {
  list.back() = last;
  return list;
}

std::vector<Sample> of_rows() {
  return {
      {"E-TROWMAX-001", "plain", Target::cpu, f32, 1, 3, {nan, one, two}, {two}, {nan}},
      {"E-TROWMAX-001", "plain", Target::cpu, f32, 1, 2, {minus_zero, 0}, {0}, {minus_zero}},
      {"E-TROWMAX-002", "plain", Target::a5, i64, 1, 65, ending(many(65, 1), 9), {9}, {1}},
      {"E-TROWMIN-001", "plain", Target::cpu, f32, 1, 3, {nan, two, one}, {one}, {nan}},
      {"E-TROWMIN-001", "plain", Target::cpu, f32, 1, 2, {0, minus_zero}, {minus_zero}, {0}},
      {"E-TROWMIN-002", "plain", Target::a5, u64, 1, 65, ending(many(65, 9), 1), {1}, {9}},
      {"E-TROWSUM-001", "plain", Target::a5, i64, 1, 65, many(65, 1), {65}, {64}},
  };
}

std::vector<Sample> of_columns() {
  const auto wide = [](const char* number, std::uint64_t in, std::uint64_t out) {
    return Sample{number,
                  "plain",
                  Target::a5,
                  i64,
                  2,
                  65,
                  many(130, in),
                  many(65, out),
                  ending(many(65, out), keep)};
  };
  const auto empty = [](const char* number, std::uint64_t out) {
    return Sample{number, "plain",       Target::cpu,   f32,         0,
                  2,      many(16, two), many(2, keep), many(2, out)};
  };
  return {
      {"E-TCOLMAX-001",
       "plain",
       Target::cpu,
       f32,
       2,
       1,
       {nan, 0, 0, 0, 0, 0, 0, 0, two},
       {two},
       {nan}},
      wide("E-TCOLMAX-002", 3, 3),
      empty("E-TCOLMAX-003", two),
      {"E-TCOLMIN-001",
       "plain",
       Target::cpu,
       f32,
       2,
       1,
       {nan, 0, 0, 0, 0, 0, 0, 0, two},
       {two},
       {nan}},
      wide("E-TCOLMIN-002", 3, 3),
      empty("E-TCOLPROD-001", one),
      wide("E-TCOLSUM-001", 3, 6),
      {"E-TCOLSUM-002", "tmp", Target::a5, i64, 2, 1, {0xFFFFFFFF, 0, 0, 0, 1}, {0x100000000}, {0}},
      empty("E-TCOLSUM-003", 0),
  };
}

std::vector<Sample> samples() {
  std::vector<Sample> all = of_rows();
  std::ranges::move(of_columns(), std::back_inserter(all));
  return all;
}

std::string op_of(const Sample& sample) {
  const std::string number = sample.number;
  return number.substr(2, number.rfind('-') - 2);
}

Verdict verdict(const Sample& sample, const std::string& errata, bool erroneous) {
  const std::string op = op_of(sample);
  const bool by_rows = op.starts_with("TROW");
  const std::int64_t block = 256 / bits_of(sample.type);
  const std::int64_t cols = (sample.cols + block - 1) / block * block;
  const std::int64_t rows = std::max<std::int64_t>(sample.rows, 1);
  Case test_case;
  test_case.call = {&form_of(op, sample.form),
                    sample.target,
                    {tile(sample.type, 1, cols, 1, by_rows ? 1 : sample.cols),
                     tile(sample.type, rows, cols, sample.rows, sample.cols)},
                    {}};
  Trial trial;
  trial.before = {filled(sample.type, cols, poison), filled(sample.type, rows * cols, 0)};
  // Rows of src follow each other: the lists of wide ones have no padding.
  const std::int64_t given = std::ssize(sample.in) == rows * sample.cols ? sample.cols : cols;
  for (std::int64_t i = 0; i < std::ssize(sample.in); ++i) {
    const std::int64_t place = i / given * cols + i % given;
    if (place < rows * cols) trial.before[1].set(place, sample.in[static_cast<std::size_t>(i)]);
  }
  if (test_case.call.form->has("tmp")) {
    test_case.call.operands.emplace_back(tile(sample.type, 1, cols, 1, cols));
    if (!test_case.call.form->attributes.empty()) test_case.call.attributes = {1};
    trial.before.push_back(filled(sample.type, cols, 0));
  }
  trial.after = trial.before;
  const auto& out = erroneous ? sample.erroneous : sample.promised;
  for (std::int64_t i = 0; i < std::ssize(out); ++i) {
    const std::uint64_t bits = out[static_cast<std::size_t>(i)];
    trial.after[0].set(i, bits == keep ? poison : bits);
  }
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(exactly), errata_choice_of(errata)});
}

bool passes(const Verdict& verdict) {
  return verdict.kind == VerdictKind::conforms || verdict.kind == VerdictKind::distrusted;
}

TEST(FoldErrata, WhatIsPromisedConformsWhetherErrataAreInEffectOrNot) {
  for (const Sample& sample : samples()) {
    EXPECT_TRUE(passes(verdict(sample, "none", false))) << sample.number;
    EXPECT_TRUE(passes(verdict(sample, sample.number, false))) << sample.number;
  }
}

TEST(FoldErrata, WhatAnErratumSaysIsKnownByItsNumberAlone) {
  for (const Sample& sample : samples()) {
    const Verdict got = verdict(sample, sample.number, true);
    EXPECT_EQ(got.kind, VerdictKind::known_deviation) << sample.number << got.reason;
  }
}

TEST(FoldErrata, WhatAnErratumSaysDeviatesWhereItIsNotInEffect) {
  for (const Sample& sample : samples()) {
    EXPECT_EQ(verdict(sample, "none", true).kind, VerdictKind::deviates) << sample.number;
  }
}

TEST(FoldErrata, AreNotAnyDifference) {
  for (const Sample& sample : samples()) {
    if (std::string_view(sample.number) == "E-TCOLSUM-002") continue;  // anything comes out
    Sample other = sample;
    other.erroneous.front() = 0x40400001;  // 3.0000002
    EXPECT_EQ(verdict(other, sample.number, true).kind, VerdictKind::deviates) << sample.number;
  }
}

TEST(FoldErrata, TakeScratchOfAnotherTypeOnA2a3) {
  const Form& form = form_of("TCOLSUM", "tmp");
  Case test_case;
  test_case.call = {&form, Target::a2a3, {}, {0}};
  test_case.intent = {Intent::Kind::outside, "tmp.same_element"};
  Trial trial;
  for (const ElementType type : {f32, f32, i32}) {
    test_case.call.operands.emplace_back(tile(type, 2, 8, type == f32 ? 2 : 1, 8));
    trial.before.push_back(filled(type, 16, 1));
  }
  trial.after = trial.before;
  const auto kind = [&](const std::string& errata) {
    const auto exactly = [](const ToleranceKey&) {
      return Tolerance{Tolerance::Kind::exact, 0, {}};
    };
    return judge(test_case, std::vector{trial},
                 Standard{of_first_readings(exactly), errata_choice_of(errata)})
        .kind;
  };
  EXPECT_EQ(kind("E-TCOLSUM-004"), VerdictKind::known_deviation);
  EXPECT_EQ(kind("E-TCOLSUM-001"), VerdictKind::accepted_invalid);
}

// ---- checks of the CPU headers ----

struct Refusal {
  const char* number;
  ElementType legal, refused;
  bool rows = false, cols = false;  ///< unequal where they are refused, not the type
  const char* says = "Not supported data type";
};

const Refusal refusals[] = {
    {"E-TCOLMAX-004", f32, i32},
    {"E-TCOLMAX-005", f32, f32, false, true, "Inconsistent number of cols"},
    {"E-TCOLSUM-005", f32, i32},
    {"E-TCOLSUM-006", f32, f32, false, true, "Inconsistent number of cols"},
    {"E-TROWSUM-002", i32, i64},
    {"E-TROWSUM-003", f32, f32, true, false, "Inconsistent number of m, n"},
};

std::string op_of(std::string_view number) {
  return std::string(number.substr(2, number.rfind('-') - 2));
}

/// The verdict on a legal call of `type` on the CPU that is refused with `text`.
VerdictKind refused(const Refusal& known, ElementType type, bool unequal, const char* text,
                    const std::string& errata) {
  const Form& form = form_of(op_of(known.number), "plain");
  const std::int64_t rows = unequal && known.rows ? 4 : 2, cols = unequal && known.cols ? 32 : 16;
  Case test_case;
  test_case.call = {
      &form, Target::cpu, {tile(type, 2, 16, 1, 1), tile(type, rows, cols, 1, 1)}, {}};
  Trial trial;
  trial.before = {filled(type, 32, 1), filled(type, rows * cols, 1)};
  if (form.has("tmp")) {
    test_case.call.operands.emplace_back(tile(type, 2, 16, 2, 16));
    trial.before.push_back(filled(type, 32, 1));
  }
  trial.after = trial.before;
  trial.outcome = {Outcome::Status::rejected, text};
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(exactly), errata_choice_of(errata)})
      .kind;
}

TEST(FoldErrata, KnowRefusalsOfTheCpuByTheCallAndByWhatIsSaid) {
  for (const Refusal& known : refusals) {
    const auto kind = [&](ElementType type, bool unequal, const char* text, const char* errata) {
      return refused(known, type, unequal, text, errata);
    };
    EXPECT_EQ(kind(known.refused, true, known.says, known.number), VerdictKind::known_deviation)
        << known.number;
    EXPECT_EQ(kind(known.refused, true, known.says, "none"), VerdictKind::rejected_valid)
        << known.number;
    EXPECT_EQ(kind(known.refused, true, "something else", known.number),
              VerdictKind::rejected_valid)
        << known.number;
    EXPECT_EQ(kind(known.legal, false, known.says, known.number), VerdictKind::rejected_valid)
        << known.number;
  }
}

TEST(FoldErrata, LetTheCpuGiveAnotherTypeThanItTakes) {
  const std::pair<const char*, const char*> accepting[]{{"TCOLMIN", "003"},  {"TCOLPROD", "002"},
                                                        {"TROWMAX", "003"},  {"TROWMIN", "003"},
                                                        {"TROWPROD", "001"}, {"TROWSUM", "009"}};
  for (const auto& [op, number] : accepting) {
    const Form& form = form_of(op, "plain");
    Case test_case;
    test_case.call = {&form, Target::cpu, {tile(f32, 2, 16, 1, 1), tile(f16, 2, 16, 1, 1)}, {}};
    test_case.intent = {Intent::Kind::outside, "dst.same_element"};
    Trial trial;
    trial.before = {filled(f32, 32, 1), filled(f16, 32, 1)};
    if (form.has("tmp")) {
      test_case.call.operands.emplace_back(tile(f16, 2, 16, 2, 16));
      trial.before.push_back(filled(f16, 32, 1));
    }
    trial.after = trial.before;
    const auto kind = [&](const std::string& errata) {
      const auto exactly = [](const ToleranceKey&) {
        return Tolerance{Tolerance::Kind::exact, 0, {}};
      };
      return judge(test_case, std::vector{trial},
                   Standard{of_first_readings(exactly), errata_choice_of(errata)})
          .kind;
    };
    EXPECT_EQ(kind(std::string("E-") + op + "-" + number), VerdictKind::known_deviation) << op;
    EXPECT_EQ(kind("none"), VerdictKind::accepted_invalid) << op;
  }
}

/// Of 65,538 columns two are written.
TEST(FoldErrata, OfTheCpuCountColumnsIn16Bits) {
  constexpr std::int64_t count = 65538, width = 65568;
  const std::string number = "E-TCOLMAX-009";
  const Form& form = form_of("TCOLMAX", "plain");
  Case test_case;
  test_case.call = {
      &form, Target::cpu, {tile(i8, 1, width, 1, count), tile(i8, 2, width, 2, count)}, {}};
  Trial trial;
  trial.before = {filled(i8, width, 7), filled(i8, 2 * width, 1)};
  trial.after = trial.before;
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  const auto kind = [&](const std::string& errata) {
    return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
  };
  trial.after[0].set(0, 1);
  EXPECT_EQ(kind(number), VerdictKind::deviates);  // the second one is missing
  trial.after[0].set(1, 1);
  EXPECT_EQ(kind(number), VerdictKind::known_deviation);
  EXPECT_EQ(kind("none"), VerdictKind::deviates);
  trial.after[0].set(2, 1);
  EXPECT_EQ(kind(number), VerdictKind::deviates);
}

TEST(FoldErrata, EachOneIsTriedHere) {
  const std::vector<Sample> all = samples();
  for (const char* op :
       {"TCOLMAX", "TCOLMIN", "TCOLPROD", "TCOLSUM", "TROWMAX", "TROWMIN", "TROWPROD", "TROWSUM"}) {
    for (const Erratum& erratum : find_op(op)->errata) {
      if (erratum.effect == ErratumEffect::acceptance) continue;  // tested above
      if (erratum.title.find("16 bits") != std::string::npos) continue;
      if (!erratum.constraint.empty()) continue;  // in known_checks_test.cpp
      const auto is_tried = [&](const auto& tried) { return erratum.number == tried.number; };
      EXPECT_TRUE(std::ranges::any_of(all, is_tried) || std::ranges::any_of(refusals, is_tried))
          << erratum.number;
    }
  }
}

}  // namespace
}  // namespace assay::ops
