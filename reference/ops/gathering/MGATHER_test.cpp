// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

constexpr int by_rows = 0, by_elements = 1;
constexpr int undefined = 0, clamp = 1, wrap = 2, zero = 3;

GlobalSpec matrix(std::int64_t rows, std::int64_t cols, std::int64_t pitch) {
  GlobalSpec view;
  view.element = f32;
  view.shape = {1, 1, 1, rows, cols};
  view.stride = {rows * pitch, rows * pitch, rows * pitch, pitch, 1};
  view.base = 2;
  return view;
}

/// Three rows of five from a table of 3 x 5, six elements apart.
Call rows_of(int handling, Target target = Target::a2a3) {
  return {
      &form_of("MGATHER", "plain"),
      target,
      {tile(f32, 4, 8, 3, 5), matrix(3, 5, target == Target::a2a3 ? 6 : 5), tile(i32, 1, 8, 1, 3)},
      {by_rows, handling}};
}

/// 1 x 4 elements from a table of 2 x 5.
Call elements_of(int handling) {
  return {&form_of("MGATHER", "plain"),
          Target::cpu,
          {tile(f32, 1, 8, 1, 4), matrix(2, 5, 5), tile(i32, 1, 8, 1, 4)},
          {by_elements, handling}};
}

/// Element i of the table, from before its base, is 100 + i.
std::vector<ElementArray> contents(const Call& call, std::vector<std::uint64_t> indices) {
  indices.resize(8);
  const std::int64_t size = call.global("table").allocation();
  ElementArray memory(f32, size);
  for (std::int64_t at = 0; at < size; ++at) memory.set(at, 100 + static_cast<std::uint64_t>(at));
  return {filled(f32, call.tile("dst").type.elements(), 7), memory, elements(i32, indices)};
}

TEST(TableGather, TakesRowsAtTheirStride) {
  const Call call = rows_of(clamp);
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, contents(call, {1, 0xFFFFFFFF, 0}));
  EXPECT_EQ(expected.value[0], 108U);  // 2 before the table, 6 for its first row
  EXPECT_EQ(expected.value[4], 112U);
  EXPECT_EQ(expected.value[8 + 1], 115U);  // the last row
  EXPECT_EQ(expected.value[16], 102U);
  EXPECT_EQ(accept_at(expected, 5), Accept::unspecified);
  const Call packed = rows_of(clamp, Target::cpu);
  EXPECT_EQ(broken_constraints(packed), Names{});
  EXPECT_EQ(expected_tile(packed, contents(packed, {1, 0, 0})).value[0], 107U);
  Call apart = packed;
  apart.global("table").stride[3] = 6;
  EXPECT_EQ(broken_constraints(apart), Names{"table.shape"});
}

TEST(TableGather, HandlesIndicesBeyondTheTable) {
  const std::vector<std::uint64_t> indices{9, 10, 0xFFFFFFFF, 0x80000000};
  const auto values = [&](int handling) {
    const Call call = elements_of(handling);
    EXPECT_EQ(broken_constraints(call), Names{});
    const auto expected = expected_tile(call, contents(call, indices));
    std::vector<std::uint64_t> found;
    for (std::int64_t at = 0; at < 4; ++at) {
      found.push_back(accept_at(expected, at) == Accept::exact ? expected.value[at] : 1);
    }
    return found;
  };
  using Values = std::vector<std::uint64_t>;
  EXPECT_EQ(values(undefined), (Values{111, 1, 1, 1}));
  EXPECT_EQ(values(clamp), (Values{111, 111, 111, 111}));
  EXPECT_EQ(values(wrap), (Values{111, 102, 107, 110}));  // 2^32 - 1 is 5 modulo 10, 2^31 is 8
  EXPECT_EQ(values(zero), (Values{111, 0, 0, 0}));
}

TEST(TableGather, TakesRowsAndElementsOfBlocks) {
  Call call = rows_of(clamp);
  call.tile("dst") = tile(f32, 16, 16, 2, 16);
  call.tile("dst").type.blayout = BLayout::col_major;
  call.tile("dst").type.slayout = SLayout::row_major;
  GlobalSpec& table = call.global("table");
  table.layout = GlobalLayout::NZ;
  table.shape = {1, 2, 2, 16, 8};
  table.stride = {600, 300, 128, 8, 1};
  table.base = 0;
  call.tile("idx").valid_cols = 2;
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto rows = expected_tile(call, contents(call, {17, 40}));
  EXPECT_EQ(rows.value[0], 100U + 128 + 8);
  EXPECT_EQ(rows.value[9], 100U + 300 + 128 + 8 + 1);
  EXPECT_EQ(rows.value[16], 100U + 128 + 15 * 8);
  call.attributes[0] = by_elements;
  call.tile("idx") = tile(i32, 2, 16, 2, 16);
  auto before = contents(call, {});
  before[2] = filled(i32, 32, 17 * 16 + 9);
  EXPECT_EQ(expected_tile(call, before).value[3], 100U + 300 + 128 + 8 + 1);
}

