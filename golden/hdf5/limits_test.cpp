// SPDX-License-Identifier: Apache-2.0
// Messages of readers about changed content, and about impossible numbers with valid digests.
#include <fmt/format.h>

#include <limits>

#include "golden/format/stored.hpp"
#include "golden/golden.hpp"
#include "golden/hdf5/failure.hpp"
#include "golden/test/sample_cases.hpp"
#include "golden/test/test_folder.hpp"

namespace assay::golden {
namespace {

using testing::HasSubstr;

class Numbers : public testing::Test {
 protected:
  TestFolder folder;
  std::filesystem::path path = folder / "a.h5";

  void SetUp() override {
    h5::silence();
    GoldenWriter writer(path, sample_provenance());
    for (GoldenCase& golden : sample_cases()) writer.add(std::move(golden));
    writer.finish();
  }

  void put(const std::string& dataset, std::size_t element, std::int64_t value) const {
    const H5::H5File file(path.string(), H5F_ACC_RDWR);
    const h5::StoredDataset stored(file, dataset);
    std::vector<std::int64_t> values = stored.integers();
    values.at(element) = value;
    stored.dataset().write(values.data(), H5::PredType::STD_I64LE);
  }

  /// The message of reading all cases, with `checks` of digests or of numbers only.
  std::string refusal(bool checks) const {
    try {
      const GoldenReader reader(path, sample_op, checks);
      for (std::size_t i = 0; i < reader.size(); ++i) reader.read(i);
    } catch (const FileError& error) {
      return error.what();
    }
    return "none";
  }
};

TEST_F(Numbers, AreAsTheyWereWritten) {
  EXPECT_EQ(refusal(true), "none");
  EXPECT_EQ(refusal(false), "none");
}

TEST_F(Numbers, ThatChangedAreSeenByEveryReader) {
  for (const char* dataset :
       {"/signatures/s0001/inputs/dst", "/signatures/s0000/expected/dst/value",
        "/signatures/s0000/operands/src/valid", "/signatures/s0003/operands/table/stride",
        "/signatures/s0004/expected/text/bytes"}) {
    put(dataset, 0, 1);
    EXPECT_THAT(refusal(true),
                HasSubstr(fmt::format("golden file {}: digest of {} is ", path.string(), dataset)));
    SetUp();
  }
}

struct Impossible {
  const char* dataset;
  std::size_t element;
  std::int64_t value;
  const char* sentence;
};

TEST_F(Numbers, ThatCannotBeAreNamedWithDatasetRowAndRange) {
  const std::string operands = "/signatures/s0003/operands/table/";
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const Impossible& one : {
           Impossible{"/signatures/s0000/operands/src/valid", 2, 17,
                      "is said to be legal, but src"},
           {"/signatures/s0000/operands/src/valid", 2, -1,
            "valid row 1, rows, is -1, 0 to 16777216"},
           {"/signatures/s0000/operands/src/valid", 3, most, "valid row 1, columns, is 92"},
           {"/signatures/s0003/operands/table/base", 1, 1 << 24, "count row 1 is"},
           {"/signatures/s0003/operands/table/base", 1, -1, "base row 1 is -1, 0 to 16777216"},
           {"/signatures/s0003/operands/table/shape", 9, most, "shape row 1, dimension 4, is 92"},
           {"/signatures/s0003/operands/table/shape", 4, -most - 1,
            "shape row 0, dimension 4, is -9"},
           {"/signatures/s0003/operands/table/stride", 4, 1 << 24, "count row 0 is"},
           {"/signatures/s0003/operands/table/stride", 4, -1, "leads to beyond the memory"},
           {"/signatures/s0003/operands/table/count", 2, most, "count row 2 is 92"},
           {"/signatures/s0003/operands/table/count", 2, 0, "count row 2 is 0, shape, stride"},
           {"/signatures/s0004/expected/text/capacity", 0, -1, "capacity row 0 is -1, 0 to"},
           {"/signatures/s0004/expected/text/width", 0, most, "width row 0 is 92"},
       }) {
    put(one.dataset, one.element, one.value);
    const std::string said = refusal(false);
    EXPECT_THAT(said, HasSubstr(one.sentence)) << one.dataset;
    EXPECT_THAT(said, HasSubstr("golden file " + path.string())) << one.dataset;
    SetUp();
  }
}

TEST_F(Numbers, OfATypeThatCannotBeAreNamed) {
  const std::string path_of = "/signatures/s0000/operands/dst";
  for (const auto& [name, value, sentence] :
       std::vector<std::tuple<const char*, std::int64_t, const char*>>{
           {"rows", std::int64_t{1} << 62, "rows and cols, dimension 0, is 4611686018427387904"},
           {"cols", (1 << 24) - 1, "rows and cols, product of the dimensions, is 268435440"},
           {"rows", 0, "is said to be legal, but"},
           {"fractal", -1, "fractal, is -1, 0 to 65536"},
           {"pad_bits", -1, "pad_bits, is -1, 0 to 4294967295"}}) {
    {
      const H5::H5File file(this->path.string(), H5F_ACC_RDWR);
      const H5::Group operand = file.openGroup(path_of);
      operand.removeAttr(name);
      h5::AttributeWriter().write(operand, {{name, value}});
    }
    EXPECT_THAT(refusal(false), HasSubstr(sentence)) << name << " " << value;
    SetUp();
  }
}

}  // namespace
}  // namespace assay::golden
