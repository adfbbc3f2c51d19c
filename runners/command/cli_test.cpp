// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "runners/support/environment.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string text_of(const fs::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The real program, started in a fresh folder.
class Cli : public testing::Test {
 protected:
  Cli() {
    std::string name = (fs::temp_directory_path() / "assay-cli-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Cli() override { fs::remove_all(folder_); }

  int assay(const std::string& arguments, const std::string& before = "") {
    const std::string line = "cd '" + folder_.string() + "' && " + before + " '" +
                             (program_folder() / "assay").string() + "' " + arguments +
                             " >out.txt 2>err.txt";
    const int status = std::system(line.c_str());
    out_ = text_of(folder_ / "out.txt");
    err_ = text_of(folder_ / "err.txt");
    return WEXITSTATUS(status);
  }

  void expect_sentence(const std::string& arguments, int code, const std::string& part,
                       const std::string& before = "") {
    EXPECT_EQ(assay(arguments, before), code) << arguments << '\n' << err_;
    EXPECT_THAT(err_, AllOf(StartsWith("assay: "), HasSubstr(part), EndsWith("\n"))) << arguments;
    EXPECT_EQ(std::ranges::count(err_, '\n'), 1) << err_;
    EXPECT_EQ(out_, "") << arguments;
  }

  /// Files in the folder besides the two captures.
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})) - 2;
  }

  /// Journal of a run without what a clock decides.
  std::string timeless_journal(const std::string& run) const {
    const std::regex seconds(R"("seconds":[-+.e0-9]+|"check":"[0-9a-f]+")");
    return std::regex_replace(text_of(folder_ / run / "journal.jsonl"), seconds, "");
  }

  fs::path folder_;
  std::string out_;
  std::string err_;
};

TEST_F(Cli, RefusesUnknownNamesWithTheNearestKnownOne) {
  expect_sentence("rnu", 2, "unknown command 'rnu'; did you mean run?");
  expect_sentence("run --op TRSQT", 2, "unknown op 'TRSQT'; did you mean TRSQRT?");
  expect_sentence("run --op TADD,TRSQT", 2, "unknown op 'TRSQT'; did you mean TRSQRT?");
  expect_sentence("run --op 'X*'", 2, "no op matches the pattern 'X*'");
  expect_sentence("run --target a4", 2, "unknown target 'a4'; did you mean a5?");
  expect_sentence("run --dtype f15", 2, "unknown dtype 'f15'; did you mean f16?");
  expect_sentence("run --suite smok", 2, "unknown suite 'smok'; did you mean smoke?");
  expect_sentence("run --backend simulater", 2, "unknown backend 'simulater'");
  expect_sentence("run --backend simulator:fault=crash", 2, "did you mean crashes?");
  expect_sentence("show TLOUD", 2, "did you mean TLOAD?");
  expect_sentence("show TPACK", 2, "TPACK has no page here: its page in the manual has");
  expect_sentence("run --op TADD,tmatmul_mx_hif4", 2, "processor A6, which is no target");
  EXPECT_EQ(files(), 0U);
}

TEST_F(Cli, RefusesOptionsThatMakeNoSense) {
  expect_sentence("run --cases 0", 2, "--cases must be between 1");
  expect_sentence("run --cases many", 2, "--cases");
  expect_sentence("run --cases -3", 2, "--cases");
  expect_sentence("run -j 0", 2, "-j must be between 1");
  expect_sentence("run --seed -1", 2, "--seed");
  expect_sentence("run --seed 99999999999999999999", 2, "99999999999999999999 is too large");
  expect_sentence("golden --seed 0xfffffffffffffffff --out x.h5", 2, "is too large");
  expect_sentence("run --cases 010", 2, "'010' is no whole number");
  expect_sentence("run --cases 1e3", 2, "'1e3' is no whole number");
  expect_sentence("run --timeout 0", 2, "--timeout");
  expect_sentence("run --case X@0 --op TRSQRT", 2, "--case and --op contradict each other");
  expect_sentence("run --case X@0 --cases 3", 2, "--case and --cases contradict each other");
  expect_sentence("run --op ''", 2, "--op is empty");
  expect_sentence("run --frobnicate", 2, "--frobnicate");
  expect_sentence("run extra", 2, "extra");
  expect_sentence("show", 2, "name an op");
  expect_sentence("show TRSQRT --format yaml", 2, "unknown format 'yaml'");
  expect_sentence("golden --op TRSQRT", 2, "--out is required");
  expect_sentence("run --accuracy nowhere.toml", 2, "cannot read nowhere.toml");
  EXPECT_EQ(files(), 0U);
}

TEST_F(Cli, RefusesMalformedCaseNames) {
  expect_sentence("replay nonsense", 2, "nonsense");
  expect_sentence("run --case TRSQRT/plain/a5", 2, "TRSQRT/plain/a5");
  EXPECT_EQ(files(), 0U);
}