TEST(TableGather, HasIndicesOfTheTableWhereOthersAreUndefined) {
  const Call call = elements_of(undefined);
  auto made = contents(call, {3, 10, 0xFFFFFFFF, 77});
  call.form->admit(call, made);
  for (std::int64_t at = 0; at < 4; ++at) EXPECT_LT(made[2][at], 10U);
  EXPECT_EQ(made[2][0], 3U);
  auto wrapped = contents(elements_of(wrap), {0, 10, 0xFFFFFFFF, 0x80000000});
  const ElementArray before = wrapped[2];
  call.form->admit(elements_of(wrap), wrapped);
  EXPECT_EQ(wrapped[2], before);
}

/// A tile of 16 x 16 floats in Mat, of which `rows` x `cols` are valid.
TileSpec in_mat(std::int64_t rows, std::int64_t cols) {
  TileSpec made = tile(f32, 16, 16, rows, cols);
  made.type.location = Location::mat;
  made.type.blayout = BLayout::col_major;
  made.type.slayout = SLayout::row_major;
  return made;
}

GlobalSpec indices_of(std::int64_t rows, std::int64_t cols, std::int64_t pitch) {
  GlobalSpec view = matrix(rows, cols, pitch);
  view.element = i32;
  view.base = 1;
  return view;
}

/// The table is that of contents(); `indices` begin with what is before the base of idx.
std::vector<ElementArray> contents_of_mat(const Call& call, std::vector<std::uint64_t> indices) {
  std::vector<ElementArray> made = contents(call, {});
  made[0] = filled(f32, 256, 7);
  made[2] = elements(i32, std::move(indices));
  if (call.form->has("scratch")) made.push_back(filled(f32, 256, 7));
  return made;
}

TEST(TableGather, IntoMatTakesRowsByIndicesInMemory) {
  Call call{&form_of("MGATHER", "mat"),
            Target::a5,
            {in_mat(3, 5), matrix(3, 5, 6), indices_of(1, 3, 3)},
            {0, zero}};
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, contents_of_mat(call, {0, 2, 3, 1}));
  EXPECT_EQ(expected.value[0], 114U);  // 2 before the table, 6 for each of two rows
  EXPECT_EQ(expected.value[4], 118U);
  EXPECT_EQ(expected.value[16], 0U);  // no such row
  EXPECT_EQ(expected.value[32 + 1], 109U);
  EXPECT_EQ(accept_at(expected, 5), Accept::unspecified);
  call.tile("dst").type.location = Location::vec;
  call.global("table").layout = GlobalLayout::DN;
  EXPECT_EQ(broken_constraints(call), (Names{"dst.location", "table.layout"}));
}

TEST(TableGather, IntoMatTakesElementsByIndicesAtTheirStride) {
  GlobalSpec scratch = matrix(1, 256, 256);
  scratch.base = 0;
  Call call{&form_of("MGATHER", "scratch"),
            Target::a5,
            {in_mat(2, 2), matrix(2, 5, 5), indices_of(2, 2, 3), scratch},
            {0, wrap, 2}};
  EXPECT_EQ(broken_constraints(call), Names{});
  auto made = contents_of_mat(call, {0, 9, 12, 77, 3, 4});
  const auto expected = expected_tile(call, made);
  EXPECT_EQ(expected.value[0], 111U);
  EXPECT_EQ(expected.value[1], 104U);
  EXPECT_EQ(expected.value[16], 105U);  // not 77, which is in the gap
  EXPECT_EQ(expected.value[17], 106U);
  call.attributes[1] = undefined;
  call.form->admit(call, made);
  EXPECT_EQ(made[2][1], 9U);
  EXPECT_LT(made[2][2], 10U);
  EXPECT_EQ(made[2][3], 77U);
  call.target = Target::a2a3;
  call.global("scratch").shape[4] = 255;
  EXPECT_EQ(broken_constraints(call), (Names{"scratch.elements", "GatherExec.value"}));
}

/// 2^64 - 1 is 1 modulo 7, and 2^32 - 1 is 3.
Samples of_wrapped_gathers() {
  Call call = elements_of(wrap);
  call.global("table") = matrix(1, 7, 7);
  return {Sample("E-MGATHER-001", call, contents(call, {0xFFFFFFFF, 0, 0, 0}))
              .gives_row({105, 102, 102, 102}, {103, 102, 102, 102})};
}

const SamplesOf samples_of_wrapped_gathers{of_wrapped_gathers};

TEST(TableGather, WrapsANegativeIndexInWordsOfEitherWidth) {
  const Call call = elements_of(wrap);  // 2^64 - 1 is 5 modulo 10, as 2^32 - 1 is
  const auto made = expected_tile(call, contents(call, {0xFFFFFFFF, 0, 0, 0}));
  EXPECT_EQ(made.value[0], 107U);
  EXPECT_EQ(made.value[1], 102U);
}

}  // namespace
}  // namespace assay::ops
