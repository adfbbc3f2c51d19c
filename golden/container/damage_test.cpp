// SPDX-License-Identifier: Apache-2.0
// Messages of readers and of verify() about damaged files.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "golden/format/stored.hpp"
#include "golden/golden.hpp"
#include "golden/hdf5/failure.hpp"
#include "golden/tables/table.hpp"
#include "golden/test/sample_cases.hpp"
#include "golden/test/test_folder.hpp"

namespace assay::golden {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class DamagedFile : public testing::Test {
 protected:
  TestFolder folder;
  std::filesystem::path path = folder / "a.h5";

  void SetUp() override {
    h5::silence();
    GoldenWriter writer(path, sample_provenance());
    for (GoldenCase& golden : sample_cases()) writer.add(std::move(golden));
    writer.finish();
  }

  void edit(const std::function<void(const H5::H5File&)>& change) const {
    const H5::H5File file(path.string(), H5F_ACC_RDWR);
    change(file);
  }

  // Adds one to the bits of one element of a dataset.
  void bump(const std::string& dataset, std::size_t element) const {
    edit([&](const H5::H5File& file) {
      const h5::StoredDataset stored(file, dataset);
      std::vector<std::uint64_t> values(stored.dims()[0] * stored.row_elements());
      stored.dataset().read(values.data(), H5::PredType::STD_U64LE);
      ++values.at(element);
      stored.dataset().write(values.data(), H5::PredType::STD_U64LE);
    });
  }

  // Changes the first digit that the manifest has in a column.
  void change_digest(const std::string& object, const char* column) const {
    edit([&](const H5::H5File& file) {
      const H5::DataSet manifest = file.openDataSet("/manifest");
      const H5::CompType type(manifest);
      const Strings paths = TableReader(file, "/manifest").strings("path");
      std::string rows(paths.size() * type.getSize(), '\0');
      manifest.read(rows.data(), type);
      const auto row = std::ranges::find(paths, object) - paths.begin();
      char& digit = rows.at(static_cast<std::size_t>(row) * type.getSize() +
                            type.getMemberOffset(type.getMemberIndex(column)));
      digit = digit == 'a' ? 'b' : 'a';
      manifest.write(rows.data(), type);
    });
  }

  // Makes the manifest one of before there were quick digests.
  void drop_quick_digests() const {
    edit([](const H5::H5File& file) {
      const H5::DataSet manifest = file.openDataSet("/manifest");
      const H5::CompType whole(manifest);
      const int last = whole.getNmembers() - 1;
      ASSERT_EQ(whole.getMemberName(static_cast<unsigned>(last)), "xxh128");
      H5::CompType type(whole.getMemberOffset(static_cast<unsigned>(last)));
      for (unsigned i = 0; i < static_cast<unsigned>(last); ++i) {
        type.insertMember(whole.getMemberName(i), whole.getMemberOffset(i),
                          whole.getMemberDataType(i));
      }
      const H5::DataSpace space = manifest.getSpace();
      std::string rows(static_cast<std::size_t>(space.getSimpleExtentNpoints()) * type.getSize(),
                       '\0');
      manifest.read(rows.data(), type);
      file.unlink("/manifest");
      file.createDataSet("/manifest", type, space).write(rows.data(), type);
    });
  }

  void set_root(const char* name, const h5::AttributeValue& value) const {
    edit([&](const H5::H5File& file) {
      const H5::Group root = file.openGroup("/");
      root.removeAttr(name);
      h5::AttributeWriter().write(root, {{name, value}});
    });
  }

  std::vector<std::string> problems() const {
    return verify(path, sample_tolerance, sample_op).problems;
  }

