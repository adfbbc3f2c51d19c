// SPDX-License-Identifier: Apache-2.0
#include "golden/golden.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <fstream>
#include <thread>

#include "golden/format/stored.hpp"
#include "golden/test/sample_cases.hpp"
#include "golden/test/test_folder.hpp"

namespace assay::golden {
namespace {

std::filesystem::path write_sample(const std::filesystem::path& path) {
  GoldenWriter writer(path, sample_provenance());
  for (GoldenCase& golden : sample_cases()) writer.add(std::move(golden));
  writer.finish();
  return path;
}

std::vector<std::uint64_t> bits_of_doubles(const std::vector<double>& values) {
  std::vector<std::uint64_t> out;
  out.reserve(values.size());
  for (const double value : values) out.push_back(std::bit_cast<std::uint64_t>(value));
  return out;
}

void expect_equal(const Expected& got, const Expected& wanted) {
  ASSERT_EQ(got.index(), wanted.index());
  if (const auto* tile = std::get_if<ExpectedTile>(&wanted)) {
    const auto& other = std::get<ExpectedTile>(got);
    EXPECT_EQ(other.rows, tile->rows);
    EXPECT_EQ(other.cols, tile->cols);
    EXPECT_EQ(other.accept, tile->accept);
    EXPECT_EQ(other.value, tile->value);
    EXPECT_EQ(other.low, tile->low);
    EXPECT_EQ(other.high, tile->high);
    EXPECT_EQ(bits_of_doubles(other.exact), bits_of_doubles(tile->exact));
    return;
  }
  const auto& text = std::get<ExpectedText>(wanted);
  const auto& other = std::get<ExpectedText>(got);
  EXPECT_EQ(other.capacity, text.capacity);
  ASSERT_EQ(other.readings.size(), text.readings.size());
  for (std::size_t i = 0; i < text.readings.size(); ++i) {
    EXPECT_EQ(other.readings[i].text, text.readings[i].text);
    EXPECT_EQ(other.readings[i].width, text.readings[i].width);
  }
}

void expect_equal(const GoldenCase& got, const GoldenCase& wanted) {
  SCOPED_TRACE(wanted.test.name);
  EXPECT_EQ(got.test.name, wanted.test.name);
  EXPECT_EQ(got.test.call.form, wanted.test.call.form);
  EXPECT_EQ(got.test.call.target, wanted.test.call.target);
  EXPECT_EQ(got.test.call.attributes, wanted.test.call.attributes);
  EXPECT_EQ(got.test.call.operands, wanted.test.call.operands);
  EXPECT_EQ(to_string(got.test.intent), to_string(wanted.test.intent));
  EXPECT_EQ(got.test.intent.constraint, wanted.test.intent.constraint);
  EXPECT_EQ(got.test.plan, wanted.test.plan);
  EXPECT_EQ(got.test.scenario, wanted.test.scenario);
  EXPECT_EQ(got.test.key, wanted.test.key);
  EXPECT_EQ(got.before, wanted.before);
  ASSERT_EQ(got.expected.size(), wanted.expected.size());
  for (std::size_t i = 0; i < got.expected.size(); ++i) {
    expect_equal(got.expected[i], wanted.expected[i]);
  }
}

TEST(GoldenFile, GivesBackEveryFieldOfEveryCaseInTheOrderOfWriting) {
  const TestFolder folder;
  const GoldenReader reader(write_sample(folder / "a.h5"), sample_op);
  const std::vector<GoldenCase> cases = sample_cases();
  ASSERT_EQ(reader.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(reader.name(i), cases[i].test.name);
    EXPECT_EQ(reader.find(cases[i].test.name), i);
    expect_equal(reader.read(i), cases[i]);
  }
  expect_equal(reader.read(0), cases[0]);
  EXPECT_EQ(reader.find("ECHO/none"), std::nullopt);
}

TEST(GoldenFile, GivesBackWhereItComesFrom) {
  const TestFolder folder;
  const GoldenReader reader(write_sample(folder / "a.h5"), sample_op);
  const Provenance wanted = sample_provenance();
  EXPECT_EQ(reader.provenance().seed, wanted.seed);
  EXPECT_EQ(reader.provenance().selection, wanted.selection);
  EXPECT_EQ(reader.provenance().suite_version, wanted.suite_version);
  EXPECT_EQ(reader.provenance().catalogue_revision, wanted.catalogue_revision);
  EXPECT_EQ(reader.provenance().reference_version, wanted.reference_version);
}

TEST(GoldenFile, KeepsCasesOfOneSignatureAsRowsOfOneDataset) {
  const TestFolder folder;
  const std::filesystem::path path = write_sample(folder / "a.h5");
  const H5::H5File file(path.string(), H5F_ACC_RDONLY);
  // Three legal f16 cases and one that differs from them in its run-time valid region only.
  EXPECT_EQ(h5::StoredDataset(file, "/signatures/s0000/inputs/src").dims(),
            (std::vector<hsize_t>{4, 16, 32}));
  // Global memory of 10, 20 and 30 elements, padded to the largest: base + 3 * (count - 1) + 1.
  EXPECT_EQ(h5::StoredDataset(file, "/signatures/s0003/inputs/table").dims(),
            (std::vector<hsize_t>{3, 30}));
  EXPECT_EQ(h5::StoredDataset(file, "/signatures/s0003/operands/table/count").integers(),
            (std::vector<std::int64_t>{10, 20, 30}));
}

// Cases take turns among three signatures.
TEST(GoldenFile, TellsTheOrderInWhichItHoldsItsCases) {
  const TestFolder folder;
  GoldenWriter writer(folder / "a.h5", sample_provenance());
  for (std::uint32_t i = 0; i < 7; ++i) {
    GoldenCase golden = sample_cases()[0];
    golden.test.name = fmt::format("case {}", i);
    for (OperandValue& operand : golden.test.call.operands) {
      std::get<TileSpec>(operand).type.pad = {PadKind::custom, i % 3};
    }
    writer.add(std::move(golden));
  }
  writer.finish();
  EXPECT_EQ(GoldenReader(folder / "a.h5", sample_op).by_signature(),
            (std::vector<std::size_t>{0, 3, 6, 1, 4, 2, 5}));
}

TEST(GoldenFile, StoresAFourBitElementPerByte) {
  const TestFolder folder;
  const std::filesystem::path path = write_sample(folder / "a.h5");
  const H5::H5File file(path.string(), H5F_ACC_RDONLY);
  const h5::StoredDataset nibbles(file, "/signatures/s0001/inputs/src");
  EXPECT_EQ(nibbles.dims(), (std::vector<hsize_t>{1, 3, 64}));
  const ElementArray before = sample_cases()[4].before[1];
  const std::vector<std::byte> stored = nibbles.rows(0, 1);
  for (std::int64_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(std::to_integer<std::uint64_t>(stored[static_cast<std::size_t>(i)]), before[i]);
  }
}

TEST(GoldenFile, IsTheSameBytesWhenWrittenTwice) {
  const TestFolder folder;
  const std::string first = bytes_of(write_sample(folder / "a.h5"));
  // HDF5 would store times in whole seconds.
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(first, bytes_of(write_sample(folder / "b.h5")));
}

TEST(GoldenFile, RemembersNoTimes) {
  const TestFolder folder;
  const std::filesystem::path path = write_sample(folder / "a.h5");
  const H5::H5File file(path.string(), H5F_ACC_RDONLY);
  for (const h5::Member& member : h5::members(file)) {
    H5O_info_t info{};
    file.getObjinfo(member.path, info, H5O_INFO_ALL);
    EXPECT_EQ(info.atime + info.mtime + info.ctime + info.btime, 0) << member.path;
  }
}

TEST(GoldenFile, StoresACaseOnce) {
  const TestFolder folder;
  GoldenWriter writer(folder / "a.h5", sample_provenance());
  for (int i = 0; i < 2; ++i) writer.add(sample_cases()[0]);
  writer.finish();
  EXPECT_EQ(GoldenReader(folder / "a.h5", sample_op).size(), 1U);
}

TEST(GoldenFile, HoldsNoCasesAsWellAsMany) {
  const TestFolder folder;
  GoldenWriter(folder / "a.h5", sample_provenance()).finish();
  EXPECT_EQ(GoldenReader(folder / "a.h5", sample_op).size(), 0U);
  EXPECT_THAT(verify(folder / "a.h5", sample_tolerance, sample_op).problems, testing::IsEmpty());
}

TEST(GoldenFile, LeavesOutWhatNoCaseOfASignatureSays) {
  const TestFolder folder;
  GoldenCase golden = sample_cases()[0];
  auto& tile = std::get<ExpectedTile>(golden.expected.at(0));
  for (std::int64_t i = 0; i < tile.value.size(); ++i) tile.set_exact(i, 1);
  tile.low = tile.high = ElementArray(tile.value.type(), tile.value.size());
  tile.exact = ExpectedTile(tile.value.type(), tile.rows, tile.cols).exact;
  GoldenWriter writer(folder / "a.h5", sample_provenance());
  writer.add(golden);
  writer.finish();
  expect_equal(GoldenReader(folder / "a.h5", sample_op).read(0), golden);
  const H5::H5File file((folder / "a.h5").string(), H5F_ACC_RDONLY);
  for (const char* part : {"low", "high", "exact"}) {
    EXPECT_FALSE(h5::exists(file, fmt::format("/signatures/s0000/expected/dst/{}", part)));
  }
}

// Results in global memory differ in length; only the shorter one has a range.
TEST(GoldenFile, GivesBackRangesOfAShorterResultBesideALongerWithoutAny) {
  const TestFolder folder;
  const std::vector<GoldenCase> cases = cases_that_store();
  GoldenWriter writer(folder / "a.h5", sample_provenance());
  for (const GoldenCase& golden : cases) writer.add(golden);
  writer.finish();
  const GoldenReader reader(folder / "a.h5", sample_op);
  for (std::size_t i = 0; i < cases.size(); ++i) expect_equal(reader.read(i), cases[i]);
}

// 28 MB a case: what waits in memory is written before the end, more than once.
TEST(GoldenFile, GivesBackCasesThatWereTooManyToWaitForTheEnd) {
  const TestFolder folder;
  std::vector<GoldenCase> cases;
  for (std::uint64_t i = 0; i < 7; ++i) {
    GoldenCase& golden = cases.emplace_back(sample_cases()[0]);
    golden.test.name = fmt::format("case {}", i);
    for (OperandValue& operand : golden.test.call.operands) {
      auto& tile = std::get<TileSpec>(operand);
      tile.type.rows = 2048;
      tile.type.cols = 2048;
      tile.type.pad = {PadKind::custom, static_cast<std::uint32_t>(i % 3)};
    }
    constexpr std::int64_t elements = std::int64_t{2048} * 2048;
    golden.before.assign(2, ElementArray(ElementType::f16, elements));
    for (std::int64_t k = 0; k < elements; k += 999) golden.before[1].set(k, i + 1);
    ExpectedTile tile(ElementType::f16, 2048, 2048);
    for (std::int64_t k = 0; k < elements; ++k) {
      tile.set_exact(k, static_cast<std::uint64_t>(k) + i);
    }
    golden.expected.assign(1, tile);
  }
  GoldenWriter writer(folder / "a.h5", sample_provenance());
  for (const GoldenCase& golden : cases) writer.add(golden);
  writer.finish();
  const GoldenReader reader(folder / "a.h5", sample_op);
  ASSERT_EQ(reader.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) expect_equal(reader.read(i), cases[i]);
}

TEST(GoldenFile, RefusesContentsThatDoNotFitTheirTile) {
  const TestFolder folder;
  GoldenCase golden = sample_cases()[0];
  golden.before[1] = ElementArray(ElementType::f16, 7);
  GoldenWriter writer(folder / "a.h5", sample_provenance());
  EXPECT_THROW(writer.add(golden), std::invalid_argument);
}

}  // namespace
}  // namespace assay::golden
