// SPDX-License-Identifier: Apache-2.0
// Errata about one check, and about calls that no check stops, both ways.
#include "reference/ops/known_checks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::int64_t width = 64;

Tolerance tolerance(const ToleranceKey&) { return {Tolerance::Kind::exact, 0, {}}; }

/// A refusal of integers over zero that says something.
VerdictKind refused_saying(const char* op, const char* text, const std::string& errata) {
  const Form& form = form_of(op, "plain");
  Case test_case;
  test_case.call = {&form, Target::cpu, {}, std::vector<int>(form.attributes.size(), 0)};
  Trial trial;
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    test_case.call.operands.emplace_back(tile(i32, 1, width, 1, width));
    trial.before.push_back(filled(i32, width, 0));
  }
  trial.after = trial.before;
  trial.outcome = {Outcome::Status::rejected, text};
  return judge(test_case, std::vector{trial}, Standard{tolerance, errata_choice_of(errata)}).kind;
}

TEST(KnownChecks, OfAnAssertionKnowThatOneAlone) {
  for (const char* op : {"TROWEXPANDDIV", "TCOLEXPANDDIV"}) {
    const std::string number = std::string("E-") + op + (op[1] == 'R' ? "-005" : "-003");
    EXPECT_EQ(refused_saying(op, "Assertion `x && \"Divider is 0\"' failed.", number),
              VerdictKind::known_deviation)
        << op;
    EXPECT_EQ(refused_saying(op, "Assertion `rows == 1' failed.", number),
              VerdictKind::rejected_valid)
        << op;
  }
}

/// The verdict on an illegal call whose dst, of `type`, is written beyond its end.
VerdictKind overrun(const char* op, ElementType type, const char* errata) {
  const bool compares = std::string_view(op) == "TCMPS";
  const Form& form = form_of(op, compares ? "scalar" : "plain");
  Case test_case;
  test_case.call = {&form, Target::cpu, {}, std::vector<int>(form.attributes.size(), 0)};
  test_case.intent = {Intent::Kind::outside, compares ? "dst.element" : "dst.same_element"};
  test_case.call.operands = {tile(type, 1, width, 1, 1), tile(f32, 1, width, 1, width)};
  Trial trial;
  trial.before = {filled(type, width, 1), filled(f32, width, 1)};
  if (compares) {
    test_case.call.operands.emplace_back(ScalarSpec{f32, 0});
    trial.before.push_back(filled(f32, 1, 0));
  } else if (form.has("tmp")) {
    test_case.call.operands.emplace_back(tile(f32, 1, width, 1, width));
    trial.before.push_back(filled(f32, width, 0));
  }
  trial.after = trial.before;
  trial.damage = {{"dst", width, width}};
  return judge(test_case, std::vector{trial}, Standard{tolerance, errata_choice_of(errata)}).kind;
}

TEST(KnownChecks, OfAnOverrunAreKnownWhereIllegalTilesHaveFourBits) {
  for (const auto& [op, number] :
       {std::pair{"TCMPS", "E-TCMPS-010"}, std::pair{"TROWMIN", "E-TROWMIN-004"},
        std::pair{"TROWMAX", "E-TROWMAX-009"}, std::pair{"TROWPROD", "E-TROWPROD-007"},
        std::pair{"TCOLMIN", "E-TCOLMIN-007"}, std::pair{"TCOLPROD", "E-TCOLPROD-006"},
        std::pair{"TPAIRREDUCESUM", "E-TPAIRREDUCESUM-004"}}) {
    EXPECT_EQ(overrun(op, e2m1, number), VerdictKind::known_deviation) << number;
    EXPECT_EQ(overrun(op, e2m1, "none"), VerdictKind::deviates) << number;
    EXPECT_EQ(overrun(op, i16, number), VerdictKind::deviates) << number;
  }
}

/// A call by hand of vector tiles, one row of float each, and zeros.
Call simple_call(const Form& form, Target target) {
  Call call{&form, target, {}, std::vector<int>(form.attributes.size(), 0)};
  for (const Operand& operand : form.operands) {
    if (operand.kind == OperandKind::tile) {
      call.operands.emplace_back(tile(f32, 1, width, 1, width));
    } else if (operand.kind == OperandKind::global) {
      call.operands.emplace_back(GlobalSpec{});
    } else {
      call.operands.emplace_back(ScalarSpec{});
    }
  }
  return call;
}

