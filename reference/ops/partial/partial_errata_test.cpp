// SPDX-License-Identifier: Apache-2.0
// Each erratum of the family is known by its number where it is in effect, and a deviation
// elsewhere.
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

VerdictKind kind_of(const Call& call, const Trial& trial, const std::string& errata) {
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  Case test_case;
  test_case.call = call;
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(exactly), errata_choice_of(errata)})
      .kind;
}

/// dst, src0 and src1 of one row; src1 has fewer columns.
Call row_of(const char* op, Target target, ElementType element, std::int64_t valid,
            std::int64_t fewer) {
  const TileSpec whole = tile(element, 1, 128, 1, valid);
  return {&form_of(op, "plain"), target, {whole, whole, tile(element, 1, 128, 1, fewer)}, {}};
}

Trial trial_of(ElementType element, std::uint64_t old, std::uint64_t first, std::uint64_t second) {
  Trial trial;
  for (const std::uint64_t bits : {old, first, second}) {
    trial.before.push_back(filled(element, 128, bits));
  }
  trial.after = trial.before;
  return trial;
}

TEST(PartialErrata, OfRefusedTypesAreKnownByTheirText) {
  for (const std::string op : {"TPARTADD", "TPARTMUL", "TPARTMAX", "TPARTMIN"}) {
    Trial trial = trial_of(u16, 0, 1, 2);
    trial.outcome = {Outcome::Status::rejected, "static assertion failed: Invalid data type."};
    const Call call = row_of(op.c_str(), cpu, u16, 4, 2);
    EXPECT_EQ(kind_of(call, trial, "E-" + op + "-001"), VerdictKind::known_deviation) << op;
    EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::rejected_valid) << op;
    trial.outcome.message = "no matching function";
    EXPECT_EQ(kind_of(call, trial, "E-" + op + "-001"), VerdictKind::rejected_valid) << op;
  }
}

TEST(PartialErrata, OfOneRegisterAreKnownByTheColumnsThatStay) {
  const std::pair<std::string, std::uint64_t> ops[]{
      {"TPARTADD", 9}, {"TPARTMAX", 5}, {"TPARTMIN", 4}};
  for (const auto& [op, combined] : ops) {
    const Call call = row_of(op.c_str(), a5, i64, 70, 66);
    Trial trial = trial_of(i64, 7, 5, 4);
    for (std::int64_t i = 0; i < 64; ++i) trial.after[0].set(i, combined);
    EXPECT_EQ(kind_of(call, trial, "E-" + op + "-002"), VerdictKind::known_deviation) << op;
    EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::deviates) << op;
    trial.after[0].set(0, 8);
    EXPECT_EQ(kind_of(call, trial, "E-" + op + "-002"), VerdictKind::deviates) << op;
  }
}

// A NaN in src0, and -0 in src0 with 0 in src1.
TEST(PartialErrata, OfComparisonsAreKnownByTheFirstSource) {
  for (const std::string op : {"TPARTMAX", "TPARTMIN"}) {
    const bool largest = op == "TPARTMAX";
    const std::uint64_t zero = largest ? 0x8000 : 0, other = zero ^ 0x8000;
    for (const auto& [first, second] : {std::pair{0x7E01UL, 0x3C00UL}, {zero, other}}) {
      const Call call = row_of(op.c_str(), cpu, f16, 4, 2);
      Trial trial = trial_of(f16, 7, first, second);
      for (std::int64_t i = 0; i < 4; ++i) trial.after[0].set(i, first);
      EXPECT_EQ(kind_of(call, trial, "E-" + op + "-003"), VerdictKind::known_deviation) << op;
      EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::deviates) << op;
    }
  }
}

}  // namespace
}  // namespace assay::ops
