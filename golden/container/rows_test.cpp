// SPDX-License-Identifier: Apache-2.0
#include "golden/container/rows.hpp"

#include "golden/test/sample_cases.hpp"
#include "golden/test/test_folder.hpp"

namespace assay::golden {
namespace {

using Values = std::vector<std::uint16_t>;

RowLayout layout(std::vector<hsize_t> row, bool ragged) {
  RowLayout out;
  out.path = "/rows";
  out.word = h5::Word::u16;
  out.row = std::move(row);
  out.ragged = ragged;
  return out;
}

void put(RowDataset& rows, std::uint64_t row, const Values& values) {
  rows.put_values(row, std::span<const std::uint16_t>(values));
}

// The contents of the file, after a check of the manifest's digest.
Values stored(const std::filesystem::path& path, const std::vector<hsize_t>& dims) {
  EXPECT_THAT(verify(path, sample_tolerance, sample_op).problems,
              testing::Not(testing::Contains(testing::HasSubstr("digest"))));
  const H5::H5File file(path.string(), H5F_ACC_RDONLY);
  const h5::StoredDataset dataset(file, "/rows");
  EXPECT_EQ(dataset.dims(), dims);
  Values out;
  for (const std::int64_t value : dataset.integers()) {
    out.push_back(static_cast<std::uint16_t>(value));
  }
  return out;
}

TEST(RowDataset, FillsRowsThatNobodyPut) {
  const TestFolder folder;
  OutputFile file(folder / "a.h5", root_attributes({}, "assay-golden"));
  RowDataset rows(layout({2}, false));
  put(rows, 1, {1, 2});
  put(rows, 3, {3, 4});
  rows.finish(file, 5);
  file.finish();
  EXPECT_EQ(stored(folder / "a.h5", {5, 2}), (Values{0, 0, 1, 2, 0, 0, 3, 4, 0, 0}));
}

TEST(RowDataset, GrowsFromFlushToFlush) {
  const TestFolder folder;
  OutputFile file(folder / "a.h5", root_attributes({}, "assay-golden"));
  RowDataset rows(layout({2}, false));
  put(rows, 0, {1, 2});
  rows.flush(file, 1);
  rows.flush(file, 1);
  EXPECT_EQ(rows.pending(), 0U);
  rows.flush(file, 2);
  put(rows, 2, {5, 6});
  rows.finish(file, 3);
  file.finish();
  EXPECT_EQ(stored(folder / "a.h5", {3, 2}), (Values{1, 2, 0, 0, 5, 6}));
}

TEST(RowDataset, PadsEarlierRowsWhenALaterFlushBringsALongerOne) {
  const TestFolder folder;
  OutputFile file(folder / "a.h5", root_attributes({}, "assay-golden"));
  RowDataset rows(layout({0}, true));
  put(rows, 0, {1});
  put(rows, 1, {2, 3});
  rows.flush(file, 2);
  put(rows, 2, {4, 5, 6});
  put(rows, 3, {7});
  rows.finish(file, 4);
  file.finish();
  EXPECT_EQ(stored(folder / "a.h5", {4, 3}), (Values{1, 0, 0, 2, 3, 0, 4, 5, 6, 7, 0, 0}));
}

TEST(RowDataset, CutsRowsAboveAQuarterOfAMebibyteIntoChunks) {
  const TestFolder folder;
  OutputFile file(folder / "a.h5", root_attributes({}, "assay-golden"));
  RowDataset rows(layout({3, 300'000}, false));
  put(rows, 0, Values(900'000, 7));
  rows.finish(file, 1);
  const h5::StoredDataset dataset(file.file(), "/rows");
  std::array<hsize_t, 3> chunk{};
  dataset.dataset().getCreatePlist().getChunk(3, chunk.data());
  const hsize_t bytes = 2 * chunk[0] * chunk[1] * chunk[2];
  EXPECT_LE(bytes, 256U << 10U);
  EXPECT_GE(bytes, 64U << 10U);
}

TEST(RowDataset, KeepsWordsApartThatOneChunkHoldsAfterRowsOfOneValue) {
  const TestFolder folder;
  OutputFile file(folder / "a.h5", root_attributes({}, "assay-golden"));
  RowDataset rows(layout({2}, false));
  for (std::uint64_t row = 0; row < 3; ++row) put(rows, row, {7, 7});
  rows.flush(file, 3);
  put(rows, 3, {7, 7});
  rows.flush(file, 4);
  put(rows, 4, {0, 1});
  put(rows, 6, {7, 8});
  rows.finish(file, 8);
  file.finish();
  EXPECT_EQ(stored(folder / "a.h5", {8, 2}),
            (Values{7, 7, 7, 7, 7, 7, 7, 7, 0, 1, 0, 0, 7, 8, 0, 0}));
}

TEST(RowDataset, EndsALastChunkWithWhatChunksThatAreNotThereHave) {
  const TestFolder folder;
  OutputFile file(folder / "a.h5", root_attributes({}, "assay-golden"));
  RowDataset rows(layout({2}, false));
  for (std::uint64_t row = 0; row < 3; ++row) put(rows, row, {7, 7});
  rows.flush(file, 3);
  put(rows, 3, {0, 1});
  rows.flush(file, 4);
  put(rows, 4, {7, 7});
  rows.finish(file, 5);
  file.finish();
  EXPECT_EQ(stored(folder / "a.h5", {5, 2}), (Values{7, 7, 7, 7, 7, 7, 0, 1, 7, 7}));
}

TEST(RowDataset, TakesNoRoomForChunksOfOneValue) {
  const TestFolder folder;
  OutputFile file(folder / "a.h5", root_attributes({}, "assay-golden"));
  RowDataset rows(layout({100'000}, false));
  put(rows, 0, Values(100'000, 7));
  rows.finish(file, 1);
  const h5::StoredDataset dataset(file.file(), "/rows");
  EXPECT_EQ(dataset.dataset().getStorageSize(), 0U);
  file.finish();
  EXPECT_EQ(stored(folder / "a.h5", {1, 100'000}), Values(100'000, 7));
}

TEST(RowDataset, IsNotInTheFileWhereItIsOptionalAndSaysNothing) {
  const TestFolder folder;
  OutputFile file(folder / "a.h5", root_attributes({}, "assay-golden"));
  RowLayout optional = layout({2}, false);
  optional.optional = true;
  RowDataset rows(optional);
  put(rows, 0, {0, 0});
  rows.flush(file, 1);
  put(rows, 2, {0, 0});
  rows.finish(file, 3);
  EXPECT_FALSE(h5::exists(file.file(), "/rows"));
}

TEST(RowDataset, HasItsEarlierRowsWhereItIsOptionalAndALaterOneSaysSomething) {
  const TestFolder folder;
  for (const bool ragged : {false, true}) {
    const std::filesystem::path path = folder / (ragged ? "a.h5" : "b.h5");
    OutputFile file(path, root_attributes({}, "assay-golden"));
    RowLayout optional = layout({ragged ? hsize_t{0} : hsize_t{2}}, ragged);
    optional.optional = true;
    RowDataset rows(optional);
    put(rows, 0, {0, 0});
    rows.flush(file, 2);
    put(rows, 3, {0, 9});
    rows.flush(file, 4);
    put(rows, 4, {0, 0});
    rows.finish(file, 5);
    file.finish();
    EXPECT_EQ(stored(path, {5, 2}), (Values{0, 0, 0, 0, 0, 0, 0, 9, 0, 0}));
  }
}

// A longer row that was not put because it holds only fill values, and one after a flush.
TEST(RowDataset, IsAsWideAsItIsAskedToBe) {
  const TestFolder folder;
  for (const std::uint64_t flushed : {0, 2, 3}) {
    const std::filesystem::path path = folder / fmt::format("{}.h5", flushed);
    OutputFile file(path, root_attributes({}, "assay-golden"));
    RowLayout optional = layout({0}, true);
    optional.optional = true;
    RowDataset rows(optional);
    put(rows, 0, {0, 0, 0});
    if (flushed < 3) rows.widen(3);
    if (flushed > 0) rows.flush(file, 1);
    put(rows, 1, {0, 9});
    if (flushed > 1) rows.flush(file, 2);
    put(rows, 2, {8});
    rows.widen(3);
    rows.finish(file, 3);
    file.finish();
    EXPECT_EQ(stored(path, {3, 3}), (Values{0, 0, 0, 0, 9, 0, 8, 0, 0}));
  }
}

TEST(PackedElements, TakeAByteEachInAFileWhenTheyHaveFourBits) {
  ElementArray nibbles(ElementType::i4, 3);
  for (std::int64_t i = 0; i < 3; ++i) nibbles.set(i, static_cast<std::uint64_t>(15 - i));
  std::vector<std::byte> words;
  unpack_elements(nibbles, words);
  EXPECT_EQ(words, (std::vector{std::byte{15}, std::byte{14}, std::byte{13}}));
  EXPECT_EQ(pack_elements(ElementType::i4, words), nibbles);
}

}  // namespace
}  // namespace assay::golden
