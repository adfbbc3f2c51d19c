// SPDX-License-Identifier: Apache-2.0
// Tables and manifests that are more than memory is to hold.
#include <algorithm>
#include <cerrno>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "golden/container/output_file.hpp"
#include "golden/tables/manifest.hpp"
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

constexpr std::size_t some_megabytes = 5'000'000;

// Appends to the file and reads from it; `meanwhile` is called when all is appended.
void expect_all_back(UnnamedFile& file, const std::function<void()>& meanwhile) {
  std::mt19937 random(3);  // NOLINT(bugprone-random-generator-seed): the same every time
  constexpr std::size_t total = some_megabytes;
  while (file.size() < total) {
    const std::size_t count = std::min<std::size_t>(random() % 300'000, total - file.size());
    file.append(bytes_from(file.size(), count));
  }
  meanwhile();
  for (int i = 0; i < 200; ++i) {
    const std::size_t first = random() % total;
    std::vector<std::byte> got(std::min<std::size_t>(random() % 200'000, total - first));
    file.read(first, got);
    ASSERT_EQ(got, bytes_from(first, got.size())) << first;
  }
  std::vector<std::byte> more(2);
  EXPECT_THROW(file.read(total - 1, more), std::out_of_range);
}

TEST(UnnamedFile, GivesBackWhatWasAppendedFromAnywhere) {
  const TestFolder folder;
  UnnamedFile file(folder / "a.h5");
  expect_all_back(file, [&] { EXPECT_THAT(folder.files(), testing::IsEmpty()); });
}

template <int Error>
int refuse_unnamed(const std::filesystem::path&) {
  errno = Error;
  return -1;
}

TEST(UnnamedFile, IsATemporaryFileOfTheTargetWhereTheFileSystemHasNoneWithoutAName) {
  const TestFolder folder;
  std::ofstream(folder / "a.h5.tmp-0123456789abcdef") << "left by a process that was killed";
  for (const UnnamedFile::Open open : {refuse_unnamed<EOPNOTSUPP>, refuse_unnamed<EISDIR>}) {
    UnnamedFile first(folder / "a.h5", open);
    UnnamedFile second(folder / "a.h5", open);
    second.append(bytes_from(0, some_megabytes));
    expect_all_back(first, [&] {
      EXPECT_THAT(folder.files(), testing::SizeIs(2));
      EXPECT_THAT(folder.files(), testing::Each(testing::StartsWith("a.h5.tmp-")));
      EXPECT_THAT(folder.files(), testing::Not(testing::Contains("a.h5.tmp-0123456789abcdef")));
    });
    std::vector<std::byte> other(some_megabytes);
    second.read(0, other);
    EXPECT_TRUE(other == bytes_from(0, some_megabytes));
  }
  EXPECT_THAT(folder.files(), testing::IsEmpty());
}

std::string refusal_of(UnnamedFile file) {
  file.append(bytes_from(0, 1000));
  try {
    file.append(bytes_from(0, std::size_t{2} << 20U));
  } catch (const h5::Failure& failure) {
    return failure.what();
  }
  return "no refusal";
}

TEST(UnnamedFile, SaysWhyAFolderCannotTakeIt) {
  const std::string why = "No such file or directory";
  EXPECT_EQ(refusal_of(UnnamedFile("/nowhere/a.h5")), why);
  EXPECT_EQ(refusal_of(UnnamedFile("/nowhere/a.h5", refuse_unnamed<EOPNOTSUPP>)), why);
  const TestFolder folder;
  EXPECT_EQ(refusal_of(UnnamedFile(folder / "a.h5", refuse_unnamed<ENOSPC>)),
            "No space left on device");
  EXPECT_THAT(folder.files(), testing::IsEmpty());
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

void put(std::vector<std::byte>& row, const auto& number) {
  const auto bytes = std::as_bytes(std::span(&number, 1));
  row.insert(row.end(), bytes.begin(), bytes.end());
}

void put_text(std::vector<std::byte>& row, const std::string& text, std::size_t width) {
  const auto bytes = std::as_bytes(std::span(text));
  row.insert(row.end(), bytes.begin(), bytes.end());
  row.resize(row.size() + width - text.size());
}

// A text ends with NUL and is as wide as the longest of its column.
std::vector<std::byte> packed(const std::vector<SampleRow>& rows) {
  std::size_t name = 1, note = 1;
  for (const SampleRow& row : rows) {
    name = std::max(name, row.name.size() + 1);
    note = std::max(note, row.note.size() + 1);
  }
  std::vector<std::byte> out;
  for (const SampleRow& row : rows) {
    put_text(out, row.name, name);
    put_text(out, row.note, note);
    put(out, row.key);
    put(out, row.worst);
    put(out, row.ulp);
  }
  return out;
}

void expect_bytes(const TableRows& rows, const std::vector<SampleRow>& whole) {
  EXPECT_EQ(rows.rows(), whole.size());
  std::vector<std::byte> got;
  rows.each_piece([&](std::span<const std::byte> piece) {
    EXPECT_LE(piece.size(), std::size_t{1} << 20U);
    got.insert(got.end(), piece.begin(), piece.end());
  });
  EXPECT_TRUE(got == packed(whole)) << whole.size();
}

// The same rows, once as columns that are in memory and once row by row.
TEST(TableRows, AreTheBytesOfTheWholeTable) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{40'000}}) {
    const TestFolder folder;
    TableRows rows({{"name", CellKind::text},
                    {"note", CellKind::text},
                    {"blank", CellKind::text, true},
                    {"key", CellKind::natural},
                    {"worst", CellKind::integer},
                    {"ulp", CellKind::number}},
                   folder / "a.h5");
    Strings names, notes;
    Naturals keys;
    Integers worst;
    Numbers ulps;
    const std::vector<SampleRow> whole = sample_rows(count);
    for (const SampleRow& row : whole) {
      rows.add({row.name, row.note, "", row.key, row.worst, row.ulp});
      names.push_back(row.name);
      notes.push_back(row.note);
      keys.push_back(row.key);
      worst.push_back(row.worst);
      ulps.push_back(row.ulp);
    }
    const TableRows columns(
        {{"name", names}, {"note", notes}, {"key", keys}, {"worst", worst}, {"ulp", ulps}},
        folder / "a.h5");
    EXPECT_TRUE(rows.type() == columns.type());
    expect_bytes(rows, whole);
    expect_bytes(columns, whole);
  }
}

TEST(TableRows, HaveAnOptionalColumnWhereOneRowSaysSomething) {
  TableRows rows({{"name", CellKind::text}, {"by", CellKind::text, true}}, "/nowhere/a.h5");
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
    file.enter("/cases", {digest_like(7), 7, digest_like(8), digest_like(9)});
    for (const char* name : {"/outputs/L0A/u8", "/outputs/L0A", "/outputs/L0A scales/u8",
                             "/outputs/L0A scales", "/outputs"}) {
      paths.emplace_back(name);
      file.enter(name, {digest_like(paths.size()), 1, "b", "c"});
    }
    for (int number = 12'000; number > 0; number -= 7) {
      const std::string group = "/signatures/s" + std::to_string(number);
      for (const char* below : {"", "/inputs", "/inputs/src"}) {
        paths.push_back(group + below);
        file.enter(paths.back(), {digest_like(paths.size()), std::uint64_t(number), "b", "c"});
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
    EXPECT_EQ(entry->xxh128, "c") << paths[i];
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
    const auto add = [&](std::int64_t number, const char* name) {
      GoldenCase golden = samples.front();
      golden.test.name = name + std::to_string(number);
      golden.expected.clear();
      for (OperandValue& value : golden.test.call.operands) {
        if (auto* tile = std::get_if<TileSpec>(&value)) {
          tile->type.rows = tile->valid_rows = number / 100 + 1;
          tile->type.cols = 16 * (number % 100 + 1);
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
    for (std::int64_t k = 0; k < 2600; ++k) add(k % 1400, k < 1400 ? "early" : "late");
    add(1199, "again");
    writer.finish();
  }
  {
    const GoldenReader reader(path, sample_op);
    ASSERT_EQ(reader.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(reader.read(i).test.name, names[i]);
  }
  const H5::H5File file(path.string(), H5F_ACC_RDONLY);
  EXPECT_EQ(file.openGroup("/signatures").getNumObjs(), 2600);
}

}  // namespace
}  // namespace assay::golden
