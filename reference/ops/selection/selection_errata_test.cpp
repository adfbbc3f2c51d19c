// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of comparisons and selections. Patterns by hand, erroneous ones as the
// headers have them.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr int equal = 0, unequal = 1;

/// Zeros that are compared, with zeros or with a scalar.
Sample compared(const std::string& number, Target target, const char* form, int mode,
                ElementType mask, ElementType type, std::int64_t lanes,
                std::optional<ScalarSpec> scalar = {}) {
  const TileSpec sources = tile(type, 1, 128, 1, lanes);
  std::vector<OperandValue> operands{
      tile(mask, 1, 32, 1, (lanes + bits_of(mask) - 1) / bits_of(mask)), sources, sources};
  if (scalar) operands[2] = *scalar;
  return Sample(number, sample_call(number, form, target, operands, {mode})).holds("dst", 0);
}

Samples of_tiles_compared() {
  // Zeros are equal: EQ holds, NE does not. The lanes of src1 are read one by one.
  const auto tcmp = [](const char* number, Target target, int mode, ElementType type,
                       std::int64_t lanes) {
    return compared(number, target, "plain", mode, target == a5 ? u32 : u8, type, lanes);
  };
  // Row 1 of src1 at the pitch of src0 begins at element 8, its row 0 goes on to 15.
  const Sample pitches =
      Sample("E-TCMP-004",
             sample_call("E-TCMP-004", "plain", a5,
                         {tile(u32, 2, 8, 2, 1), tile(f32, 2, 8, 2, 8), tile(f32, 2, 16, 2, 8)},
                         {equal}))
          .holds("dst", 0)
          .holds_at("src1", 16, 0x3F800000)  // row 1, lane 0
          .gives(8, 0xFE, 0xFF);
  return {
      tcmp("E-TCMP-001", a2a3, unequal, i32, 8).gives(0, 0xFF, 0x00),
      tcmp("E-TCMP-003", a5, equal, i64, 72).gives(2, 0xFF, 0x00),
      pitches,
      tcmp("E-TCMP-002", cpu, equal, i64, 8).is_refused("data type must be another one"),
      compared("E-TCMPS-004", a5, "tile", equal, u32, i64, 8)
          .holds_at("src1", 5, 1)
          .gives(0, 0xFF, 0xDF),
      compared("E-TCMPS-007", cpu, "tile", equal, u8, f32, 8).is_refused("the call is ambiguous")};
}

Samples of_scalars_compared() {
  const auto tcmps = [](const char* number, Target target, int mode, ElementType mask,
                        ElementType type, ScalarSpec scalar, std::int64_t lanes = 16) {
    return compared(number, target, "scalar", mode, mask, type, lanes, scalar);
  };
  return {// -1 is the pattern of a NaN.
          tcmps("E-TCMPS-001", a2a3, equal, u8, i16, {i32, 0xFFFFFFFF})
              .holds("src0", 0xFFFF)
              .gives(0, 0xFF, 0x00),
          tcmps("E-TCMPS-002", a2a3, unequal, u8, i32, {i32, 0}).gives(0, 0xFF, 0x00),
          tcmps("E-TCMPS-003", a5, equal, u32, i64, {i32, 0}, 72).gives(2, 0xFF, 0),
          tcmps("E-TCMPS-005", cpu, equal, u32, f32, {f32, 0}).gives(0, 0xFFFF, 0xFF),
          // 2^-31 is below 1e-9; a byte of the mask is in a separate element.
          tcmps("E-TCMPS-006", cpu, equal, u8, f32, {f32, 0x30000000}).gives(0, 0x00, 0xFF),
          tcmps("E-TCMPS-013", cpu, equal, u32, f32, {f32, 0x30000000}, 8).gives(0, 0, 0xFF)};
}

