// SPDX-License-Identifier: Apache-2.0
// A file that cannot be written gives one sentence, and leaves nothing on the disk.
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <optional>

#include "golden/golden.hpp"
#include "golden/test/sample_cases.hpp"
#include "golden/test/test_folder.hpp"

namespace assay::golden {
namespace {

using testing::HasSubstr;

std::string failure_of(const std::filesystem::path& path) {
  try {
    GoldenWriter writer(path, sample_provenance());
    for (GoldenCase& golden : sample_cases()) writer.add(std::move(golden));
    writer.finish();
  } catch (const FileError& error) {
    return error.what();
  }
  return "no failure";
}

// Runs in a process of its own and leaves by exit(), where a broken HDF5 would crash.
[[noreturn]] void write_with_limit(const std::filesystem::path& path, rlim_t bytes) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
  const std::string failure = failure_of(path);
  std::exit(failure == "cannot write golden file " + path.string() + ": File too large" ? 0 : 1);
}

TEST(FailedWrite, LeavesNothingAndExitsInOrderWhereverTheDiskGetsFull) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const TestFolder folder;
  const std::filesystem::path path = folder / "a.h5";
  ASSERT_EQ(failure_of(path), "no failure");
  const auto size = std::filesystem::file_size(path);
  std::filesystem::remove(path);
  for (const std::uintmax_t limit :
       {std::uintmax_t{0}, std::uintmax_t{1000}, size / 4, size / 2, size * 3 / 4, size - 1}) {
    EXPECT_EXIT(write_with_limit(path, limit), testing::ExitedWithCode(0), "") << limit;
  }
  EXPECT_THAT(folder.files(), testing::IsEmpty());
}

TEST(FailedWrite, KeepsTheFileThatWasThereBefore) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const TestFolder folder;
  const std::filesystem::path path = folder / "a.h5";
  ASSERT_EQ(failure_of(path), "no failure");
  const std::string before = bytes_of(path);
  EXPECT_EXIT(write_with_limit(path, 5000), testing::ExitedWithCode(0), "");
  EXPECT_EQ(bytes_of(path), before);
  EXPECT_THAT(folder.files(), testing::ElementsAre("a.h5"));
}

TEST(FailedWrite, SaysWhyAFolderCannotTakeTheFile) {
  const TestFolder folder;
  const std::string missing = (folder / "none").string();
  EXPECT_EQ(failure_of(missing + "/a.h5"),
            "cannot write golden file " + missing + "/a.h5: there is no folder " + missing);
  std::ofstream(folder / "plain") << "x";
  EXPECT_THAT(failure_of(folder / "plain/a.h5"), HasSubstr(": Not a directory"));
  EXPECT_THAT(failure_of("/proc/a.h5"), HasSubstr("cannot write golden file /proc/a.h5: "));
  EXPECT_EQ(failure_of(folder.path()),
            "cannot write golden file " + folder.path().string() + ": it is a folder");
}

TEST(FailedWrite, LeavesWhatIsNoRegularFileInItsPlace) {
  const TestFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/null", folder / "link");
  for (const std::filesystem::path& path :
       {std::filesystem::path("/dev/null"), folder / "pipe", folder / "link"}) {
    EXPECT_EQ(failure_of(path),
              "cannot write golden file " + path.string() + ": it is no regular file");
  }
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(folder.files().size(), 2U);
}

TEST(FailedWrite, LeavesNothingWhenTheWriterIsDroppedUnfinished) {
  const TestFolder folder;
  {
    GoldenWriter writer(folder / "a.h5", sample_provenance());
    writer.add(sample_cases()[0]);
    EXPECT_THAT(folder.files(), testing::ElementsAre(testing::StartsWith("a.h5.tmp-")));
  }
  EXPECT_THAT(folder.files(), testing::IsEmpty());
}

}  // namespace
}  // namespace assay::golden
