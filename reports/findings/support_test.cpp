// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/findings/answer.hpp"
#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

CaseRecord record(VerdictKind kind, const std::string& dtypes, const std::string& reason = "",
                  const std::string& intent = "inside") {
  CaseRecord made = record_with(kind);
  made.dtypes = dtypes;
  made.intent = intent;
  made.verdict.reason = reason;
  return made;
}

constexpr auto good = VerdictKind::conforms;
constexpr auto none = VerdictKind::unsupported;

const std::vector<CaseRecord> first_run{
    record(good, "f16,f16"),
    record(none, "f16,f16", "9216 bytes do not fit into 8192"),
    record(VerdictKind::deviates, "f32,f32", "wrong"),
    record(none, "bf16,bf16", "bfloat16_t is another name of half"),
    record(good, "u8,u8", "", "breaks.dst.element"),
};

TEST(Support, IsWhatWasJudgedRightOrWrongInLegalCases) {
  const SupportList list = support_of(first_run);
  EXPECT_THAT(list.combinations, ElementsAre("TRSQRT plain a5 f16,f16", "TRSQRT plain a5 f32,f32"));
  EXPECT_THAT(list.reasons,
              ElementsAre("0 bytes do not fit into 0", "bfloat0_t is another name of half"));
}

TEST(Support, IsLostWhereNothingIsJudgedAnyMore) {
  const SupportList list = support_of(first_run);
  EXPECT_THAT(lost_support(first_run, list), IsEmpty());
  const std::vector<CaseRecord> gone{record(none, "f16,f16", "12 bytes do not fit into 8192"),
                                     record(good, "f32,f32")};
  const auto lost = lost_support(gone, list);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].combination, "TRSQRT plain a5 f16,f16");
  EXPECT_EQ(lost[0].cases, 1U);
}

TEST(Support, IsLostInPartWhereTheReasonIsNew) {
  const SupportList list = support_of(first_run);
  const std::vector<CaseRecord> partly{record(good, "f16,f16"),
                                       record(none, "f16,f16", "no member named TRSQRT")};
  const auto lost = lost_support(partly, list);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].reason, "no member named TRSQRT");
}

TEST(Support, IsNotLostByWhatWasNeverThereOrIsNotAskedFor) {
  const SupportList list = support_of(first_run);
  EXPECT_THAT(lost_support(std::vector{record(none, "bf16,bf16", "another reason"),
                                       record(none, "f16,f16", "new", "breaks.dst.element")},
                           list),
              IsEmpty());
  EXPECT_THAT(lost_support(std::vector{record(none, "f16,f16", "new")}, SupportList{}), IsEmpty());
}

TEST(Support, FailsARunInWhichNothingElseFails) {
  const RunInfo info{.support = support_of(first_run)};
  const std::vector<CaseRecord> gone{record(none, "f16,f16", "no such instruction"),
                                     record(good, "f32,f32")};
  const RunAnswer answer = answer_of(gone, info);
  EXPECT_EQ(answer.kind, RunAnswer::Kind::fails);
  EXPECT_EQ(answer.exit_code(), 1);
  EXPECT_THAT(answer.sentence, HasSubstr("TRSQRT plain a5 f16,f16: no such instruction"));
  EXPECT_TRUE(answer_of(gone, RunInfo{}).good());
}

}  // namespace
}  // namespace assay::reports