TEST_F(Cli, RefusesFilesThatAreNotThereOrNotItsOwn) {
  std::ofstream(folder_ / "text.h5") << "no HDF5";
  for (const std::string command : {"verify nowhere.h5", "judge nowhere.h5 text.h5"}) {
    expect_sentence(command, 2, "nowhere.h5");
  }
  for (const std::string command : {"verify text.h5", "judge text.h5 text.h5"}) {
    expect_sentence(command, 2, "text.h5");
  }
  expect_sentence("golden --op TRSQRT --cases 2 --out text.h5", 2, "text.h5");
  EXPECT_EQ(text_of(folder_ / "text.h5"), "no HDF5");
}

TEST_F(Cli, CallsAnUnwritablePlaceBadInput) {
  std::ofstream(folder_ / "file") << "x";
  expect_sentence("run --op TRSQRT --cases 1 --out file/below", 2, "file/below");
  expect_sentence("golden --op TRSQRT --cases 2 --out missing/g.h5", 2, "missing/g.h5");
  EXPECT_EQ(files(), 1U);
}

TEST_F(Cli, LeavesAFolderWithForeignFilesAlone) {
  fs::create_directory(folder_ / "mine");
  std::ofstream(folder_ / "mine" / "thesis.txt") << "x";
  expect_sentence("run --op TRSQRT --cases 1 --out mine", 2, "files that no run of assay made");
}

TEST_F(Cli, LeavesNothingHalfWrittenWhenTheDiskIsFull) {
  expect_sentence("golden --op TRSQRT --cases 200 --out g.h5", 3, "g.h5",
                  "trap '' XFSZ; ulimit -f 40;");
  EXPECT_EQ(files(), 0U);
}

TEST_F(Cli, NamesAPluginThatDoesNotLoad) {
  expect_sentence("run --backend plugin:nowhere.so", 2, "the plugin nowhere.so does not load");
  EXPECT_EQ(files(), 0U);
}

TEST_F(Cli, ExplainsItselfWithExamples) {
  EXPECT_EQ(assay("--help"), 0);
  EXPECT_THAT(out_, AllOf(HasSubstr("run"), HasSubstr("golden"), HasSubstr("replay")));
  EXPECT_EQ(assay("run --help"), 0);
  EXPECT_THAT(out_, AllOf(HasSubstr("--backend"), HasSubstr("Examples:")));
  EXPECT_EQ(assay("--version"), 0);
  EXPECT_THAT(out_, StartsWith("assay "));
}

TEST_F(Cli, WritesAllFilesOfARunAndTheSameVerdictsWithAnyNumberOfWorkers) {
  ASSERT_EQ(assay("run --op TRSQRT --target a5 --cases 1 -j 1 --out one"), 0) << out_ << err_;
  for (const char* file :
       {"golden.h5", "results.h5", "journal.jsonl", "junit.xml", "report.html"}) {
    EXPECT_TRUE(fs::exists(folder_ / "one" / file)) << file;
    EXPECT_THAT(out_, HasSubstr(std::string("one/") + file));
  }
  ASSERT_EQ(assay("run --op TRSQRT --target a5 --cases 1 -j 3 --out three"), 0);
  EXPECT_NE(timeless_journal("one"), "");
  EXPECT_EQ(timeless_journal("one"), timeless_journal("three"));
  EXPECT_EQ(assay("judge three/golden.h5 one/results.h5"), 0) << out_ << err_;
  EXPECT_EQ(assay("judge one/golden.h5 one/results.h5"), 0) << out_ << err_;
  EXPECT_EQ(assay("verify one/golden.h5"), 0) << out_ << err_;
}

TEST_F(Cli, LeavesOutTheFilesOfTilesOnRequest) {
  EXPECT_EQ(assay("run --op TRSQRT --target a5 --dtype f16 --cases 1 --no-tiles --out few"), 0);
  EXPECT_THAT(out_, Not(HasSubstr("golden.h5")));
  for (const char* file : {"journal.jsonl", "junit.xml", "report.html"}) {
    EXPECT_TRUE(fs::exists(folder_ / "few" / file)) << file;
  }
  for (const char* file : {"golden.h5", "results.h5"}) {
    EXPECT_FALSE(fs::exists(folder_ / "few" / file)) << file;
  }
}

TEST_F(Cli, FindsEveryVerdictOfABadSimulatorAndGoesOn) {
  EXPECT_EQ(assay("run --op TRSQRT --target a5 --dtype f32 --cases 6 -j 2 --out bad "
                  "--backend simulator:fault=crashes"),
            1)
      << err_;
  const std::string journal = text_of(folder_ / "bad" / "journal.jsonl");
  EXPECT_THAT(journal, HasSubstr("crashed"));
  EXPECT_THAT(journal, HasSubstr("conforms"));
}

TEST_F(Cli, LeavesNoHalfWrittenFileWhenInterrupted) {
  const std::string endless = "golden --op TLOAD --target a5 --cases 10000000 --out big.h5";
  EXPECT_EQ(assay(endless, "timeout --foreground --preserve-status -s INT 3"), 3);
  EXPECT_THAT(err_, HasSubstr("interrupted; no file was written"));
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace assay::runners