  std::string refusal(const std::filesystem::path& file) const {
    try {
      const GoldenReader reader(file, sample_op);
    } catch (const FileError& error) {
      return error.what();
    }
    return "no refusal";
  }
  std::string refusal() const { return refusal(path); }
};

TEST_F(DamagedFile, IsNotSeenInASoundOne) {
  const Verification found = verify(path, sample_tolerance, sample_op);
  EXPECT_THAT(found.problems, IsEmpty());
  EXPECT_EQ(found.cases, sample_cases().size());
  EXPECT_GT(found.datasets, 30U);
}

TEST_F(DamagedFile, ShowsInTheDigestWhenOneElementOfAnInputChanged) {
  bump("/signatures/s0001/inputs/dst", 3);
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("digest of /signatures/s0001/inputs/dst is ")));
}

// Verified contents of the sound file are not digested again; all others are.
TEST_F(DamagedFile, ShowsWhereItIsReadBesideASoundOne) {
  const std::filesystem::path sound = folder / "b.h5";
  std::filesystem::copy_file(path, sound);
  const auto read_both = [&] {
    const GoldenReader left(sound, sample_op);
    GoldenReader right(path, sample_op);
    right.read_beside(left);
    for (std::size_t i = 0; i < left.size(); ++i) {
      left.read(i);
      right.read(i);
    }
  };
  read_both();
  bump("/signatures/s0003/inputs/table", 1);
  EXPECT_THAT(read_both,
              testing::ThrowsMessage<FileError>(HasSubstr("digest of /signatures/s0003/inputs")));
  std::filesystem::copy_file(sound, path, std::filesystem::copy_options::overwrite_existing);
  change_digest("/signatures/s0003/inputs/table", "xxh128");
  EXPECT_THAT(read_both,
              testing::ThrowsMessage<FileError>(HasSubstr("digest of /signatures/s0003/inputs")));
}

// Readers check the quick digest, verify both.
TEST_F(DamagedFile, ShowsInVerifyWhichDigestIsNotThatOfTheBytes) {
  const std::string object = "/signatures/s0001/inputs/dst";
  for (const char* column : {"sha256", "xxh128"}) {
    change_digest(object, column);
    const std::size_t digits = column == std::string_view("sha256") ? 64 : 32;
    EXPECT_THAT(problems(), ElementsAre(testing::ContainsRegex(fmt::format(
                                "digest of {} is [0-9a-f]{{{}}}, the", object, digits))));
    SetUp();
  }
}

TEST_F(DamagedFile, ShowsInFilesFromBeforeThereWereQuickDigests) {
  drop_quick_digests();
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_EQ(refusal(), "no refusal");
  const auto read_all = [&] {
    const GoldenReader reader(path, sample_op);
    for (std::size_t i = 0; i < reader.size(); ++i) reader.read(i);
  };
  read_all();
  bump("/signatures/s0003/inputs/table", 1);
  EXPECT_THAT(read_all,
              testing::ThrowsMessage<FileError>(HasSubstr("digest of /signatures/s0003/inputs")));
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("digest of /signatures/s0003/inputs/table is ")));
}

TEST_F(DamagedFile, ShowsCaseOperandPlaceAndBitsWhenAnExpectedValueChanged) {
  const auto tile = std::get<ExpectedTile>(sample_cases()[1].expected[0]);
  // Row 1 of the signature is the second case; element (2, 5) of 16 x 32.
  const std::uint64_t bits = tile.value[2 * 32 + 5];
  bump("/signatures/s0000/expected/dst/value", 512 + 2 * 32 + 5);
  EXPECT_THAT(
      problems(),
      ElementsAre(HasSubstr("digest of /signatures/s0000/expected/dst/value"),
                  fmt::format("case {}, operand dst, element (2, 5): value is stored as {:#06x}, "
                              "recomputed {:#06x}",
                              sample_cases()[1].test.name, bits + 1, bits)));
}

TEST_F(DamagedFile, ShowsInExpectedValuesWhenAnInputThatTheyDependOnChanged) {
  bump("/signatures/s0003/inputs/table", 0);
  EXPECT_THAT(problems(), Contains(HasSubstr(sample_cases()[6].test.name +
                                             ", operand dst, element (0, 0): value is stored as")));
}

