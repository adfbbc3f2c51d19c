// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/records.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace assay {
namespace {

InputErrors full_inputs() {
  InputErrors inputs;
  inputs.arguments = {"src0", "src1"};
  inputs.result = "dst";
  inputs.from = ElementType::bf16;
  inputs.inputs = 2048;
  inputs.ulp_sum = 0.1;
  inputs.columns = {{{ColumnKind::infinity, -1, -1074}, 7, 0.5, {0, ~0ULL}}};
  inputs.classes = {{1, PatternClass{9}, PatternClass{3}, 5, 6}};
  inputs.worst = {{.arguments = {1, 2}, .wrong = 1, .accept = Accept::any_nan, .got = 3}};
  return inputs;
}

CaseRecord full_record() {
  CaseRecord record;
  record.name = "OP/form/a5/f16,u32/8x64/v7x64/uniform@0000abcd";
  record.op = "OP";
  record.form = "form";
  record.target = "a5";
  record.dtypes = "f16,u32";
  record.dtype = "f16";
  record.intent = "edge.constraint.largest";
  record.plan = "uniform";
  record.scenario = "scenario";
  record.backend = "simulator";
  record.board = "host npu7";
  record.key = 0xabcd;
  record.index = std::numeric_limits<std::uint64_t>::max();
  record.executions = 300;
  record.failed_executions = 299;
  record.attribution = "first_wrong";
  record.disturbed = "locale";
  record.seconds = 0.125;
  record.verdict = {.kind = VerdictKind::deviates,
                    .deviation = Deviation::value,
                    .reason = "a reason",
                    .compared = 1 << 20,
                    .wrong = 3,
                    .target_defined = 4,
                    .alternative = 5,
                    .max_ulp = std::numeric_limits<double>::infinity()};
  record.verdict.worst =
      WorstElement{"dst", 7, -1, Accept::any_of, ~0ULL, 1, 0.5, ElementType::f16};
  record.verdict.errata = {{"E-1", 9, 8, record.verdict.worst, "title"}, {"E-2", 1, 0, {}, ""}};
  record.verdict.readings = {
      {.op = "OP",
       .target = Target::a5,
       .element = ElementType::f16,
       .types = "f16,u32",
       .choices = {Choice::subnormals, Choice::nan_in_extremes},
       .allowed = {{subnormals_flushed, number_preferred}, {results_flushed, nan_propagated}}}};
  WrongTile& tile = record.tiles.emplace_back();
  tile.operand = "dst";
  tile.runs = {1, 2};
  tile.elements.emplace_back().index = 4;
  record.text = WrongText{"expected", "got", 5};
  record.inputs = full_inputs();
  return record;
}

void expect_equal(const WorstElement& a, const WorstElement& b) {
  EXPECT_EQ(std::tie(a.operand, a.row, a.col, a.accept, a.expected, a.got, a.ulp, a.element),
            std::tie(b.operand, b.row, b.col, b.accept, b.expected, b.got, b.ulp, b.element));
}

void expect_equal(const std::optional<WorstElement>& a, const std::optional<WorstElement>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (a) expect_equal(*a, *b);
}

void expect_equal(const Verdict& a, const Verdict& b) {
  EXPECT_EQ(std::tie(a.kind, a.deviation, a.reason, a.compared, a.wrong, a.target_defined,
                     a.alternative, a.max_ulp),
            std::tie(b.kind, b.deviation, b.reason, b.compared, b.wrong, b.target_defined,
                     b.alternative, b.max_ulp));
  EXPECT_EQ(a.readings, b.readings);
  expect_equal(a.worst, b.worst);
  ASSERT_EQ(a.errata.size(), b.errata.size());
  for (std::size_t i = 0; i < a.errata.size(); ++i) {
    const SeenErratum& one = a.errata[i];
    const SeenErratum& other = b.errata[i];
    EXPECT_EQ(std::tie(one.number, one.exercised, one.shown, one.title),
              std::tie(other.number, other.exercised, other.shown, other.title));
    expect_equal(one.example, other.example);
  }
}

void expect_equal(const CaseRecord& a, const CaseRecord& b) {
  EXPECT_EQ(std::tie(a.name, a.op, a.form, a.target, a.dtypes, a.dtype, a.intent, a.plan,
                     a.scenario, a.backend, a.board, a.key, a.index),
            std::tie(b.name, b.op, b.form, b.target, b.dtypes, b.dtype, b.intent, b.plan,
                     b.scenario, b.backend, b.board, b.key, b.index));
  EXPECT_EQ(std::tie(a.executions, a.failed_executions, a.attribution, a.disturbed, a.tiles, a.text,
                     a.seconds, a.distant),
            std::tie(b.executions, b.failed_executions, b.attribution, b.disturbed, b.tiles, b.text,
                     b.seconds, b.distant));
  EXPECT_EQ(a.inputs, b.inputs);
  expect_equal(a.verdict, b.verdict);
}

TEST(Records, GiveBackWhatWasPutIn) {
  const CaseRecord full = full_record();
  CaseRecord odd = full;
  odd.name = "shrunk.h5:a name that its record does not say";
  CaseRecord swapped = full;
  swapped.plan = "ties";
  const Records records{full, CaseRecord(), odd, swapped};
  ASSERT_EQ(records.size(), 4U);
  expect_equal(records[0], full);
  expect_equal(records[1], CaseRecord());
  expect_equal(records[2], odd);
  expect_equal(records[3], swapped);
  EXPECT_EQ(records.kind(0), VerdictKind::deviates);
  EXPECT_EQ(records.name(2), odd.name);
}

TEST(Records, KeepMoreWordsThanTheyNumber) {
  constexpr std::size_t many = 40000;
  Records records;
  for (std::size_t i = 0; i < many; ++i) {
    CaseRecord record = full_record();
    record.verdict.reason = std::to_string(i);
    record.index = i;
    records.push_back(record);
  }
  std::size_t next = 0;
  for (const CaseRecord& record : records) {
    ASSERT_EQ(record.verdict.reason, std::to_string(next));
    ASSERT_EQ(record.index, next++);
  }
  EXPECT_EQ(next, many);
}

TEST(Records, AreSortedByIndexAndKeepTheOrderOfEqualOnes) {
  std::vector<CaseRecord> list(4);
  for (std::size_t i = 0; i < list.size(); ++i) list[i].name = std::to_string(i);
  list[0].index = 2;
  list[1].index = 1;
  list[2].index = 2;
  list[3].index = 0;
  Records records(list);
  records.sort_by_index();
  std::string names;
  for (const CaseRecord& record : records) names += record.name;
  EXPECT_EQ(names, "3102");
  EXPECT_EQ(records.front().index, 0U);
}

TEST(Records, ForgetLastRecords) {
  Records records{full_record(), full_record(), CaseRecord()};
  records.keep(1);
  records.push_back(CaseRecord());
  ASSERT_EQ(records.size(), 2U);
  expect_equal(records.back(), CaseRecord());
}

}  // namespace
}  // namespace assay
