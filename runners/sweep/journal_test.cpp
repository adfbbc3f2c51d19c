// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

SweepPart full_part(std::uint64_t seed) {
  SweepPart part;
  part.inputs = 29;
  part.compared = 5;
  part.target_defined = 6;
  part.withheld = 11;
  part.lost = 7;
  part.wrong = 2;
  part.measured = 4;
  part.ulp_sum = 0.1 + 1e-15 * static_cast<double>(seed);
  part.compared_classes.resize(2);
  part.compared_classes[1][3][9] = ~std::uint64_t{0};
  part.target_defined_classes.resize(2);
  part.target_defined_classes[0][0][0] = 1;
  part.wrong_classes[9] = 3;
  SweepColumn column;
  column.negative = true;
  column.kind = SweepColumn::Kind::infinity;
  column.exponent = -149;
  column.counts[nan_bin] = 77;
  column.max_ulp = 1.0 / 3;
  part.columns = {column, {}};
  SweepInput input;
  input.index = ~std::uint64_t{0};
  input.arguments = {1, 2, 3};
  input.accept = Accept::any_of;
  input.expected = 4;
  input.low = 5;
  input.high = 6;
  input.got = 7;
  input.ulp = std::numeric_limits<double>::infinity();
  part.worst = {input};
  part.wrong_inputs = {input, input};
  part.incidents = {
      {VerdictKind::deviates, Deviation::guard_broken, "\"quoted\"\nlines", 8, 9, {1, 2}}};
  part.incident_count = 1;
  return part;
}

