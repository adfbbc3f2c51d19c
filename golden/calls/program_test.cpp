// SPDX-License-Identifier: Apache-2.0
// Programs in golden files: what is written comes back, and what no program can be is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <numeric>

#include "golden/format/stored.hpp"
#include "golden/test/sample_cases.hpp"
#include "golden/test/test_folder.hpp"

namespace assay::golden {
namespace {

using testing::HasSubstr;

constexpr std::int64_t memory_bytes = 1024;
constexpr std::int64_t line_bytes = 32;

/// From global memory and a scalar into a line, and that line into another: a load and a copy.
GoldenProgram sample_program(const std::string& name) {
  GoldenProgram golden;
  Program& program = golden.program;
  program.name = name;
  program.target = Target::a5;
  program.judging = Judging::end_to_end;
  program.key = 77;
  program.images = {{Memory::global, memory_bytes}, {Memory::unified_buffer, memory_bytes}};
  for (const GoldenCase& one : sample_cases()) {
    if (one.test.form().name != "load") continue;
    ProgramStep load{one.test, {Binding{1, 0}, Binding{1, 64}, Binding{0, 0}, {}}, {}};
    load.fresh = {true, true, true, false};
    program.steps.push_back(load);
    break;
  }
  ProgramStep copy;
  const OpSpec& op = *sample_op("ECHO");
  copy.test.call.form = &op.forms.front();
  copy.test.call.target = Target::a5;
  copy.test.plan = "ties";
  copy.test.lead = ElementType::i16;
  const OperandValue line = program.steps.front().test.call.operands.front();
  copy.test.call.operands = {line, line};
  copy.bindings = {Binding{1, 128}, Binding{1, 0}};
  copy.fresh = {true, false};
  program.steps.push_back(copy);
  for (ProgramStep& step : program.steps) step.test.name = name;
  for (const ProgramImage& image : program.images) {
    golden.before.emplace_back(ElementType::u8, image.bytes);
    for (std::int64_t i = 0; i < image.bytes; ++i) {
      golden.before.back().set(i, static_cast<std::uint64_t>(i * 7 % 251));
    }
  }
  golden.expected = expected_images(program, golden.before, sample_tolerance);
  return golden;
}

Provenance with_programs() {
  Provenance provenance = sample_provenance();
  provenance.programs = true;
  return provenance;
}

std::filesystem::path write_programs(const std::filesystem::path& path, bool expected = true) {
  GoldenWriter writer(path, with_programs());
  writer.add(sample_cases().front());
  for (const char* name : {"PROGRAM/a", "PROGRAM/b", "PROGRAM/a"}) {
    GoldenProgram golden = sample_program(name);
    if (!expected) golden.expected.clear();
    writer.add(golden);
  }
  writer.finish();
  return path;
}

TEST(GoldenProgram, IsWellFormedAndHasKnownAndOpenBytes) {
  const GoldenProgram golden = sample_program("PROGRAM/a");
  ASSERT_EQ(ill_formed(golden.program), std::nullopt);
  std::array<std::int64_t, static_cast<std::size_t>(last_bound_kind) + 1> counts{};
  for (const KnownImage& image : golden.expected) {
    for (std::int64_t i = 0; i < image.kinds.size(); ++i) ++counts.at(image.kinds[i]);
  }
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), 2 * memory_bytes);
  EXPECT_GT(counts[static_cast<std::size_t>(BoundKind::open)], 0);
  EXPECT_GT(counts[static_cast<std::size_t>(BoundKind::exact)], memory_bytes);
}

