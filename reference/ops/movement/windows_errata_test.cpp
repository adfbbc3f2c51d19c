// SPDX-License-Identifier: Apache-2.0
// Each erratum of TEXTRACT and TINSERT, seen where it is in effect and failing where it is not.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Case windowed(const char* op, Target target, const TileSpec& dst, const TileSpec& src,
              std::uint64_t col) {
  Case test_case;
  test_case.call = {
      &form_of(op, "vec"), target, {dst, src, ScalarSpec{u16, 0}, ScalarSpec{u16, col}}, {}};
  return test_case;
}

VerdictKind judged(const Case& test_case, Outcome outcome, const std::string& errata) {
  Trial trial;
  for (const char* name : {"dst", "src"}) {
    const TileType& type = test_case.call.tile(name).type;
    trial.before.push_back(filled(type.element, type.elements(), 3));
  }
  for (const char* name : {"indexRow", "indexCol"}) {
    trial.before.push_back(elements(u16, {test_case.call.scalar(name).bits}));
  }
  trial.after = trial.before;
  trial.outcome = std::move(outcome);
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

VerdictKind refused(const Case& test_case, const std::string& errata) {
  return judged(test_case, {Outcome::Status::rejected, "no"}, errata);
}

VerdictKind accepted(Case test_case, const char* breaks, const std::string& errata) {
  test_case.intent = {Intent::Kind::outside, breaks};
  return judged(test_case, {}, errata);
}

TEST(WindowErrata, OfTypesShowForThoseTypesAlone) {
  const auto of = [](ElementType type, Target target, const std::string& errata) {
    const std::int64_t block = 256 / bits_of(type);
    return refused(windowed("TEXTRACT", target, tile(type, 1, block, 1, 2),
                            tile(type, 1, 2 * block, 1, 2 * block), 0),
                   errata);
  };
  EXPECT_EQ(of(u16, Target::a5, "none"), VerdictKind::rejected_valid);
  EXPECT_EQ(of(u16, Target::a5, "E-TEXTRACT-003"), VerdictKind::known_deviation);
  EXPECT_EQ(of(i16, Target::a5, "all"), VerdictKind::known_deviation);
  EXPECT_EQ(of(i32, Target::a5, "all"), VerdictKind::rejected_valid);
  EXPECT_EQ(of(u16, Target::a2a3, "all"), VerdictKind::rejected_valid);
}

TEST(WindowErrata, OfBlocksShowWhereTheIndexIsInsideOne) {
  const auto at = [](std::uint64_t col, Target target, const std::string& errata) {
    return refused(
        windowed("TEXTRACT", target, tile(f32, 1, 8, 1, 2), tile(f32, 1, 24, 1, 24), col), errata);
  };
  EXPECT_EQ(at(3, Target::a2a3, "none"), VerdictKind::rejected_valid);
  EXPECT_EQ(at(3, Target::a2a3, "E-TEXTRACT-004"), VerdictKind::known_deviation);
  EXPECT_EQ(at(8, Target::a2a3, "all"), VerdictKind::rejected_valid);
  EXPECT_EQ(at(3, Target::a5, "all"), VerdictKind::rejected_valid);
}

TEST(WindowErrata, OfRegionsShowBeyondThem) {
  const auto of = [](std::int64_t valid, const std::string& errata) {
    return refused(
        windowed("TINSERT", Target::cpu, tile(f32, 1, 24, 1, valid), tile(f32, 1, 8, 1, 4), 8),
        errata);
  };
  EXPECT_EQ(of(11, "none"), VerdictKind::rejected_valid);
  EXPECT_EQ(of(11, "E-TINSERT-001"), VerdictKind::known_deviation);
  EXPECT_EQ(of(12, "all"), VerdictKind::rejected_valid);
}

TEST(WindowErrata, OfMissingChecksAreTheCpusAlone) {
  const auto bounds = [](Target target, const std::string& errata) {
    return accepted(
        windowed("TEXTRACT", target, tile(f32, 1, 16, 1, 8), tile(f32, 1, 24, 1, 24), 16),
        "window.shape", errata);
  };
  EXPECT_EQ(bounds(Target::cpu, "none"), VerdictKind::accepted_invalid);
  EXPECT_EQ(bounds(Target::cpu, "E-TEXTRACT-002"), VerdictKind::known_deviation);
  EXPECT_EQ(bounds(Target::a5, "all"), VerdictKind::accepted_invalid);
  const auto types = [](const std::string& errata) {
    return accepted(
        windowed("TEXTRACT", Target::cpu, tile(i32, 1, 8, 1, 8), tile(f32, 1, 24, 1, 24), 0),
        "dst.same_element", errata);
  };
  EXPECT_EQ(types("none"), VerdictKind::accepted_invalid);
  EXPECT_EQ(types("E-TEXTRACT-001"), VerdictKind::known_deviation);
}

}  // namespace
}  // namespace assay::ops