TEST(KnownChecks, OfAnOverrunAreKnownOfInstructionsThatTakeAnyType) {
  for (const std::string op : {"TFUSEDMULADDRELU", "TMULADDDST", "TSUBRELU", "TAXPY"}) {
    const Erratum& last = find_op(op)->errata.back();
    const auto kind = [&](ElementType type, const std::string& errata) {
      Case test_case;
      test_case.call = simple_call(form_of(op, "plain"), Target::cpu);
      test_case.intent = {Intent::Kind::outside, op == "TAXPY" ? "src.element" : "src0.element"};
      test_case.call.tile("dst").type.element = type;
      Trial trial;
      for (const OperandValue& value : test_case.call.operands) {
        trial.before.push_back(filled(element_of(value), width, 0));
      }
      trial.after = trial.before;
      trial.damage = {{"dst", width, width}};
      return judge(test_case, std::vector{trial}, Standard{tolerance, errata_choice_of(errata)})
          .kind;
    };
    EXPECT_EQ(last.effect, ErratumEffect::anything) << last.number;
    EXPECT_EQ(kind(e1m2, last.number), VerdictKind::known_deviation) << last.number;
    EXPECT_EQ(kind(e1m2, "none"), VerdictKind::deviates) << last.number;
    EXPECT_EQ(kind(i16, last.number), VerdictKind::deviates) << last.number;
  }
}

TEST(KnownChecks, OfAnOverrunAreKnownWhateverTheResultIsCalled) {
  const auto kind = [](const std::string& op, const std::string& form, const std::string& result,
                       ElementType type, const std::string& errata) {
    Case test_case;
    test_case.call = simple_call(form_of(op, form), Target::cpu);
    test_case.intent = {Intent::Kind::outside, op == "TSEL" ? "dst.element" : "dst0.same_element"};
    test_case.call.tile(result).type.element = type;
    Trial trial;
    for (const OperandValue& value : test_case.call.operands) {
      trial.before.push_back(filled(element_of(value), width, 0));
    }
    trial.after = trial.before;
    trial.damage = {{result, width, width}};
    return judge(test_case, std::vector{trial}, Standard{tolerance, errata_choice_of(errata)}).kind;
  };
  EXPECT_EQ(kind("TDEINTERLEAVE", "one", "dst1", e1m2, "E-TDEINTERLEAVE-002"),
            VerdictKind::known_deviation);
  EXPECT_EQ(kind("TDEINTERLEAVE", "one", "dst1", e1m2, "none"), VerdictKind::deviates);
  EXPECT_EQ(kind("TDEINTERLEAVE", "one", "dst1", i16, "all"), VerdictKind::deviates);
  EXPECT_EQ(kind("TSEL", "plain", "dst", e2m1, "E-TSEL-006"), VerdictKind::known_deviation);
  EXPECT_EQ(kind("TSEL", "plain", "dst", e2m1, "none"), VerdictKind::deviates);
  EXPECT_EQ(kind("TSEL", "plain", "dst", i16, "all"), VerdictKind::deviates);
}

/// The verdict on an accepted call that breaks the named constraint.
VerdictKind accepted(const Call& call, const std::string& broken, const std::string& errata) {
  Case test_case;
  test_case.call = call;
  test_case.intent = {Intent::Kind::outside, broken};
  Trial trial;
  for (const OperandValue& value : call.operands) {
    trial.before.push_back(filled(element_of(value), width, 0));
  }
  trial.after = trial.before;
  return judge(test_case, std::vector{trial}, Standard{tolerance, errata_choice_of(errata)}).kind;
}

/// "src*.element" is about every source.
bool is_about(std::string_view known, std::string_view name) {
  const std::size_t star = known.find('*');
  if (star == std::string_view::npos) return known == name;
  return name.starts_with(known.substr(0, star)) && name.ends_with(known.substr(star + 1));
}

/// Counts the breaches that an erratum of a missing check knows, and sees that it knows no others.
int breaches_known_by(const Erratum& erratum, const Form& form, Target target) {
  int known = 0;
  const Call call = simple_call(form, target);
  if (!erratum.concerns(call)) return 0;
  for (const Constraint& one : form.constraints) {
    if (!one.breakable() || !one.applies(call) || !one.enforced.contains(target)) continue;
    const bool is_meant = is_about(erratum.constraint, one.name);
    EXPECT_EQ(accepted(call, one.name, "none"), VerdictKind::accepted_invalid) << erratum.number;
    EXPECT_EQ(accepted(call, one.name, erratum.number),
              is_meant ? VerdictKind::known_deviation : VerdictKind::accepted_invalid)
        << erratum.number << " " << one.name;
    known += is_meant ? 1 : 0;
  }
  return known;
}

TEST(KnownChecks, OfAMissingCheckKnowItsBreachesAndNoOther) {
  int tried = 0;
  for (const OpSpec& page : all_ops()) {
    for (const Erratum& erratum : page.errata) {
      if (erratum.effect != ErratumEffect::acceptance) continue;
      int known = 0;
      for (const Form& form : page.forms) {
        for (const Target target : all_targets) {
          if (form.targets.contains(target)) known += breaches_known_by(erratum, form, target);
        }
      }
      // Errata that concern only some types are tested next to their page.
      EXPECT_TRUE(known > 0 || erratum.among) << erratum.number << " is about no promised refusal";
      tried += known > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(tried, 40);
}

}  // namespace
}  // namespace assay::ops