TEST(GoldenProgram, ComesBackAsItWasWritten) {
  const TestFolder folder;
  const GoldenReader reader(write_programs(folder / "p.h5"), sample_op);
  EXPECT_EQ(reader.size(), 1U);
  ASSERT_EQ(reader.programs(), 2U);
  EXPECT_EQ(reader.program_name(1), "PROGRAM/b");
  EXPECT_EQ(reader.find_program("PROGRAM/b"), 1U);
  EXPECT_EQ(reader.find_program("PROGRAM/c"), std::nullopt);
  EXPECT_EQ(reader.item_name(2), "PROGRAM/b");
  const GoldenProgram wanted = sample_program("PROGRAM/b");
  const GoldenProgram got = reader.read_program(1);
  EXPECT_EQ(got.program.name, wanted.program.name);
  EXPECT_EQ(got.program.target, wanted.program.target);
  EXPECT_EQ(got.program.judging, wanted.program.judging);
  EXPECT_EQ(got.program.key, wanted.program.key);
  EXPECT_EQ(got.program.images, wanted.program.images);
  EXPECT_EQ(got.before, wanted.before);
  EXPECT_EQ(got.expected, wanted.expected);
  ASSERT_EQ(got.program.steps.size(), wanted.program.steps.size());
  for (std::size_t i = 0; i < wanted.program.steps.size(); ++i) {
    const ProgramStep& one = got.program.steps[i];
    const ProgramStep& other = wanted.program.steps[i];
    EXPECT_EQ(one.bindings, other.bindings);
    EXPECT_EQ(one.fresh, other.fresh);
    EXPECT_EQ(one.test.call.form, other.test.call.form);
    EXPECT_EQ(one.test.call.operands, other.test.call.operands);
    EXPECT_EQ(one.test.lead, other.test.lead);
    EXPECT_EQ(one.test.key, other.test.key);
  }
}

TEST(GoldenProgram, IsVerifiedAndMayHaveNoExpectedValues) {
  const TestFolder folder;
  const Verification whole = verify(write_programs(folder / "p.h5"), sample_tolerance, sample_op);
  EXPECT_THAT(whole.problems, testing::IsEmpty());
  EXPECT_EQ(whole.programs, 2U);
  EXPECT_THAT(verify(write_programs(folder / "w.h5", false), sample_tolerance, sample_op).problems,
              testing::Contains(HasSubstr("program PROGRAM/a has no expected values")));
}

TEST(GoldenProgram, ThatSaysOtherwiseThanItsPagesIsNamed) {
  const TestFolder folder;
  {
    GoldenWriter writer(folder / "p.h5", with_programs());
    GoldenProgram golden = sample_program("PROGRAM/a");
    golden.expected[1].low.set(128, golden.expected[1].low[128] ^ 1U);
    writer.add(golden);
    writer.finish();
  }
  EXPECT_THAT(verify(folder / "p.h5", sample_tolerance, sample_op).problems,
              testing::ElementsAre(HasSubstr("program PROGRAM/a, UB, byte 128: low is stored as")));
}

TEST(GoldenProgram, ThatIsNoneIsNotWritten) {
  const TestFolder folder;
  GoldenWriter writer(folder / "p.h5", with_programs());
  GoldenProgram outside = sample_program("PROGRAM/a");
  outside.program.steps.back().bindings.front()->address = memory_bytes - line_bytes / 2;
  EXPECT_THROW(writer.add(outside), std::invalid_argument);
  GoldenProgram lacking = sample_program("PROGRAM/a");
  lacking.before.pop_back();
  EXPECT_THROW(writer.add(lacking), std::invalid_argument);
  GoldenWriter single(folder / "s.h5", sample_provenance());
  EXPECT_THROW(single.add(sample_program("PROGRAM/a")), std::invalid_argument);
}

/// A file in which numbers are changed without an update of its digests.
class ChangedProgram : public testing::Test {
 protected:
  void SetUp() override { write_programs(folder_ / "p.h5"); }

  /// The number in row `row` of a column of 64 bits.
  void put(const std::string& table, const std::string& column, std::size_t row,
           std::uint64_t value) const {
    const H5::H5File file((folder_ / "p.h5").string(), H5F_ACC_RDWR);
    const H5::DataSet dataset = file.openDataSet(table);
    const H5::CompType whole = dataset.getCompType();
    std::vector<std::byte> bytes(dataset.getInMemDataSize());
    dataset.read(bytes.data(), whole);
    const std::size_t offset =
        whole.getMemberOffset(static_cast<unsigned>(whole.getMemberIndex(column)));
    std::memcpy(&bytes[row * whole.getSize() + offset], &value, sizeof value);
    dataset.write(bytes.data(), whole);
  }

