// SPDX-License-Identifier: Apache-2.0
// Calls in the forms of the founding pages, as an author of an assembler would write them.
#include "runners/assembly/spelling.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace assay::runners::assembly {
namespace {

assay_operand tile(const char* name, std::uint32_t role, std::uint32_t element, std::int64_t rows,
                   std::int64_t cols) {
  assay_operand made{};
  made.name = name;
  made.kind = ASSAY_TILE;
  made.role = role;
  made.element = element;
  made.fractal_size = 512;
  made.rows = made.valid_rows = rows;
  made.cols = made.valid_cols = cols;
  return made;
}

assay_operand boxed(assay_operand made, std::uint32_t location, std::uint32_t block,
                    std::uint32_t box) {
  made.location = location;
  made.block_layout = block;
  made.box_layout = box;
  return made;
}

assay_operand scalar(const char* name, std::uint32_t element) {
  assay_operand made{};
  made.name = name;
  made.kind = ASSAY_SCALAR;
  made.role = ASSAY_INPUT;
  made.element = element;
  return made;
}

/// Two rows of 16 elements, the first of which are 32 apart.
assay_operand view(const char* name, std::uint32_t role, std::uint32_t layout) {
  assay_operand made{};
  made.name = name;
  made.kind = ASSAY_GLOBAL;
  made.role = role;
  made.element = ASSAY_F16;
  made.layout = layout;
  made.rank = 5;
  for (int dim = 0; dim < 5; ++dim) {
    made.shape[dim] = dim < 3 ? 1 : dim == 3 ? 2 : 16;
    made.stride[dim] = dim < 3 ? 64 : dim == 3 ? 32 : 1;
  }
  return made;
}

Spelling spelled(const char* op, const char* form, const std::vector<assay_operand>& operands,
                 const std::vector<assay_attribute>& attributes = {}) {
  assay_call call{};
  call.op = op;
  call.form = form;
  call.target = "a5";
  call.operands = operands.data();
  call.operand_count = static_cast<std::uint32_t>(operands.size());
  call.attributes = attributes.data();
  call.attribute_count = static_cast<std::uint32_t>(attributes.size());
  return module_of(call);
}

std::string lacking(const char* op, const char* form, const std::vector<assay_operand>& operands,
                    const std::vector<assay_attribute>& attributes = {}) {
  const Spelling spelling = spelled(op, form, operands, attributes);
  EXPECT_EQ(spelling.text, "");
  return spelling.lacks;
}

const assay_operand dst = tile("dst", ASSAY_OUTPUT, ASSAY_F16, 2, 16);
const assay_operand src = tile("src", ASSAY_INPUT, ASSAY_F16, 2, 16);
const assay_operand tmp = tile("tmp", ASSAY_SCRATCH, ASSAY_F16, 2, 16);

TEST(Assembly, OfALoadHasAViewOfItsMemory) {
  assay_operand rows = dst;
  rows.flags = ASSAY_DYNAMIC_VALID_ROWS;
  assay_operand memory = view("src", ASSAY_INPUT, ASSAY_ND);
  memory.flags = ASSAY_DYNAMIC_SHAPE(3);
  EXPECT_EQ(
      spelled("TLOAD", "tile", {rows, memory}).text,
      R"(!dst = !pto.tile_buf<vec, 2x16xf16, valid=?x16, blayout=row_major, slayout=none_box, fractal=512, pad=0>
!src_memory = !pto.tensor_view<1x1x1x?x16xf16>
!src = !pto.partition_tensor_view<1x1x1x?x16xf16>

module {
  func.func @tload(%dst_address: i64, %dst_valid_rows: index, %src_data: !pto.ptr<f16>, %src_shape3: index) {
    %dst = pto.alloc_tile addr = %dst_address valid_row = %dst_valid_rows : !dst
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    %c0 = arith.constant 0 : index
    %src_memory = pto.make_tensor_view %src_data, shape = [%c1, %c1, %c1, %src_shape3, %c16], strides = [%c64, %c64, %c64, %c32, %c1] {layout = #pto.layout<nd>} : !src_memory
    %src = pto.partition_view %src_memory, offsets = [%c0, %c0, %c0, %c0, %c0], sizes = [%c1, %c1, %c1, %src_shape3, %c16] : !src_memory -> !src
    pto.tload ins(%src : !src) outs(%dst : !dst)
    return
  }
}
)");
}

TEST(Assembly, OfScratchIsAmongTheInputs) {
  const std::string tiles =
      "f16, valid=2x16, blayout=row_major, slayout=none_box, fractal=512, pad=0>\n";
  EXPECT_EQ(spelled("TRSQRT", "tmp", {dst, src, tmp}).text,
            "!dst = !pto.tile_buf<vec, 2x16x" + tiles + "!src = !pto.tile_buf<vec, 2x16x" + tiles +
                "!tmp = !pto.tile_buf<vec, 2x16x" + tiles + R"(
module {
  func.func @trsqrt(%dst_address: i64, %src_address: i64, %tmp_address: i64) {
    %dst = pto.alloc_tile addr = %dst_address : !dst
    %src = pto.alloc_tile addr = %src_address : !src
    %tmp = pto.alloc_tile addr = %tmp_address : !tmp
    pto.trsqrt ins(%src, %tmp : !src, !tmp) outs(%dst : !dst)
    return
  }
}
)");
}

/// The line with the call.
std::string statement(const char* op, const char* form, const std::vector<assay_operand>& operands,
                      const std::vector<assay_attribute>& attributes = {}) {
  const Spelling spelling = spelled(op, form, operands, attributes);
  EXPECT_EQ(spelling.lacks, "");
  const std::string& text = spelling.text;
  const std::size_t end = text.find("\n    return");
  const std::size_t begin = text.rfind('\n', end - 1) + 5;
  return text.substr(begin, end - begin);
}

TEST(Assembly, OfIndicesOfColumnsHasTheirType) {
  const std::vector<assay_operand> operands{tile("dst", ASSAY_OUTPUT, ASSAY_U32, 1, 16), src, tmp};
  EXPECT_EQ(statement("TCOLARGMAX", "index", operands),
            "pto.tcolargmax ins(%src, %tmp : !src, !tmp) outs(%dst : !dst)");
  EXPECT_NE(spelled("TCOLARGMAX", "index", operands).text.find("1x16xui32, valid=1x16"),
            std::string::npos);
  EXPECT_EQ(lacking("TCOLARGMAX", "value_index", operands), "second result");
}

TEST(Assembly, OfAScalarIsAnArgumentOfItsType) {
  const std::string text = spelled("TEXPANDS", "tile", {dst, scalar("scalar", ASSAY_F16)}).text;
  EXPECT_NE(text.find("@texpands(%dst_address: i64, %scalar: f16)"), std::string::npos) << text;
  EXPECT_NE(text.find("pto.texpands ins(%scalar : f16) outs(%dst : !dst)"), std::string::npos);
  EXPECT_EQ(lacking("TEXPANDS", "tile", {dst, scalar("scalar", ASSAY_U32)}), "unsigned scalar");
  EXPECT_EQ(lacking("TEXPANDS", "tile", {dst, scalar("scalar", ASSAY_HIF8)}), "type hif8");
}

TEST(Assembly, OfAConversionHasItsModesAmongTheInputs) {
  const assay_operand wide = tile("src", ASSAY_INPUT, ASSAY_F32, 2, 16);
  EXPECT_EQ(statement("TCVT", "plain", {dst, wide}, {{"RoundMode", "CAST_FLOOR"}}),
            "pto.tcvt ins(%src {rmode = #pto<round_mode FLOOR>} : !src) outs(%dst : !dst)");
  EXPECT_EQ(statement("TCVT", "tmp_saturation", {dst, wide, tmp},
                      {{"RoundMode", "CAST_NONE"}, {"SaturationMode", "OFF"}}),
            "pto.tcvt ins(%src, %tmp {rmode = #pto<round_mode NONE>, sat_mode = "
            "#pto<saturation_mode OFF>} : !src, !tmp) outs(%dst : !dst)");
  EXPECT_EQ(lacking("TCVT", "ambient", {dst, wide},
                    {{"RoundMode", "CAST_RINT"}, {"NeedSetCtrl", "false"}}),
            "attribute NeedSetCtrl");
}

TEST(Assembly, OfAnAccumulationReadsAndWritesTheAccumulator) {
  const assay_operand a = boxed(tile("aMatrix", ASSAY_INPUT, ASSAY_F16, 16, 16), ASSAY_LEFT,
                                ASSAY_COL_MAJOR, ASSAY_BOX_ROW_MAJOR);
  const assay_operand b = boxed(tile("bMatrix", ASSAY_INPUT, ASSAY_F16, 16, 16), ASSAY_RIGHT,
                                ASSAY_ROW_MAJOR, ASSAY_BOX_COL_MAJOR);
  const auto acc = [](const char* name, std::uint32_t role) {
    assay_operand made =
        boxed(tile(name, role, ASSAY_F32, 16, 16), ASSAY_ACC, ASSAY_COL_MAJOR, ASSAY_BOX_ROW_MAJOR);
    made.fractal_size = 1024;
    return made;
  };
  const std::vector<assay_operand> operands{acc("cOutMatrix", ASSAY_OUTPUT),
                                            acc("cInMatrix", ASSAY_INPUT), a, b};
  EXPECT_EQ(statement("TMATMUL_ACC", "plain", operands, {{"AccPhase", "none"}}),
            "pto.tmatmul.acc ins(%cInMatrix, %aMatrix, %bMatrix : !cInMatrix, !aMatrix, !bMatrix) "
            "outs(%cOutMatrix : !cOutMatrix)");
  EXPECT_NE(spelled("TMATMUL_ACC", "plain", operands)
                .text.find("!aMatrix = !pto.tile_buf<left, 16x16xf16, valid=16x16, "
                           "blayout=col_major, slayout=row_major, fractal=512, pad=0>\n"),
            std::string::npos);
  EXPECT_EQ(statement("TMATMUL_ACC", "in_place", {acc("cMatrix", ASSAY_IN_OUT), a, b}),
            "pto.tmatmul.acc ins(%cMatrix, %aMatrix, %bMatrix : !cMatrix, !aMatrix, !bMatrix) "
            "outs(%cMatrix : !cMatrix)");
  EXPECT_EQ(lacking("TMATMUL_ACC", "plain", operands, {{"AccPhase", "Final"}}),
            "attribute AccPhase");
}

TEST(Assembly, OfStoresHasAttributesAtTheEndAndATypeAfterEachInput) {
  const std::vector<assay_operand> operands{view("dst", ASSAY_IN_OUT, ASSAY_NZ), src,
                                            scalar("preQuantScalar", ASSAY_U64)};
  EXPECT_EQ(statement("TSTORE", "scalar_atomic", operands, {{"AtomicType", "AtomicAdd"}}),
            "pto.tstore ins(%src : !src, %preQuantScalar : i64) outs(%dst : !dst) "
            "{atomicType = #pto<atomic_type atomic_add>}");
  EXPECT_EQ(lacking("TSTORE", "tile", {view("dst", ASSAY_OUTPUT, ASSAY_MX_A_ND), src}),
            "layout MX_A_ND");
}

TEST(Assembly, OfOtherShapesOfTheText) {
  EXPECT_EQ(statement("TRESHAPE", "vec", {dst, src}), "%dst = pto.treshape %src : !src -> !dst");
  EXPECT_EQ(
      statement("TASSIGN", "address",
                {dst, tile("storage", ASSAY_INPUT, ASSAY_F16, 4, 16), scalar("addr", ASSAY_U32)}),
      "%bound = pto.tassign %dst, %addr : !dst -> !dst");
  EXPECT_EQ(statement("TGATHER", "mask", {dst, src},
                      {{"MaskPattern", "P0101"}, {"GatherAxis", "GATHER_ROW"}}),
            "pto.tgather ins(%src, {maskPattern = #pto.mask_pattern<P0101>} : !src) "
            "outs(%dst : !dst)");
  EXPECT_EQ(statement("TFILLPAD_INPLACE", "one", {tile("dst", ASSAY_IN_OUT, ASSAY_F16, 2, 16)},
                      {{"src", "dst"}}),
            "pto.tfillpad_inplace ins(%dst : !dst) outs(%dst : !dst)");
  EXPECT_EQ(statement("TCI", "plain", {dst, scalar("start", ASSAY_U16)}, {{"descending", "1"}}),
            "pto.tci ins(%start {descending = true} : ui16) outs(%dst : !dst)");
  EXPECT_EQ(statement("TPRINT", "tile", {src}, {{"format", "Width8_Precision4"}}),
            "pto.tprint ins(%src : !src)");
}

TEST(Assembly, OfPartsOfTypesThatItLacksIsNone) {
  const auto changed = [](auto change) {
    assay_operand other = dst;
    change(other);
    return lacking("TABS", "plain", {other, src});
  };
  EXPECT_EQ(changed([](assay_operand& one) { one.pad = ASSAY_PAD_CUSTOM; }), "custom pad");
  EXPECT_EQ(changed([](assay_operand& one) { one.compact = 3; }), "compact mode RowAlignedPadding");
  EXPECT_EQ(changed([](assay_operand& one) { one.location = ASSAY_SCALE_LEFT; }),
            "location ScaleLeft");
  EXPECT_EQ(changed([](assay_operand& one) { one.flags = ASSAY_CONV_TILE; }), "convolution tile");
  EXPECT_EQ(lacking("TPOW", "plain", {dst, src}), "instruction");
}

}  // namespace
}  // namespace assay::runners::assembly
