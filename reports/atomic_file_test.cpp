// SPDX-License-Identifier: Apache-2.0
// Laws of report files: whole or absent.
#include "reports/atomic_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "reports/fixtures_test.hpp"

namespace assay::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string error_of(const std::filesystem::path& path, std::string_view content) {
  try {
    write_atomically(path, content);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(AtomicFile, HoldsExactlyWhatWasWrittenAndNothingElseIsLeft) {
  const Scratch scratch;
  write_atomically(scratch.file("a.xml"), "old");
  write_atomically(scratch.file("a.xml"), std::string("new\0text", 8));
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
  std::filesystem::create_directory(scratch.file("a.xml"));
  EXPECT_THAT(error_of(scratch.file("a.xml"), "text"), StartsWith("cannot write report "));
  EXPECT_EQ(scratch.count(), 1U);
}

TEST(AtomicFile, KeepsTheOldFileAndLeavesNothingElseWhenTheDiskIsFull) {
  const Scratch scratch;
  write_atomically(scratch.file("a.xml"), "old");
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

}  // namespace
}  // namespace assay::reports
