// SPDX-License-Identifier: Apache-2.0
#include "golden/hdf5/file_walk.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>

#include "golden/golden.hpp"
#include "golden/test/test_folder.hpp"

namespace assay::golden {
namespace {

using testing::HasSubstr;

class FileWalk : public testing::Test {
 protected:
  /// A file in the format of ours, with what `fill` puts into it.
  template <typename Fill>
  std::filesystem::path file(const std::string& name, const Fill& fill) const {
    std::filesystem::path path = folder_ / name;
    const H5::FileAccPropList access;
    access.setLibverBounds(H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    const H5::H5File made(path.string(), H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, access);
    fill(made);
    return path;
  }

  TestFolder folder_;
};

void fill_with_groups(const H5::H5File& file, int count) {
  for (int i = 0; i < count; ++i) file.createGroup("/group_" + std::to_string(i));
}

TEST_F(FileWalk, HasNothingAgainstAFileThatHoldsItsOwnObjects) {
  EXPECT_EQ(walk_problem(file("few.h5", [](const auto& made) { fill_with_groups(made, 3); })), "");
  EXPECT_EQ(walk_problem(file("many.h5", [](const auto& made) { fill_with_groups(made, 40); })),
            "");
}

// HDF5 1.10.8 frees a table that it never filled where such a block fails its checksum.
TEST_F(FileWalk, OutlivesADamagedIndexOfNames) {
  const auto sound = file("dense.h5", [](const auto& made) { fill_with_groups(made, 40); });
  const std::string bytes = bytes_of(sound);
  int damaged = 0;
  for (const char* mark : {"BTHD", "BTLF", "FRHP", "FHDB"}) {
    const std::size_t at = bytes.find(mark);
    if (at == std::string::npos) continue;
    std::string changed = bytes;
    changed[at + 20] = static_cast<char>(changed[at + 20] ^ 1);
    const std::filesystem::path path = folder_ / (std::string(mark) + ".h5");
    std::ofstream(path, std::ios::binary) << changed;
    const std::string problem = walk_problem(path);
    EXPECT_THAT(problem, HasSubstr("it is damaged, ")) << mark;
    ++damaged;
    try {
      const ResultReader reader(path);
      ADD_FAILURE() << mark;
    } catch (const FileError& error) {
      EXPECT_THAT(error.what(), HasSubstr("it is damaged, "));
    }
  }
  EXPECT_GT(damaged, 1);
}

// h5py makes attributes whose text is in a global heap. HDF5 1.10.8 loops or writes past its
// buffers where a size there is wrong.
TEST_F(FileWalk, RefusesAHeapOfTextsWithWrongSizes) {
  const auto sound = file("heap.h5", [](const H5::H5File& made) {
    const H5::StrType type(H5::PredType::C_S1, H5T_VARIABLE);
    for (const std::string name : {"first", "second"}) {
      made.createAttribute(name, type, H5::DataSpace()).write(type, name);
    }
  });
  EXPECT_EQ(walk_problem(sound), "");
  const std::string bytes = bytes_of(sound);
  const std::size_t heap = bytes.find("GCOL");
  ASSERT_NE(heap, std::string::npos);
  // Headers have 16 bytes, the last 8 of which are the size: of the heap, of "first" in its 8
  // bytes, of "second", and of the free space.
  for (const std::size_t place : {8, 24, 48, 72}) {
    for (const std::uint64_t size :
         {std::uint64_t{0} - 1, std::uint64_t{0} - 16, std::uint64_t{5000}, std::uint64_t{15}}) {
      std::string changed = bytes;
      std::memcpy(&changed[heap + place], &size, sizeof size);
      const std::filesystem::path path = folder_ / fmt::format("damaged{}_{}.h5", place, size);
      std::ofstream(path, std::ios::binary) << changed;
      EXPECT_THAT(
          walk_problem(path),
          HasSubstr(fmt::format("the sizes in the heap of texts at byte {} are wrong", heap)))
          << place << ' ' << size;
    }
  }
}

// External links and virtual datasets, which the C++ interface does not make, are in
// suites/cli/foreign_input_test.py.
TEST_F(FileWalk, RefusesWhatLeadsToOtherPlaces) {
  const auto refused = [&](const std::string& name, const auto& fill) {
    return walk_problem(file(name, fill));
  };
  EXPECT_THAT(refused("soft.h5",
                      [](const H5::H5File& made) {
                        made.createGroup("/a").link(H5L_TYPE_SOFT, "/b", "to");
                      }),
              HasSubstr("/a/to is a link to another place"));
  const hsize_t rows = 4;
  const H5::DataSpace space(1, &rows);
  EXPECT_THAT(refused("storage.h5",
                      [&](const H5::H5File& made) {
                        H5::DSetCreatPropList list;
                        list.setExternal("/etc/passwd", 0, 4);
                        made.createDataSet("/data", H5::PredType::NATIVE_UINT8, space, list);
                      }),
              HasSubstr("/data keeps its elements in another file"));
}

TEST_F(FileWalk, EndsInCyclesAndRefusesDepth) {
  EXPECT_EQ(walk_problem(file("cycle.h5",
                              [](const H5::H5File& made) {
                                made.createGroup("/a").link(H5L_TYPE_HARD, "/", "root");
                              })),
            "");
  EXPECT_THAT(walk_problem(file("deep.h5",
                                [](const H5::H5File& made) {
                                  H5::Group group = made.openGroup("/");
                                  for (int i = 0; i < 40; ++i) group = group.createGroup("g");
                                })),
              HasSubstr("nested more than 16 deep"));
}

TEST_F(FileWalk, IsNoneOfAPipe) {
  const std::filesystem::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  try {
    const ResultReader reader(pipe);
    ADD_FAILURE();
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("it is no regular file"));
  }
}

}  // namespace
}  // namespace assay::golden