  void put_byte(const std::string& path, std::size_t place, std::uint8_t value) const {
    const H5::H5File file((folder_ / "p.h5").string(), H5F_ACC_RDWR);
    const H5::DataSet dataset = file.openDataSet(path);
    std::vector<std::uint8_t> bytes(dataset.getInMemDataSize());
    dataset.read(bytes.data(), H5::PredType::NATIVE_UINT8);
    bytes.at(place) = value;
    dataset.write(bytes.data(), H5::PredType::NATIVE_UINT8);
  }

  std::filesystem::path path() const { return folder_ / "p.h5"; }
  void rename_programs() const {
    H5::H5File(path().string(), H5F_ACC_RDWR).moveLink("/programs", "/programx");
  }

  /// The message if digests are not checked; empty if the first program can be read.
  std::string refusal() const {
    try {
      GoldenReader(folder_ / "p.h5", sample_op, false).read_program(0);
      return "";
    } catch (const FileError& error) {
      return error.what();
    }
  }

 private:
  TestFolder folder_;
};

TEST_F(ChangedProgram, IsRefusedBeforeAnythingIsComputedWithItsNumbers) {
  struct Change {
    const char* table;
    const char* column;
    std::size_t row;
    std::uint64_t value;
    const char* said;
  };
  for (const Change& change : {
           Change{"/programs/list", "images", 0, 1ULL << 62U, "images is"},
           Change{"/programs/list", "key", 0, 1ULL << 32U, "key is 4294967296"},
           Change{"/programs/p00000/calls", "row", 1, 9, "row is 9 of 2"},
           Change{"/programs/p00000/operands", "call", 0, 2, "call is 2, 0 to 1 is possible"},
           Change{"/programs/p00000/operands", "image", 1, 2, "image is 2, 0 to 1 is possible"},
           Change{"/programs/p00000/operands", "address", 0, memory_bytes, "/programs/p00000: "},
           Change{"/programs/p00000/operands", "address", 0, ~0ULL, "address is -1"},
       }) {
    put(change.table, change.column, change.row, change.value);
    EXPECT_THAT(refusal(), HasSubstr(change.said)) << change.table << " " << change.column;
    SetUp();
  }
  EXPECT_EQ(refusal(), "");
}

TEST_F(ChangedProgram, MustSayWhatIsKnownInCodesThatExist) {
  put_byte("/programs/p00000/i1/knowledge", 5, 6);
  EXPECT_THAT(refusal(), HasSubstr("/i1/knowledge byte 5 is 6, 0 to 5 is possible"));
  put_byte("/programs/p00000/i1/knowledge", 5, static_cast<std::uint8_t>(BoundKind::range));
  EXPECT_THAT(refusal(), HasSubstr("/i1/knowledge cuts the f32 at byte 5"));
}

TEST_F(ChangedProgram, IsMissedWhereTheirListHasAnotherName) {
  rename_programs();
  const std::string said = "/programs/list is listed in the manifest and missing";
  EXPECT_THAT([&] { GoldenReader reader(path(), sample_op); },
              testing::ThrowsMessage<FileError>(HasSubstr(said)));
}

TEST_F(ChangedProgram, IsRefusedWhereTheSchemaVersionHasNone) {
  {
    const H5::H5File file(path().string(), H5F_ACC_RDWR);
    const H5::Group root = file.openGroup("/");
    root.removeAttr("schema_version");
    h5::AttributeWriter().write(root, {{"schema_version", std::int64_t{1}}});
  }
  EXPECT_THAT(refusal(), HasSubstr("its schema_version is one without programs"));
}

}  // namespace
}  // namespace assay::golden