TEST_F(DamagedFile, ShowsInTheTextWhenAReadingChanged) {
  bump("/signatures/s0004/expected/text/bytes", 2);
  EXPECT_THAT(problems(), Contains(HasSubstr("operand text: reading 0 differs from the recomputed "
                                             "one at byte 2")));
}

TEST_F(DamagedFile, ShowsWhenAStaticTypeChanged) {
  edit([](const H5::H5File& file) {
    const H5::Group operand = file.openGroup("/signatures/s0000/operands/dst");
    operand.removeAttr("pad");
    h5::AttributeWriter().write(operand, {{"pad", "Zero"}});
  });
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("attributes of /signatures/s0000/operands/dst do not")));
}

TEST_F(DamagedFile, ShowsWhenTheSeedChanged) {
  set_root("seed", std::uint64_t{8});
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("attributes of / do not")));
}

TEST_F(DamagedFile, ShowsWhatTheManifestDoesNotList) {
  edit([](const H5::H5File& file) { file.createGroup("/extra"); });
  EXPECT_THAT(problems(), ElementsAre("/extra is not listed in the manifest"));
}

TEST_F(DamagedFile, ShowsThatTheManifestIsNotInOrder) {
  Strings paths;
  edit([&](const H5::H5File& file) {
    paths = TableReader(file, "/manifest").strings("path");
    const H5::DataSet manifest = file.openDataSet("/manifest");
    const H5::CompType type(manifest);
    std::string rows(paths.size() * type.getSize(), '\0');
    manifest.read(rows.data(), type);
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(7 * type.getSize());
    std::rotate(begin, begin + static_cast<std::ptrdiff_t>(type.getSize()),
                begin + static_cast<std::ptrdiff_t>(2 * type.getSize()));
    manifest.write(rows.data(), type);
  });
  EXPECT_THAT(problems(), Contains(fmt::format("the manifest is not in order: {} is after {}",
                                               paths.at(7), paths.at(8))));
}

// HDF5 opens "." as well; the attributes of the root would be checked against nothing.
TEST_F(DamagedFile, ShowsThatTheManifestDoesNotListTheRoot) {
  edit([](const H5::H5File& file) {
    const H5::DataSet manifest = file.openDataSet("/manifest");
    const H5::CompType type(manifest);
    std::string rows(TableReader(file, "/manifest").strings("path").size() * type.getSize(), '\0');
    manifest.read(rows.data(), type);
    rows.at(type.getMemberOffset(type.getMemberIndex("path"))) = '.';
    manifest.write(rows.data(), type);
  });
  EXPECT_THAT(problems(), ElementsAre("the manifest does not list /"));
}

TEST_F(DamagedFile, ShowsThatTheManifestSaysWhatAGroupCannotHave) {
  edit([](const H5::H5File& file) {
    const H5::DataSet manifest = file.openDataSet("/manifest");
    H5::CompType bytes(sizeof(std::uint64_t));
    bytes.insertMember("bytes", 0, h5::type_of(h5::Word::u64));
    const Strings paths = TableReader(file, "/manifest").strings("path");
    Naturals values = TableReader(file, "/manifest").naturals("bytes");
    values[std::size_t(std::ranges::find(paths, "/signatures/s0001") - paths.begin())] = 256;
    manifest.write(values.data(), bytes);
  });
  const std::string why = "/signatures/s0001 is a group, the manifest says 256 bytes";
  EXPECT_THAT(problems(), ElementsAre(HasSubstr(why)));
  const GoldenReader reader(path, sample_op);
  const auto read_all = [&] {
    for (std::size_t i = 0; i < reader.size(); ++i) reader.read(i);
  };
  EXPECT_THAT(read_all, testing::ThrowsMessage<FileError>(HasSubstr(why)));
}