/// Ones or twos by a mask of zeros, where threes were.
Sample selected(const std::string& number, Target target, ElementType type, ElementType mask,
                std::int64_t rows, std::int64_t lanes) {
  const TileSpec data = tile(type, rows, 512, rows, lanes);
  const std::int64_t width = bits_of(mask);
  const std::int64_t cols = 512 / width * (width == 8 ? 1 : 2);
  const TileSpec bits = tile(mask, rows, cols, rows, (lanes + width - 1) / width);
  return Sample(number, sample_call(number, "plain", target,
                                    {data, bits, data, data, tile(u32, 1, 8, 1, 8)}))
      .holds("dst", 3)
      .holds("src0", 1)
      .holds("src1", 2);
}

Samples of_selections() {
  const TileSpec data = tile(i64, 1, 128, 1, 70);
  return {// Bit 4 of the stream: row 1, lane 0.
          selected("E-TSEL-001", cpu, i16, u8, 2, 4).holds_at("mask", 0, 0x10).gives(512, 2, 1),
          // Byte 32, at which the header finds row 1.
          selected("E-TSEL-002", a5, f32, u32, 2, 32).holds_at("mask", 8, 1).gives(512, 2, 1),
          // Lane 128, and 256 after half a step.
          selected("E-TSEL-003", a5, i8, u8, 1, 300).holds_at("mask", 16, 1).gives(256, 2, 1),
          selected("E-TSEL-004", a5, i64, u8, 1, 70).gives(64, 2, 3),
          Sample("E-TSELS-001", sample_call("E-TSELS-001", "plain", a5,
                                            {data, tile(u8, 1, 32, 1, 9), data,
                                             tile(u32, 1, 8, 1, 8), ScalarSpec{i32, 2}}))
              .holds("dst", 9)
              .holds("mask", 0x0F)
              .holds("src", 1)
              .gives(64, 9)};
}

/// Src1 has one valid element; after it are the values of a filling.
Sample with_a_filling() {
  return compared("E-TCMPS-004", a5, "tile", equal, u32, i64, 8)
      .where("src1", [](TileSpec& tile) { tile.valid_cols = 1; })
      .holds_outside("src1", 0);
}

/// A mask of four bits is overrun.
Samples of_overruns() {
  const auto overrun = [](ElementType mask) {
    const TileSpec sources = tile(f32, 1, 64, 1, 64);
    return Sample("E-TCMPS-010", sample_call("E-TCMPS-010", "tile", cpu,
                                             {tile(mask, 1, 64, 1, 64), sources, sources}))
        .breaks("dst.element")
        .overruns("dst", 32, 32);
  };
  return {overrun(e2m1), overrun(i16).is_another()};
}

const SamplesOf samples_of_selections{of_tiles_compared, of_scalars_compared, of_selections,
                                      of_overruns};

TEST(SelectionErrata, ExplainWhatDependsOnElementsThatAreNotToBeRead) {
  EXPECT_EQ(with_a_filling().verdict("none").kind, VerdictKind::deviates);
  EXPECT_EQ(with_a_filling().verdict("E-TCMPS-004").kind, VerdictKind::known_deviation);
  EXPECT_EQ(with_a_filling().verdict("E-TCMPS-001").kind, VerdictKind::deviates);
}

// Lanes from 64 on are zero, and src1 is read lane by lane; src0 holds zeros, src1 a one and then
// zeros, so that no bit is promised. The last element has 8 lanes.
TEST(SelectionErrata, OfMasksOf64BitsAreKnownTogetherAndAlone) {
  const auto kind = [](const Bits& made) {
    return compared("E-TCMPS-004", a5, "tile", equal, u32, i64, 104)
        .holds_at("src1", 0, 1)
        .gives_row({}, made)
        .verdict("pto-a5")
        .kind;
  };
  constexpr std::uint64_t all = 0xFFFFFFFF;
  EXPECT_EQ(kind({all - 1, all, 0, 0}), VerdictKind::known_deviation) << "both";
  EXPECT_EQ(kind({all - 1, all, all, 0xFF}), VerdictKind::known_deviation) << "the second alone";
  EXPECT_EQ(kind({all - 1, all, 5, 0}), VerdictKind::deviates);
  EXPECT_EQ(kind({all - 1, 0, 0, 0}), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