class Journal : public testing::Test {
 protected:
  Journal() {
    std::string name = (fs::temp_directory_path() / "assay-sweep-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Journal() override { fs::remove_all(folder_); }

  std::string place(const std::string& name = "sweep") const { return (folder_ / name).string(); }
  fs::path file() const { return folder_ / "sweep" / "sweep.jsonl"; }

  std::string text() const {
    std::ifstream in(file());
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// A journal with `count` parts, closed again.
  void write(int count) {
    SweepJournal journal(place(), header_, false);
    for (int i = 0; i < count; ++i) journal.append(full_part(static_cast<std::uint64_t>(i)));
  }

  std::vector<SweepPart> resumed() {
    const SweepJournal journal(place(), header_, true);
    std::vector<SweepPart> parts;
    journal.replay([&](const SweepPart& part) { parts.push_back(part); });
    return parts;
  }

  std::string refusal(const std::string& folder, bool resume) {
    try {
      SweepJournal journal(folder, header_, resume);
      journal.replay([](SweepPart&) {});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "none";
  }

  fs::path folder_;
  nlohmann::ordered_json header_{{"op", "SOME"}, {"dtype", "f16"}, {"inputs", 65536}};
};

TEST_F(Journal, GivesBackEveryPartAsItWas) {
  write(3);
  EXPECT_EQ(resumed(), (std::vector<SweepPart>{full_part(0), full_part(1), full_part(2)}));
}

// Each with a checksum that fits.
TEST_F(Journal, RefusesPartsThatContradictThemselves) {
  using Change = void (*)(SweepPart&);
  const std::vector<std::pair<const char*, Change>> changes{
      {"do not add up", [](SweepPart& part) { part.inputs = 30; }},
      {"do not add up", [](SweepPart& part) { part.lost = ~std::uint64_t{0}; }},
      {"wrong or measured", [](SweepPart& part) { part.wrong = 6; }},
      {"wrong or measured", [](SweepPart& part) { part.measured = 6; }},
      {"largest error", [](SweepPart& part) { part.worst.resize(most_worst_inputs + 1); }},
      {"3 wrong inputs and lists 2", [](SweepPart& part) { part.wrong = 3; }},
      {"1 wrong inputs and lists 2", [](SweepPart& part) { part.wrong = 1; }},
      {"0 incidents and lists 1", [](SweepPart& part) { part.incident_count = 0; }},
      {"5 incidents and lists 0",
       [](SweepPart& part) {
         part.incidents.clear();
         part.incident_count = 5;
       }},
  };
  for (const auto& [why, change] : changes) {
    fs::remove_all(folder_ / "sweep");
    write(1);
    {
      SweepJournal journal(place(), header_, true);
      SweepPart part = full_part(1);
      change(part);
      journal.append(part);
    }
    EXPECT_THAT(refusal(place(), true), HasSubstr(why));
    SweepJournalReader reader(place());
    reader.next();
    EXPECT_THAT([&] { reader.next(); }, testing::ThrowsMessage<UsageError>(HasSubstr(why)));
  }
}

TEST_F(Journal, TakesPartsThatListNoMoreBecauseTheListsAreFull) {
  {
    SweepJournal journal(place(), header_, false);
    for (std::size_t i = 0; i < most_incidents + 2; ++i) {
      SweepPart part = full_part(i);
      if (i >= most_incidents) part.incidents.clear();
      journal.append(part);
    }
  }
  EXPECT_EQ(resumed().size(), most_incidents + 2);
}

TEST_F(Journal, ForgetsALineThatWasCutAnywhere) {
  write(2);
  const std::string whole = text();
  const std::size_t second = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t length = second; length < whole.size(); length += 37) {
    std::ofstream(file(), std::ios::trunc) << whole.substr(0, length);
    EXPECT_EQ(resumed(), std::vector<SweepPart>{full_part(0)}) << length;
    EXPECT_EQ(text(), whole.substr(0, second)) << length;
  }
}

TEST_F(Journal, BeginsAnewWhereNotEvenTheHeaderIsWhole) {
  write(0);
  const std::string whole = text();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    std::ofstream(file(), std::ios::trunc) << whole.substr(0, length);
    EXPECT_TRUE(resumed().empty());
    EXPECT_EQ(text(), whole);
  }
}

TEST_F(Journal, ContinuesWhereItEnded) {
  write(1);
  {
    SweepJournal journal(place(), header_, true);
    EXPECT_EQ(journal.replay([](SweepPart&) {}), 1U);
    journal.append(full_part(1));
  }
  const std::string again = text();
  fs::remove_all(folder_ / "sweep");
  write(2);
  EXPECT_EQ(text(), again);
}

TEST_F(Journal, RemovesFilesThatAKilledProcessHadNotNamed) {
  write(1);
  for (const char* name : {"sweep.h5.tmp-123", "sweep.html.123-0.tmp", "notes.txt"}) {
    std::ofstream(folder_ / "sweep" / name) << "x";
  }
  resumed();
  EXPECT_FALSE(fs::exists(folder_ / "sweep" / "sweep.h5.tmp-123"));
  EXPECT_FALSE(fs::exists(folder_ / "sweep" / "sweep.html.123-0.tmp"));
  EXPECT_TRUE(fs::exists(folder_ / "sweep" / "notes.txt"));
}

TEST_F(Journal, RefusesTheSweepOfOtherOptions) {
  write(1);
  const std::string before = text();
  header_["dtype"] = "f32";
  EXPECT_THAT(refusal(place(), true), HasSubstr("has dtype f16, not f32"));
  header_["dtype"] = "f16";
  header_["target"] = "a5";
  EXPECT_THAT(refusal(place(), true), HasSubstr("has target null, not a5"));
  EXPECT_EQ(text(), before);
}

TEST_F(Journal, RefusesFoldersThatAreNotItsOwn) {
  EXPECT_THAT(refusal(place(), true), HasSubstr("there is no sweep to resume in"));
  EXPECT_THAT(refusal("", true), HasSubstr("--resume needs --out"));
  write(1);
  EXPECT_THAT(refusal(place(), false), HasSubstr("holds a sweep already"));
  fs::create_directory(folder_ / "mine");
  std::ofstream(folder_ / "mine" / "thesis.txt") << "x";
  EXPECT_THAT(refusal(place("mine"), false), HasSubstr("files that no sweep made"));
}

TEST_F(Journal, RefusesADamagedLineAndNamesIt) {
  write(3);
  std::string damaged = text();
  damaged[damaged.find('\n') + 5] = '~';
  std::ofstream(file(), std::ios::trunc) << damaged;
  EXPECT_THAT(refusal(place(), true), HasSubstr("sweep.jsonl:2: the line is damaged"));
}

TEST(PartOfASweep, IsRefusedInWordsWhereANumberOfItCannotBe) {
  const std::string sound = part_to_line(full_part(1));
  const auto refusal_of = [&](const std::string& text, const std::string& other) {
    std::string line = sound;
    const std::size_t place = line.find(text);
    EXPECT_NE(place, std::string::npos) << text;
    line.replace(place, text.size(), other);
    try {
      part_from_line(line);
      return std::string("none");
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refusal_of("[[1,3,9,", "[[1,3,9,"), "none");
  for (const char* cell : {"[[2,3,9,", "[[1,10,9,", "[[1,3,10,", "[[4294967296,3,9,"}) {
    EXPECT_EQ(refusal_of("[[1,3,9,", cell), "a number of the part is too large") << cell;
  }
  EXPECT_EQ(refusal_of("guard_broken", "guard_mended"), "an incident has no verdict that there is");
  for (const char* inputs : {"\"inputs\":6.6e27,", "\"inputs\":1.5,", "\"inputs\":[1e300],"}) {
    EXPECT_EQ(refusal_of("\"inputs\":", inputs + std::string("\"before\":")),
              "a number in it is not a whole one")
        << inputs;
  }
}

TEST_F(Journal, BelongsToOneProcessAtATime) {
  const SweepJournal journal(place(), header_, false);
  EXPECT_THAT(refusal(place(), true), HasSubstr("another sweep is writing"));
}

TEST_F(Journal, NamesAPlaceThatCannotBeWritten) {
  std::ofstream(folder_ / "file") << "x";
  EXPECT_THROW(SweepJournal(place("file/below"), header_, false), UsageError);
}

}  // namespace
}  // namespace assay::runners
