// SPDX-License-Identifier: Apache-2.0
// One answer for every view, over every combination of two verdicts.
#include "reports/findings/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>

#include "reports/words/fixtures_test.hpp"
#include "reports/words/tally.hpp"

namespace assay::reports {
namespace {

using testing::HasSubstr;
using Kind = RunAnswer::Kind;

RunAnswer answer(std::initializer_list<VerdictKind> kinds, const RunInfo& info = {},
                 const Waived& waived = {}) {
  std::vector<CaseRecord> records;
  for (const VerdictKind kind : kinds) records.push_back(record_with(kind));
  return answer_of(records, info, waived);
}

/// The answer for two verdicts, worse first; written down by hand.
Kind worse(VerdictKind a, VerdictKind b, bool strict) {
  const auto any = [=](auto holds) { return holds(a) || holds(b); };
  const auto is = [=](VerdictKind kind) { return a == kind || b == kind; };
  if (any(is_failure) || (strict && is(VerdictKind::known_deviation))) return Kind::fails;
  if (is(VerdictKind::infra)) return Kind::lost;
  if (is(VerdictKind::known_deviation)) return Kind::known;
  return is(VerdictKind::conforms) ? Kind::conforms : Kind::unproved;
}

TEST(RunAnswer, IsTheWorseOfItsCasesWhateverTheirOrder) {
  for (const bool strict : {false, true}) {
    const RunInfo info{.strict = strict};
    for (const VerdictKind a : all_verdicts) {
      for (const VerdictKind b : all_verdicts) {
        const RunAnswer got = answer({a, b}, info);
        EXPECT_EQ(got.kind, worse(a, b, strict)) << assay::name_of(a) << ' ' << assay::name_of(b);
        EXPECT_EQ(got.exit_code() == 0, got.good());
        EXPECT_EQ(got.exit_code() == 3, got.kind == Kind::lost);
      }
    }
  }
}

TEST(RunAnswer, SeparatesTheThousandsOfEveryCount) {
  std::vector<CaseRecord> records(1409, record_with(VerdictKind::deviates));
  records.resize(2818, record_with(VerdictKind::conforms));
  EXPECT_EQ(answer_of(Records(records), {}, {}).sentence,
            "Does not conform: 1,409 of 2,818 judged cases failed.");
}

TEST(RunAnswer, IsRedWhereACaseIsRedAndOnlyWhereOneIsOrTheSentenceSaysWhy) {
  for (const bool strict : {false, true}) {
    for (const VerdictKind kind : all_verdicts) {
      const CaseAnswer one = answer_of(kind, false, strict);
      const bool red = one == CaseAnswer::failure || one == CaseAnswer::error;
      const RunAnswer run = answer({VerdictKind::conforms, kind}, RunInfo{.strict = strict});
      EXPECT_EQ(red, !run.good()) << assay::name_of(kind);
      EXPECT_EQ(exit_code_of(kind, strict), run.exit_code()) << assay::name_of(kind);
      EXPECT_NE(answer_of(kind, true, false), CaseAnswer::failure) << assay::name_of(kind);
    }
  }
}

TEST(RunAnswer, CountsWhatIsWaivedAsKnown) {
  Waived waived;
  waived.waived = {true, false};
  EXPECT_EQ(answer({VerdictKind::deviates, VerdictKind::conforms}, {}, waived).kind, Kind::known);
  EXPECT_EQ(answer({VerdictKind::deviates, VerdictKind::deviates}, {}, waived).kind, Kind::fails);
  EXPECT_THAT(answer({VerdictKind::deviates, VerdictKind::conforms}, {}, waived).sentence,
              HasSubstr("of 2 judged cases, 1 fail as waived"));
}

TEST(RunAnswer, TakesNoEvidenceForNoPass) {
  EXPECT_EQ(answer({}).kind, Kind::unproved);
  EXPECT_EQ(answer({}).exit_code(), 1);
  EXPECT_EQ(answer({VerdictKind::unsupported, VerdictKind::target_defined}).exit_code(), 1);
  EXPECT_EQ(answer({}, RunInfo{.part = true}).exit_code(), 0);
  std::vector<CaseRecord> records{record_with(VerdictKind::conforms),
                                  record_with(VerdictKind::unsupported)};
  records[0].op = "TADD";
  records[1].op = "TSUB";
  EXPECT_EQ(answer_of(records, RunInfo{.min_judged = 1}).kind, Kind::unproved);
  EXPECT_EQ(answer_of(records, RunInfo{.min_judged = 1}).sentence,
            "Not shown: 1 of 2 ops have no legal case with compared values: TSUB; TSUB plain: "
            "0 of 1 legal cases compared a value.");
  EXPECT_EQ(answer_of(records, RunInfo{.min_judged = 0}).kind, Kind::conforms);
}

TEST(RunAnswer, TakesRefusalsForNoEvidenceOfWhatAnOpComputes) {
  std::vector<CaseRecord> records{record_with(VerdictKind::unsupported),
                                  record_with(VerdictKind::conforms)};
  records[1].intent = "breaks.dst.element";
  EXPECT_EQ(answer_of(records, RunInfo{.min_judged = 1}).kind, Kind::unproved);
  EXPECT_EQ(answer_of(records, RunInfo{.min_judged = 0}).kind, Kind::conforms);
  // If only a breach was requested there is an answer.
  records.erase(records.begin());
  EXPECT_EQ(answer_of(records, RunInfo{.min_judged = 1}).kind, Kind::conforms);
}

TEST(RunAnswer, CountsLegalCasesOfWhichValuesWereComparedAndNamesFormsWithout) {
  std::vector<CaseRecord> records(4, record_with(VerdictKind::known_deviation));
  for (CaseRecord& record : records) record.op = "TCMPS";
  records[0].form = records[1].form = "tile";
  records[2].form = records[3].form = "scalar";
  const RunInfo info{.min_judged = 1};
  const RunAnswer none = answer_of(records, info);
  EXPECT_EQ(none.kind, Kind::unproved);
  EXPECT_THAT(none.sentence, HasSubstr("1 of 1 ops have no legal case with compared values"));
  EXPECT_THAT(none.sentence, HasSubstr("TCMPS scalar: 0 of 2 legal cases compared a value, TCMPS "
                                       "tile: 0 of 2."));
  records[3].verdict.compared = 16;
  const RunAnswer known = answer_of(records, info);
  EXPECT_EQ(known.kind, Kind::known);
  EXPECT_THAT(known.sentence, HasSubstr("; TCMPS tile: 0 of 2 legal cases compared a value."));
  EXPECT_EQ(answer_of(records, RunInfo{.min_judged = 2}).kind, Kind::unproved);
  for (CaseRecord& record : std::span(records).first(2)) {
    record.verdict.kind = VerdictKind::target_defined;
  }
  EXPECT_THAT(answer_of(records, info).sentence, testing::Not(HasSubstr("tile")));
}

TEST(RunAnswer, SaysInTheEndWhichErrataWereNotExercisedAndWhichMayBeFixed) {
  std::vector<CaseRecord> records(2, record_with(VerdictKind::conforms));
  records[0].verdict.errata = {{.number = "E-X-001", .exercised = 3},
                               {.number = "E-X-002", .exercised = 3}};
  records[1].verdict.errata = {{.number = "E-X-002", .exercised = 3, .shown = 3}};
  RunInfo info{.errata = {"E-X-001", "E-X-002", "E-X-003"}};
  EXPECT_THAT(answer_of(records, info).sentence,
              HasSubstr("; 1 of 3 errata in effect not exercised (E-X-003); fixed? E-X-001."));
  info.part = true;
  EXPECT_THAT(answer_of(records, info).sentence, testing::Not(HasSubstr("E-X")));
  info.part = false;
  info.completion.not_run = 5;
  EXPECT_THAT(answer_of(records, info).sentence, testing::Not(HasSubstr("E-X")));
}

TEST(RunAnswer, NamesOpsThatALimitLeftOutWhole) {
  RunInfo info{.min_judged = 1, .limited = 1200, .ops_limited = {"GONE"}};
  const RunAnswer unproved = answer({VerdictKind::conforms}, info);
  EXPECT_EQ(unproved.kind, Kind::unproved);
  EXPECT_THAT(unproved.sentence, HasSubstr("1 of 2 ops"));
  EXPECT_THAT(unproved.sentence, HasSubstr("values: GONE."));
  EXPECT_THAT(unproved.sentence, HasSubstr("--sdk-limit"));
  info.min_judged = 0;
  EXPECT_THAT(answer({VerdictKind::conforms}, info).sentence,
              HasSubstr("1,200 beyond --sdk-limit, all of 1 op"));
  info.ops_limited.clear();
  info.min_judged = 1;
  EXPECT_EQ(answer({VerdictKind::conforms}, info).kind, Kind::conforms);
}

TEST(RunAnswer, SaysWhatWasLeftOutAndWhy) {
  std::vector<CaseRecord> records(3, record_with(VerdictKind::unsupported));
  for (CaseRecord& record : records) record.verdict.reason = "no bfloat16";
  records[0].verdict.reason = "no fp8";
  records.push_back(record_with(VerdictKind::conforms));
  records.push_back(record_with(VerdictKind::distrusted));
  records.push_back(record_with(VerdictKind::undecidable));
  EXPECT_EQ(answer_of(records, {}).sentence,
            "Conforms: none of 1 judged case failed; 3 unsupported (no bfloat16), 1 distrusted, 1 "
            "undecidable.");
}

TEST(RunAnswer, FailsIfStrictWhereAnErratumNeverShows) {
  std::vector<CaseRecord> records{record_with(VerdictKind::conforms)};
  records[0].verdict.errata = {{.number = "E-X-001", .exercised = 3}};
  EXPECT_EQ(answer_of(records, {}).kind, Kind::conforms);
  EXPECT_EQ(answer_of(records, RunInfo{.strict = true}).kind, Kind::fails);
}

RunInfo stopped_info() {
  return {.completion = {.planned = 14, .ran = 2, .not_run = 12, .stopped = "out of time"}};
}

TEST(RunAnswer, IsStoppedWhereNothingFailedAndNotAllRan) {
  RunInfo info = stopped_info();
  const RunAnswer got = answer({VerdictKind::conforms, VerdictKind::conforms}, info);
  EXPECT_EQ(got.kind, Kind::stopped);
  EXPECT_EQ(got.exit_code(), 3);
  EXPECT_FALSE(got.good());
  EXPECT_EQ(got.sentence, "Stopped: 2 of 14 cases ran; none of them failed. Reason: out of time.");
  info.completion.partial_ok = true;
  EXPECT_EQ(answer({VerdictKind::conforms}, info).exit_code(), 0);
  EXPECT_EQ(answer({VerdictKind::conforms}, info).kind, Kind::stopped);
  // A run that was interrupted after its last case is not complete either.
  info.completion = {.planned = 1, .ran = 1, .stopped = "interrupted"};
  EXPECT_EQ(answer({VerdictKind::conforms}, info).exit_code(), 3);
}

TEST(RunAnswer, SaysOfAnUnfinishedRunThatFailsBoth) {
  RunInfo info = stopped_info();
  for (const bool partial_ok : {false, true}) {
    info.completion.partial_ok = partial_ok;
    const RunAnswer got = answer({VerdictKind::deviates, VerdictKind::conforms}, info);
    EXPECT_EQ(got.kind, Kind::fails);
    EXPECT_EQ(got.exit_code(), 1);
    EXPECT_EQ(got.sentence,
              "Does not conform: 1 of 2 judged cases failed. Stopped: 2 of 14 cases ran. Reason: "
              "out of time.");
    EXPECT_EQ(answer({VerdictKind::infra}, info).exit_code(), 3);
    EXPECT_THAT(answer({VerdictKind::infra}, info).sentence, HasSubstr("Stopped: 2 of 14"));
  }
}

TEST(RunAnswer, CountsJudgedCasesOfPlannedOpsWhateverRan) {
  RunInfo info = stopped_info();
  info.min_judged = 1;
  info.planned_ops = {{"TRSQRT", {2, 2}}, {"TADD", {12, 12}}};
  const RunAnswer got = answer({VerdictKind::conforms}, info);
  EXPECT_EQ(got.exit_code(), 3);
  EXPECT_THAT(got.sentence, HasSubstr("1 of 2 ops have no legal case with compared values: TADD"));
  info.completion.partial_ok = true;
  EXPECT_EQ(answer({VerdictKind::conforms}, info).exit_code(), 0);
  info.min_judged_given = true;
  EXPECT_EQ(answer({VerdictKind::conforms}, info).exit_code(), 1);
  // Also where all that could be drawn ran.
  info.completion = {.planned = 14, .ran = 2};
  EXPECT_EQ(answer({VerdictKind::conforms}, info).kind, Kind::unproved);
  info.planned_ops.erase("TADD");
  EXPECT_EQ(answer({VerdictKind::conforms}, info).kind, Kind::conforms);
}

TEST(RunAnswer, TakesRefusalsForNoEvidenceWhereNoLegalCaseWasReached) {
  std::vector<CaseRecord> records{record_with(VerdictKind::conforms)};
  records[0].intent = "breaks.dst.element";
  RunInfo info{.planned_ops = {{"TRSQRT", {3, 2}}}, .min_judged = 1};
  EXPECT_EQ(answer_of(records, info).kind, Kind::unproved);
  info.planned_ops = {{"TRSQRT", {1, 0}}};
  EXPECT_EQ(answer_of(records, info).kind, Kind::conforms);
}

TEST(RunAnswer, ProvesNothingWhereNothingWasJudged) {
  RunInfo info = stopped_info();
  EXPECT_EQ(answer({}, info).exit_code(), 3);
  EXPECT_THAT(answer({}, info).sentence, HasSubstr("none of them was judged"));
  info.completion.partial_ok = true;
  EXPECT_EQ(answer({}, info).exit_code(), 1);
}

TEST(RunAnswer, AsksOnlyAWholeRunWhatOnlyAWholeRunShows) {
  std::vector<CaseRecord> records{record_with(VerdictKind::conforms)};
  records[0].verdict.errata = {{.number = "E-X-001", .exercised = 3}};
  RunInfo info = stopped_info();
  info.strict = true;
  EXPECT_EQ(answer_of(records, info).kind, Kind::stopped);
  Waived waived;
  waived.uses = {{{}, WaiverUse::State::unneeded}};
  EXPECT_EQ(answer({VerdictKind::conforms}, stopped_info(), waived).kind, Kind::stopped);
  EXPECT_EQ(answer({VerdictKind::conforms}, {}, waived).kind, Kind::fails);
  waived.uses = {{{}, WaiverUse::State::expired}};
  EXPECT_EQ(answer({VerdictKind::conforms}, stopped_info(), waived).exit_code(), 1);
}

TEST(RunAnswer, IsLostWithItsBoardWhateverFailed) {
  const RunInfo info{.board_lost = true};
  EXPECT_EQ(answer({VerdictKind::deviates}, info).exit_code(), 3);
  EXPECT_EQ(answer({VerdictKind::conforms}, info).exit_code(), 3);
}

}  // namespace
}  // namespace assay::reports
