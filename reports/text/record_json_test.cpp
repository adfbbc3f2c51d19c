// SPDX-License-Identifier: Apache-2.0
// Laws of the journal: what is read back is what was written.
#include "reports/text/record_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "reference/judge/records/wrong_tiles.hpp"
#include "reports/replay/sample_case_test.hpp"
#include "reports/words/fixtures_test.hpp"
#include "reports/words/tally.hpp"

namespace assay::reports {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Without control characters: a journal may come from anywhere, and a terminal obeys them.
std::string ascii() { return *rc::gen::container<std::string>(rc::gen::inRange<char>(32, 127)); }

double any_double() {
  const double infinity = std::numeric_limits<double>::infinity();
  const double special = *rc::gen::element(0.0, -0.0, 0.1, infinity, -infinity, std::nan(""),
                                           std::numeric_limits<double>::denorm_min());
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  return *rc::gen::arbitrary<bool>() ? special : std::bit_cast<double>(bits);
}

std::optional<double> maybe_double() {
  if (*rc::gen::arbitrary<bool>()) return any_double();
  return std::nullopt;
}

ElementType random_element_type() {
  return all_formats()[*rc::gen::inRange<std::size_t>(0, all_formats().size())].type;
}

WorstElement random_worst() {
  WorstElement worst;
  worst.operand = ascii();
  worst.row = *rc::gen::arbitrary<std::int64_t>();
  worst.col = *rc::gen::arbitrary<std::int64_t>();
  worst.accept = static_cast<Accept>(*rc::gen::inRange(0, 7));
  worst.expected = *rc::gen::arbitrary<std::uint64_t>();
  worst.got = *rc::gen::arbitrary<std::uint64_t>();
  worst.ulp = maybe_double();
  if (*rc::gen::arbitrary<bool>()) worst.element = random_element_type();
  return worst;
}

WrongTile random_tile() {
  WrongTile tile;
  tile.operand = ascii();
  tile.element = random_element_type();
  for (std::int64_t* number : {&tile.rows, &tile.cols, &tile.valid_rows, &tile.valid_cols,
                               &tile.box_rows, &tile.box_cols, &tile.wrong}) {
    *number = *rc::gen::arbitrary<std::int64_t>();
  }
  tile.layout = static_cast<TileLayout>(*rc::gen::inRange(0, 6));
  tile.runs = *rc::gen::arbitrary<std::vector<std::int64_t>>();
  tile.distances = ascii();
  for (int left = *rc::gen::inRange(0, 3); left > 0; --left) {
    WrongElement element;
    element.index = *rc::gen::arbitrary<std::int64_t>();
    element.accept = static_cast<Accept>(*rc::gen::inRange(0, 7));
    for (std::uint64_t* bits : {&element.expected, &element.low, &element.high, &element.got}) {
      *bits = *rc::gen::arbitrary<std::uint64_t>();
    }
    if (*rc::gen::arbitrary<bool>()) element.other = *rc::gen::arbitrary<std::uint64_t>();
    if (*rc::gen::arbitrary<bool>()) element.ulp = std::abs(any_double());
    if (element.ulp && std::isnan(*element.ulp)) element.ulp.reset();
    tile.elements.push_back(element);
  }
  return tile;
}

/// Of one choice or two, with some of their readings.
AllowedReadings random_readings() {
  AllowedReadings seen{.op = ascii(),
                       .target = static_cast<Target>(*rc::gen::inRange(0, 3)),
                       .element = random_element_type(),
                       .types = ascii()};
  for (int left = *rc::gen::inRange(1, 3); left > 0; --left) {
    seen.choices.push_back(static_cast<Choice>(*rc::gen::inRange<int>(0, choice_count)));
  }
  for (int left = *rc::gen::inRange(1, 3); left > 0; --left) {
    std::vector<std::uint8_t>& one = seen.allowed.emplace_back();
    for (std::size_t k = 0; k < seen.choices.size(); ++k) {
      one.push_back(static_cast<std::uint8_t>(*rc::gen::inRange(0, 2)));
    }
  }
  return seen;
}

SeenErratum random_erratum() {
  SeenErratum seen{.number = ascii(),
                   .exercised = *rc::gen::arbitrary<std::int64_t>(),
                   .shown = *rc::gen::arbitrary<std::int64_t>()};
  if (*rc::gen::arbitrary<bool>()) seen.example = random_worst();
  seen.title = ascii();
  return seen;
}

InputErrors random_inputs() {
  const auto number = [] { return *rc::gen::arbitrary<std::uint64_t>(); };
  InputErrors errors;
  errors.arguments = {ascii(), ascii()};
  errors.result = ascii();
  errors.from = random_element_type();
  errors.to = random_element_type();
  for (std::uint64_t* count : {&errors.inputs, &errors.compared, &errors.target_defined,
                               &errors.withheld, &errors.wrong, &errors.measured}) {
    *count = number();
  }
  errors.ulp_sum = 0.1;
  for (int left = *rc::gen::inRange(0, 3); left > 0; --left) {
    errors.columns.push_back(
        {{static_cast<ColumnKind>(left), *rc::gen::element(1, -1), *rc::gen::inRange(-1074, 1024)},
         number(),
         std::numeric_limits<double>::infinity(),
         *rc::gen::arbitrary<std::vector<std::uint64_t>>()});
    errors.classes.push_back({number(), static_cast<PatternClass>(left),
                              PatternClass{number_classes - 1}, number(), number()});
    errors.worst.push_back({.arguments = {number(), number()},
                            .wrong = 1,
                            .accept = Accept::any_of,
                            .expected = number(),
                            .low = number(),
                            .high = number(),
                            .got = number(),
                            .ulp = 0.25});
  }
  return errors;
}

CaseRecord random_record() {
  CaseRecord record;
  for (std::string* text :
       {&record.name, &record.op, &record.form, &record.target, &record.dtypes, &record.dtype,
        &record.intent, &record.plan, &record.scenario, &record.backend, &record.verdict.reason,
        &record.board, &record.attribution, &record.disturbed}) {
    *text = ascii();
  }
  record.key = *rc::gen::arbitrary<std::uint32_t>();
  record.index = *rc::gen::arbitrary<std::uint64_t>();
  record.executions = *rc::gen::arbitrary<std::uint64_t>();
  record.failed_executions = *rc::gen::arbitrary<std::uint64_t>();
  record.seconds = any_double();
  record.verdict.kind = static_cast<VerdictKind>(*rc::gen::inRange(0, 11));
  record.verdict.deviation = static_cast<Deviation>(*rc::gen::inRange(0, 8));
  record.verdict.compared = *rc::gen::arbitrary<std::int64_t>();
  record.verdict.wrong = *rc::gen::arbitrary<std::int64_t>();
  record.verdict.target_defined = *rc::gen::arbitrary<std::int64_t>();
  record.verdict.alternative = *rc::gen::arbitrary<std::int64_t>();
  record.verdict.max_ulp = maybe_double();
  if (*rc::gen::arbitrary<bool>()) {
    record.verdict.relative = {*rc::gen::inRange<std::int64_t>(1, 9), any_double(), any_double()};
  }
  if (*rc::gen::arbitrary<bool>()) record.verdict.worst = random_worst();
  for (int left = *rc::gen::inRange(0, 3); left > 0; --left) {
    record.verdict.readings.push_back(random_readings());
  }
  for (int left = *rc::gen::inRange(0, 3); left > 0; --left) {
    record.verdict.errata.push_back(random_erratum());
  }
  for (int left = *rc::gen::inRange(0, 3); left > 0; --left) record.tiles.push_back(random_tile());
  if (*rc::gen::arbitrary<bool>()) record.inputs = random_inputs();
  return record;
}

bool same(double a, double b) {
  return (a != a && b != b) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same(const std::optional<double>& a, const std::optional<double>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

void expect_same(const WorstElement& a, const WorstElement& b) {
  RC_ASSERT(std::tie(a.operand, a.row, a.col, a.accept, a.expected, a.got, a.element) ==
            std::tie(b.operand, b.row, b.col, b.accept, b.expected, b.got, b.element));
  RC_ASSERT(same(a.ulp, b.ulp));
}

void expect_same(const SeenErratum& a, const SeenErratum& b) {
  RC_ASSERT(std::tie(a.number, a.exercised, a.shown, a.title) ==
            std::tie(b.number, b.exercised, b.shown, b.title));
  RC_ASSERT(a.example.has_value() == b.example.has_value());
  if (a.example) expect_same(*a.example, *b.example);
}

void expect_same(const CaseRecord& a, const CaseRecord& b) {
  RC_ASSERT(std::tie(a.name, a.op, a.form, a.target, a.dtypes, a.dtype, a.intent, a.plan,
                     a.scenario, a.backend, a.key) == std::tie(b.name, b.op, b.form, b.target,
                                                               b.dtypes, b.dtype, b.intent, b.plan,
                                                               b.scenario, b.backend, b.key));
  RC_ASSERT(same(a.seconds, b.seconds));
  RC_ASSERT(
      std::tie(a.index, a.executions, a.failed_executions, a.board, a.attribution, a.disturbed) ==
      std::tie(b.index, b.executions, b.failed_executions, b.board, b.attribution, b.disturbed));
  RC_ASSERT(a.tiles == b.tiles);
  RC_ASSERT(a.inputs == b.inputs);
  const Verdict& v = a.verdict;
  const Verdict& w = b.verdict;
  RC_ASSERT(std::tie(v.kind, v.deviation, v.reason, v.compared, v.wrong, v.target_defined,
                     v.alternative) == std::tie(w.kind, w.deviation, w.reason, w.compared, w.wrong,
                                                w.target_defined, w.alternative));
  RC_ASSERT(v.readings == w.readings);
  RC_ASSERT(same(v.max_ulp, w.max_ulp));
  RC_ASSERT(v.relative.elements == w.relative.elements);
  RC_ASSERT(same(v.relative.sum, w.relative.sum) && same(v.relative.largest, w.relative.largest));
  RC_ASSERT(v.worst.has_value() == w.worst.has_value());
  if (v.worst) expect_same(*v.worst, *w.worst);
  RC_ASSERT(v.errata.size() == w.errata.size());
  for (std::size_t i = 0; i < v.errata.size(); ++i) expect_same(v.errata[i], w.errata[i]);
}

std::string error_of(const std::string& line) {
  try {
    from_json_line(line);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

RC_GTEST_PROP(RecordJson, ComesBackExactlyAsItWent, ()) {
  const CaseRecord record = random_record();
  const std::string line = to_json_line(record);
  RC_ASSERT(line.find('\n') == std::string::npos);
  expect_same(record, from_json_line(line));
}

TEST(RecordJson, WritesPatternsThatNoDoubleHoldsAsHexadecimalText) {
  auto record = record_with(VerdictKind::deviates, Deviation::value);
  record.verdict.worst = WorstElement{};
  record.verdict.worst->got = 0xffffffffffffffffU;
  const auto json = nlohmann::json::parse(to_json_line(record));
  EXPECT_EQ(json["verdict"]["worst"]["got"], "0xffffffffffffffff");
  EXPECT_FALSE(json["verdict"].contains("max_ulp"));
}

TEST(RecordJson, HasErrorsOfInputsOnlyWhereThereAreAny) {
  EXPECT_EQ(to_json_line(CaseRecord{}).find("inputs"), std::string::npos);
  EXPECT_FALSE(from_json_line(to_json_line(CaseRecord{})).inputs.has_value());
}

TEST(RecordJson, ReadsALineFromBeforeExecutionsWereCounted) {
  auto json = nlohmann::json::parse(to_json_line(record_with(VerdictKind::crashed)));
  for (const char* key : {"index", "executions", "failed_executions"}) json.erase(key);
  const CaseRecord record = from_json_line(json.dump());
  EXPECT_EQ(record.executions, 1U);
  EXPECT_EQ(record.failed_executions, 1U);
}

TEST(RecordJson, RefusesNumbersThatAreNotWholeOrTooLarge) {
  const std::string sound = to_json_line(CaseRecord{});
  const auto with = [&](const std::string& key, const std::string& number) {
    const std::string text = "\"" + key + "\":";
    const std::size_t place = sound.find(text);
    EXPECT_NE(place, std::string::npos) << key;
    const std::size_t begin = place + text.size();
    return error_of(sound.substr(0, begin) + number +
                    sound.substr(sound.find_first_of(",}", begin)));
  };
  const std::string refusal = "cannot read a record: a number is not a whole one, or too large";
  for (const char* key : {"key", "index", "failed_executions", "executions"}) {
    EXPECT_EQ(with(key, "3"), "no error") << key;
    for (const char* number : {"6.6e27", "1.5", "-1", "true"}) {
      EXPECT_EQ(with(key, number), refusal) << key << " " << number;
    }
  }
  EXPECT_EQ(with("key", "4294967296"), refusal);
}

TEST(RecordJson, KeepsInfiniteDistances) {
  auto record = record_with(VerdictKind::deviates, Deviation::value);
  record.verdict.max_ulp = std::numeric_limits<double>::infinity();
  EXPECT_EQ(from_json_line(to_json_line(record)).verdict.max_ulp, record.verdict.max_ulp);
}

TEST(RecordJson, KeepsBothTexts) {
  auto record = record_with(VerdictKind::deviates, Deviation::text);
  EXPECT_FALSE(from_json_line(to_json_line(record)).text);
  record.text = {"  1.0000\n", "  1.0001\n", 8};
  EXPECT_EQ(from_json_line(to_json_line(record)).text, record.text);
}

TEST(RecordJson, SurvivesAReasonThatIsNoText) {
  auto record = record_with(VerdictKind::crashed);
  record.verdict.reason = "died: \xff";
  EXPECT_EQ(from_json_line(to_json_line(record)).verdict.reason, "died: \xef\xbf\xbd");
}

TEST(RecordJson, RefusesALineThatIsNoRecord) {
  const std::string good = to_json_line(record_with(VerdictKind::conforms));
  EXPECT_THAT(error_of(good.substr(0, good.size() / 2)), StartsWith("cannot read a record: "));
  EXPECT_EQ(error_of(good.substr(0, good.size() / 2)),
            "cannot read a record: it is no JSON, or was cut off");
  EXPECT_EQ(error_of("{}"), "cannot read a record: key 'name' not found");
  EXPECT_THAT(error_of("7"), StartsWith("cannot read a record: "));
  std::string unknown = good;
  unknown.replace(unknown.find("\"conforms\""), 10, "\"sparkles\"");
  EXPECT_EQ(error_of(unknown), "cannot read a record: 'sparkles' is not a name this version knows");
}

TEST(RecordJson, StaysShortWhateverIsWrong) {
  Sample sample(64, 512, 64, 512);
  for (std::int64_t index = 0; index < std::int64_t{64} * 512; index += 2) {
    sample.trial.after[0].set(index, next_one);
  }
  CaseRecord record;
  sample.verdict.kind = VerdictKind::deviates;
  record.tiles = wrong_tiles(sample.test, std::vector<Trial>{sample.trial},
                             std::vector<Expected>{sample.expected}, sample.verdict);
  ASSERT_EQ(record.tiles.size(), 1U);
  EXPECT_EQ(record.tiles[0].wrong, 64 * 256);
  EXPECT_EQ(record.tiles[0].distances.size() * 2, record.tiles[0].runs.size());
  EXPECT_LT(to_json_line(record).size(), 12000U);
}

}  // namespace
}  // namespace assay::reports
