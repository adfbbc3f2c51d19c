// SPDX-License-Identifier: Apache-2.0
// Laws of report files: whole or absent.
#include "reference/support/atomic_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace assay::support {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A temporary folder that is removed with the object.
class Scratch {
 public:
  Scratch() {
    std::string name = fs::temp_directory_path() / "assay-support-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { fs::remove_all(path_); }

  fs::path file(const char* name) const { return path_ / name; }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
      found.push_back(entry.path().filename());
    }
    return found;
  }
  std::size_t count() const { return names().size(); }

 private:
  fs::path path_;
};

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string error_of(const fs::path& path, std::string_view content) {
  try {
    write_atomically("report", path, content);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(AtomicFile, HoldsExactlyWhatWasWrittenAndNothingElseIsLeft) {
  const Scratch scratch;
  write_atomically("report", scratch.file("a.xml"), "old");
  write_atomically("report", scratch.file("a.xml"), std::string("new\0text", 8));
  EXPECT_EQ(content_of(scratch.file("a.xml")), std::string("new\0text", 8));
  EXPECT_EQ(scratch.count(), 1U);
}

TEST(AtomicFile, SaysInOneSentenceWhyItCannotBeWritten) {
  const Scratch scratch;
  const auto path = scratch.file("missing") / "a.xml";
  EXPECT_EQ(error_of(path, "text"),
            "cannot write report " + path.string() + ": No such file or directory");
}

TEST(AtomicFile, LeavesNothingBehindWhereTheNameIsTakenByADirectory) {
  const Scratch scratch;
  fs::create_directory(scratch.file("a.xml"));
  EXPECT_THAT(error_of(scratch.file("a.xml"), "text"), StartsWith("cannot write report "));
  EXPECT_EQ(scratch.count(), 1U);
}

TEST(AtomicFile, KeepsTheOldFileAndLeavesNothingElseWhenTheDiskIsFull) {
  const Scratch scratch;
  write_atomically("report", scratch.file("a.xml"), "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string error = error_of(scratch.file("a.xml"), std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(error, AllOf(StartsWith("cannot write report "), HasSubstr("File too large")));
  EXPECT_EQ(content_of(scratch.file("a.xml")), "old");
  EXPECT_EQ(scratch.count(), 1U);
}

TEST(AtomicFile, IsMadeUnderAnotherNameEachTime) {
  const Scratch scratch;
  std::set<fs::path> names;
  for (int k = 0; k < 3; ++k) names.insert(TemporaryFile(scratch.file("a.xml")).name());
  EXPECT_EQ(names.size(), 3U);
  EXPECT_EQ(scratch.count(), 0U);
}

TEST(AtomicFile, WritesThroughToADeviceAndLeavesItThere) {
  write_atomically("report", "/dev/null", "text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT(error_of("/dev/full", "text"), HasSubstr("No space left on device"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(AtomicFile, WritesThroughToAPipe) {
  const Scratch scratch;
  const fs::path pipe = scratch.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  write_atomically("report", pipe, "text");
  std::array<char, 8> bytes{};
  EXPECT_EQ(::read(reader, bytes.data(), bytes.size()), 4);
  ::close(reader);
  EXPECT_STREQ(bytes.data(), "text");
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(scratch.count(), 1U);
}

TEST(AtomicFile, FollowsALinkAndLeavesItALink) {
  const Scratch scratch;
  write_atomically("report", scratch.file("a.xml"), "old");
  fs::create_symlink("a.xml", scratch.file("latest.xml"));
  fs::create_symlink("/dev/null", scratch.file("nothing"));
  fs::create_symlink("none.xml", scratch.file("lost.xml"));
  write_atomically("report", scratch.file("latest.xml"), "new");
  write_atomically("report", scratch.file("nothing"), "new");
  EXPECT_THAT(error_of(scratch.file("lost.xml"), "new"), HasSubstr("it is a link to nothing"));
  EXPECT_TRUE(fs::is_symlink(scratch.file("latest.xml")));
  EXPECT_TRUE(fs::is_symlink(scratch.file("nothing")));
  EXPECT_EQ(content_of(scratch.file("a.xml")), "new");
  EXPECT_EQ(scratch.count(), 4U);
}

TEST(TemporaryFile, TakesThePlaceOfARegularFileOnly) {
  const Scratch scratch;
  fs::create_symlink("/dev/null", scratch.file("nothing"));
  fs::create_directory(scratch.file("folder"));
  ASSERT_EQ(::mkfifo(scratch.file("pipe").c_str(), 0600), 0);
  for (const fs::path& target : {scratch.file("nothing"), scratch.file("folder"),
                                 scratch.file("pipe"), fs::path("/dev/null")}) {
    EXPECT_THROW(TemporaryFile{target}, WriteFailure) << target;
  }
  EXPECT_EQ(scratch.count(), 3U);
}

TEST(TemporaryFile, GivesWayToWhatHasBeenPutThereMeanwhile) {
  const Scratch scratch;
  TemporaryFile file(scratch.file("a.xml"));
  ASSERT_EQ(::mkfifo(scratch.file("a.xml").c_str(), 0600), 0);
  EXPECT_THROW(file.keep(), WriteFailure);
  EXPECT_TRUE(fs::is_fifo(scratch.file("a.xml")));
}

/// Runs `work` in a child process, which is killed when it is done, and returns how it ended.
template <typename Work>
int status_after(int signal, Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::raise(signal);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(TemporaryFile, OfAKilledProcessGoesWithTheNextOneOfItsTarget) {
  const Scratch scratch;
  const auto begin = [&] { new TemporaryFile(scratch.file("a.xml")); };
  EXPECT_EQ(status_after(SIGKILL, begin), SIGKILL);
  EXPECT_EQ(scratch.count(), 1U);
  write_atomically("report", scratch.file("b.xml"), "another target");
  EXPECT_EQ(scratch.count(), 2U);
  write_atomically("report", scratch.file("a.xml"), "text");
  EXPECT_THAT(scratch.names(), testing::UnorderedElementsAre("a.xml", "b.xml"));
}

TEST(TemporaryFile, OfALivingProcessStays) {
  const Scratch scratch;
  TemporaryFile living(scratch.file("a.xml"));
  write_atomically("report", scratch.file("a.xml"), "text");
  EXPECT_TRUE(fs::exists(living.name()));
  living.keep();
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"a.xml"});
}

TEST(TemporaryFile, WhatOnlyLooksLikeOneStays) {
  const Scratch scratch;
  write_atomically("report", scratch.file("a.xml.tmp-0123"), "of somebody");
  write_atomically("report", scratch.file("a.xml.tmp-0123456789abcdeX"), "of somebody");
  write_atomically("report", scratch.file("aim"), "far away");
  fs::create_symlink("aim", scratch.file("a.xml.tmp-0123456789abcdef"));
  fs::create_directory(scratch.file("a.xml.tmp-0123456789abcdee"));
  write_atomically("report", scratch.file("a.xml"), "text");
  EXPECT_EQ(scratch.count(), 6U);
}

TEST(TemporaryFile, IsGoneWhereASignalEndsItsProcess) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Scratch scratch;
    const auto begin = [&] {
      tidy_up_on_signals();
      new TemporaryFile(scratch.file("a.xml"));
    };
    EXPECT_EQ(status_after(signal, begin), signal);
    EXPECT_EQ(scratch.count(), 0U);
  }
}

TEST(TemporaryFile, IsNotGoneWhereASignalEndsAChildOfItsProcess) {
  const Scratch scratch;
  const TemporaryFile own(scratch.file("a.xml"));
  EXPECT_EQ(status_after(SIGTERM, tidy_up_on_signals), SIGTERM);
  EXPECT_EQ(scratch.count(), 1U);
}

TEST(AtomicFile, IsMadeOfPiecesWholeOrNotAtAll) {
  const Scratch scratch;
  const fs::path path = scratch.file("pieces");
  std::string whole;
  write_atomically("report", path, [&](const Sink& sink) {
    for (int i = 0; i < 300000; ++i) {
      const std::string piece = std::to_string(i) + '\n';
      whole += piece;
      sink(piece);
    }
  });
  EXPECT_EQ(content_of(path), whole);
  EXPECT_THROW(write_atomically("report", path,
                                [&](const Sink& sink) {
                                  sink("a part");
                                  throw std::logic_error("no more");
                                }),
               std::logic_error);
  EXPECT_EQ(content_of(path), whole);
  EXPECT_EQ(scratch.count(), 1U);
}

}  // namespace
}  // namespace assay::support
