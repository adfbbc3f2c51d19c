// SPDX-License-Identifier: Apache-2.0
// Each erratum of TMOV, seen where it is in effect and failing where it is not.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

TileSpec row(Location where, ElementType element) {
  TileSpec made = tile(element, 1, 64, 1, 64);
  made.type.location = where;
  return made;
}

VerdictKind accepted(const Call& call, const std::string& errata) {
  Case test_case;
  test_case.call = call;
  test_case.intent = {Intent::Kind::outside, "src.element"};
  Trial trial;
  for (const char* name : {"dst", "src"}) {
    const TileType& type = call.tile(name).type;
    trial.before.push_back(filled(type.element, type.elements(), 3));
  }
  trial.after = trial.before;
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

TEST(TmovErrata, OfBiasesAreTheirsAlone) {
  const auto biases = [](Target target, const std::string& errata) {
    return accepted(
        {&form_of("TMOV", "bias"), target, {row(Location::bias, u32), row(Location::mat, u32)}, {}},
        errata);
  };
  EXPECT_EQ(biases(Target::a2a3, "none"), VerdictKind::accepted_invalid);
  EXPECT_EQ(biases(Target::a2a3, "E-TMOV-001"), VerdictKind::known_deviation);
  EXPECT_EQ(biases(Target::a5, "all"), VerdictKind::accepted_invalid);
  const Call scaling{&form_of("TMOV", "scaling"),
                     Target::a2a3,
                     {row(Location::scaling, u32), row(Location::mat, u32)},
                     {}};
  EXPECT_EQ(accepted(scaling, "all"), VerdictKind::accepted_invalid);
}

/// Biases that hold patterns of `from` where 1 was.
VerdictKind of_patterns(Target target, ElementType from, const std::string& errata) {
  Case test_case;
  test_case.call = {
      &form_of("TMOV", "bias"), target, {row(Location::bias, f32), row(Location::mat, from)}, {}};
  Trial trial;
  trial.before = {filled(f32, 64, 5), filled(from, 64, from == bf16 ? 0x3F80 : 0x3C00)};
  trial.after = trial.before;
  trial.after[0] = filled(f32, 64, 0x3F803F80);
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

TEST(TmovErrata, OfPatternsAreThoseOfOneType) {
  EXPECT_EQ(of_patterns(Target::a5, bf16, "none"), VerdictKind::deviates);
  EXPECT_EQ(of_patterns(Target::a5, bf16, "E-TMOV-002"), VerdictKind::known_deviation);
  EXPECT_EQ(of_patterns(Target::a5, f16, "all"), VerdictKind::deviates);
  EXPECT_EQ(of_patterns(Target::cpu, bf16, "all"), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
