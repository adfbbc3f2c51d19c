// SPDX-License-Identifier: Apache-2.0
// Tables and manifests that are more than memory is to hold.
#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "golden/manifest.hpp"
#include "golden/output_file.hpp"
#include "golden/tables/manifest_rows.hpp"
#include "golden/tables/manifest_table.hpp"
#include "golden/tables/table.hpp"
#include "golden/tables/table_rows.hpp"
#include "golden/tables/unnamed_file.hpp"
#include "golden/test/sample_cases.hpp"
#include "golden/test/test_folder.hpp"

namespace assay::golden {
namespace {

std::vector<std::byte> bytes_from(std::size_t first, std::size_t count) {
  std::vector<std::byte> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = std::byte((first + i) * 2654435761U >> 13U);
  return out;
}

TEST(UnnamedFile, GivesBackWhatWasAppendedFromAnywhere) {
  const TestFolder folder;
  UnnamedFile file(folder.path());
  std::mt19937 random(3);  // NOLINT(bugprone-random-generator-seed): the same every time
  constexpr std::size_t total = 5'000'000;
  while (file.size() < total) {
    const std::size_t count = std::min<std::size_t>(random() % 300'000, total - file.size());
    file.append(bytes_from(file.size(), count));
  }
  EXPECT_THAT(folder.files(), testing::IsEmpty());
  for (int i = 0; i < 200; ++i) {
    const std::size_t first = random() % total;
    std::vector<std::byte> got(std::min<std::size_t>(random() % 200'000, total - first));
    file.read(first, got);
    ASSERT_EQ(got, bytes_from(first, got.size())) << first;
  }
  std::vector<std::byte> more(2);
  EXPECT_THROW(file.read(total - 1, more), std::out_of_range);
}

TEST(UnnamedFile, SaysWhyAFolderCannotTakeIt) {
  UnnamedFile file("/nowhere");
  const std::vector<std::byte> little(1000);
  file.append(little);
  const std::vector<std::byte> much(std::size_t{2} << 20U);
  try {
    file.append(much);
    FAIL() << "there is no such folder";
  } catch (const h5::Failure& failure) {
    EXPECT_STREQ(failure.what(), "No such file or directory");
  }
}

struct SampleRow {
  std::string name, note;
  std::uint64_t key = 0;
  std::int64_t worst = 0;
  double ulp = 0;
};

std::vector<SampleRow> sample_rows(std::size_t count) {
  std::vector<SampleRow> rows;
  rows.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    rows.push_back({"case-" + std::string(i % 97, 'x') + std::to_string(i), i % 5 == 0 ? "" : "a",
                    i * i, -std::int64_t(i), 0.5 * double(i)});
  }
  return rows;
}

// The same rows, once as columns that are packed at once and once row by row.
TEST(TableRows, AreTheBytesOfTheWholeTable) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{40'000}}) {
    const TestFolder folder;
    TableRows rows({{"name", CellKind::text},
                    {"note", CellKind::text},
                    {"blank", CellKind::text, true},
                    {"key", CellKind::natural},
                    {"worst", CellKind::integer},
                    {"ulp", CellKind::number}},
                   folder.path());
    Strings names, notes;
    Naturals keys;
    Integers worst;
    Numbers ulps;
    for (const SampleRow& row : sample_rows(count)) {
      rows.add({row.name, row.note, "", row.key, row.worst, row.ulp});
      names.push_back(row.name);
      notes.push_back(row.note);
      keys.push_back(row.key);
      worst.push_back(row.worst);
      ulps.push_back(row.ulp);
    }
    const PackedTable whole =
        pack({{"name", names}, {"note", notes}, {"key", keys}, {"worst", worst}, {"ulp", ulps}});
    EXPECT_EQ(rows.rows(), whole.rows);
    EXPECT_TRUE(rows.type() == whole.type);
    std::vector<std::byte> got;
    rows.each_piece([&](std::span<const std::byte> piece) {
      EXPECT_LE(piece.size(), std::size_t{1} << 20U);
      got.insert(got.end(), piece.begin(), piece.end());
    });
    EXPECT_TRUE(got == whole.bytes) << count;
  }
}

TEST(TableRows, HaveAnOptionalColumnWhereOneRowSaysSomething) {
  TableRows rows({{"name", CellKind::text}, {"by", CellKind::text, true}}, "/nowhere");
  rows.add({"a", ""});
  EXPECT_EQ(rows.columns().size(), 1);
  rows.add({"b", "npu7"});
  EXPECT_EQ(rows.columns().size(), 2);
  EXPECT_THROW(rows.add({"c"}), std::invalid_argument);
  EXPECT_THROW(rows.add({"c", std::uint64_t{1}}), std::invalid_argument);
}

std::string digest_like(std::size_t number) {
  std::string text = std::to_string(number);
  return std::string(64 - text.size(), '0') + text;
}

TEST(ManifestRows, AreInTheOrderOfPathsWhateverIsClosedWhen) {
  const TestFolder folder;
  const std::filesystem::path path = folder / "a.h5";
  std::vector<std::string> paths{"/", "/cases", "/signatures"};
  {
    OutputFile file(path, root_attributes(sample_provenance(), "assay-golden"));
    file.group("/signatures");
    file.enter("/cases", {digest_like(7), 7, digest_like(8)});
    for (const char* name : {"/outputs/L0A/u8", "/outputs/L0A", "/outputs/L0A scales/u8",
                             "/outputs/L0A scales", "/outputs"}) {
      paths.emplace_back(name);
      file.enter(name, {digest_like(paths.size()), 1, "b"});
    }
    for (int number = 12'000; number > 0; number -= 7) {
      const std::string group = "/signatures/s" + std::to_string(number);
      for (const char* below : {"", "/inputs", "/inputs/src"}) {
        paths.push_back(group + below);
        file.enter(paths.back(), {digest_like(paths.size()), std::uint64_t(number), "b"});
      }
      if (number % 3 != 0) file.close(group);
    }
    file.finish();
  }
  const H5::H5File file(path.string(), H5F_ACC_RDONLY);
  const ManifestTable listed(file);
  std::vector<std::string> got;
  for (std::uint64_t row = 0; row < listed.rows(); ++row) got.emplace_back(listed.path(row));
  std::vector<std::string> sorted = paths;
  std::ranges::sort(sorted);
  EXPECT_EQ(got, sorted);
  for (std::size_t i = 3; i < paths.size(); ++i) {
    const auto entry = listed.find(paths[i]);
    ASSERT_TRUE(entry) << paths[i];
    EXPECT_EQ(entry->sha256, digest_like(i + 1)) << paths[i];
  }
  EXPECT_FALSE(listed.find("/signatures/s12000/inputs/"));
  EXPECT_FALSE(listed.find("/zebra"));
  EXPECT_FALSE(listed.find(""));
}

TEST(GoldenFile, HasAnotherGroupForASignatureThatComesBackLate) {
  const TestFolder folder;
  const std::filesystem::path path = folder / "a.h5";
  const std::vector<GoldenCase> samples = sample_cases();
  std::vector<std::string> names;
  {
    GoldenWriter writer(path, sample_provenance());
    const auto add = [&](std::int64_t cols, const char* name) {
      GoldenCase golden = samples.front();
      golden.test.name = name + std::to_string(cols);
      golden.expected.clear();
      for (OperandValue& value : golden.test.call.operands) {
        if (auto* tile = std::get_if<TileSpec>(&value)) {
          tile->type.rows = tile->valid_rows = 1;
          tile->type.cols = cols;
          tile->valid_cols = 1;
        }
      }
      for (std::size_t i = 0; i < golden.before.size(); ++i) {
        const auto* tile = std::get_if<TileSpec>(&golden.test.call.operands[i]);
        if (tile != nullptr) {
          golden.before[i] = ElementArray(tile->type.element, tile->rows() * tile->cols());
        }
      }
      names.push_back(golden.test.name);
      writer.add(std::move(golden));
    };
    for (std::int64_t k = 0; k < 1500; ++k) add(16 * (k % 1400 + 1), k < 1400 ? "early" : "late");
    add(22'400, "again");
    writer.finish();
  }
  {
    const GoldenReader reader(path, sample_op);
    ASSERT_EQ(reader.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(reader.read(i).test.name, names[i]);
  }
  const H5::H5File file(path.string(), H5F_ACC_RDONLY);
  EXPECT_EQ(file.openGroup("/signatures").getNumObjs(), 1500);
}

}  // namespace
}  // namespace assay::golden