TEST_F(DamagedFile, ShowsWhatIsMissing) {
  edit([](const H5::H5File& file) { file.unlink("/signatures/s0002/inputs/src"); });
  EXPECT_THAT(problems(), Contains("/signatures/s0002/inputs/src is listed in the manifest and "
                                   "missing"));
  EXPECT_THAT(problems(), Contains(HasSubstr("/signatures/s0002/inputs/src is missing")));
}

TEST_F(DamagedFile, ShowsCasesWithoutExpectedValues) {
  GoldenCase golden = sample_cases()[0];
  golden.expected.clear();
  GoldenWriter writer(path, sample_provenance());
  writer.add(golden);
  writer.finish();
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("is legal and has no expected values")));
}

TEST_F(DamagedFile, IsRefusedWhereThereIsNone) {
  const std::filesystem::path none = folder / "none.h5";
  EXPECT_EQ(refusal(none), "cannot read " + none.string() + ": there is no such file");
  EXPECT_EQ(refusal(folder.path()), "cannot read " + folder.path().string() + ": it is a folder");
}

TEST_F(DamagedFile, IsRefusedWhereItIsNotHdf5) {
  std::ofstream(path) << "name,value\n";
  EXPECT_EQ(refusal(), "cannot read " + path.string() + ": it is not an HDF5 file");
  std::ofstream(path, std::ios::trunc).close();
  EXPECT_EQ(refusal(), "cannot read " + path.string() + ": it is not an HDF5 file");
}

TEST_F(DamagedFile, IsRefusedWhereItIsTruncatedAnywhere) {
  const auto size = std::filesystem::file_size(path);
  for (const std::uintmax_t left : {size - 1, size / 2, std::uintmax_t{100}}) {
    std::filesystem::resize_file(path, left);
    EXPECT_EQ(refusal(), fmt::format("cannot read {}: it is truncated, it has {} of {} bytes",
                                     path.string(), left, size));
  }
  std::filesystem::resize_file(path, 20);
  EXPECT_EQ(refusal(), "cannot read " + path.string() + ": it is truncated, it has 20 of 48 bytes");
}

TEST_F(DamagedFile, IsRefusedWhereItIsForeignHdf5) {
  H5::H5File(path.string(), H5F_ACC_TRUNC).close();
  EXPECT_THAT(refusal(), HasSubstr("it is HDF5 but not an Assay file, the root has no attribute "
                                   "schema = \"assay-golden\""));
}

TEST_F(DamagedFile, IsRefusedWhereItsSchemaOrVersionIsAnother) {
  set_root("schema_version", std::int64_t{3});
  EXPECT_THAT(refusal(), HasSubstr(": its schema_version is 3, this program reads 1 and 2"));
  EXPECT_THROW(verify(path, sample_tolerance, sample_op), FileError);
  set_root("schema", "assay-results");
  EXPECT_THAT(refusal(), HasSubstr("its schema is \"assay-results\", \"assay-golden\" is needed"));
}

TEST_F(DamagedFile, IsRefusedWhereTheCasesAreMissing) {
  edit([](const H5::H5File& file) { file.unlink("/cases"); });
  EXPECT_EQ(refusal(), "golden file " + path.string() + ": /cases is missing");
}

TEST_F(DamagedFile, SaysWhichOpIsUnknownHere) {
  const GoldenReader reader(path, [](std::string_view) -> const OpSpec* { return nullptr; });
  EXPECT_THAT([&] { reader.read(0); },
              testing::ThrowsMessage<FileError>(HasSubstr("s0000: op ECHO is unknown here")));
}

TEST_F(DamagedFile, NeverCrashesAReaderWhereverOneByteIsWrong) {
  const std::string sound = bytes_of(path);
  for (std::size_t at = 0; at < sound.size(); at += 1009) {
    std::string bytes = sound;
    bytes[at] = static_cast<char>(~bytes[at]);
    std::ofstream(path, std::ios::binary) << bytes;
    try {
      verify(path, sample_tolerance, sample_op);
    } catch (const FileError&) {
    }
  }
}

}  // namespace
}  // namespace assay::golden
