// SPDX-License-Identifier: Apache-2.0
// TASSIGN: the contents of memory at which a tile or a view is bound.
#include <algorithm>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

/// The first `bytes` bytes of the memory of a location.
TileSpec memory_of(Location location, std::int64_t bytes) {
  TileSpec memory = tile(u8, 1, bytes, 1, bytes);
  memory.type.location = location;
  memory.type.dynamic_valid_rows = memory.type.dynamic_valid_cols = false;
  return memory;
}

/// Byte i of memory is i.
ElementArray counted(std::int64_t bytes) {
  ElementArray made(u8, bytes);
  for (std::int64_t i = 0; i < bytes; ++i) made.set(i, static_cast<std::uint64_t>(i) & 0xFFU);
  return made;
}

Call at_address(const TileSpec& dst, std::int64_t bytes, std::uint64_t address) {
  return {&form_of("TASSIGN", "address"),
          Target::a5,
          {dst, memory_of(dst.type.location, bytes), ScalarSpec{u32, address}},
          {}};
}

Call written_at(const TileSpec& dst, std::int64_t bytes, std::uint64_t address) {
  return {&form_of("TASSIGN", "written"),
          Target::a5,
          {memory_of(dst.type.location, bytes), dst, ScalarSpec{u32, address}},
          {}};
}

Call at_constant(Target target, const TileSpec& dst, std::int64_t bytes, const std::string& text) {
  const Form& form = form_of("TASSIGN", "constant");
  const std::vector<std::string>& values = form.attributes.front().values;
  const auto found = std::ranges::find(values, text);
  EXPECT_NE(found, values.end()) << text;
  return {&form,
          target,
          {dst, memory_of(dst.type.location, bytes)},
          {static_cast<int>(found - values.begin())}};
}

TEST(Assignment, HasTheElementsThatStandAtTheAddress) {
  const Call call = at_address(tile(u16, 2, 16, 2, 15), 128, 32);
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected =
      expected_tile(call, {filled(u16, 32, 0), counted(128), elements(u32, {32})});
  EXPECT_EQ(expected.value[0], 0x2120U);
  EXPECT_EQ(expected.value[16], 0x4140U);  // (1, 0): one row of 32 bytes on
  EXPECT_EQ(accept_at(expected, 14), Accept::exact);
  EXPECT_EQ(accept_at(expected, 15), Accept::unspecified);
}

// Column 1 of a column-major tile begins after 16 elements of two bytes.
TEST(Assignment, ReadsMemoryInTheLayoutOfTheTile) {
  TileSpec columns = tile(u16, 16, 2, 16, 2);
  columns.type.blayout = BLayout::col_major;
  const Call call = at_constant(Target::a2a3, columns, 128, "0x40");
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, {filled(u16, 32, 0), counted(128)});
  EXPECT_EQ(expected.value[1], 0x6160U);  // (0, 1)
  EXPECT_EQ(expected.value[2], 0x4342U);  // (1, 0)
}

TEST(Assignment, WritesLandAtTheAddressAndNowhereElse) {
  const Call call = written_at(tile(u16, 1, 16, 1, 15), 96, 32);
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected =
      expected_tile(call, {counted(96), filled(u16, 16, 0xABCD), elements(u32, {32})});
  EXPECT_EQ(accept_at(expected, 31), Accept::preserved);
  EXPECT_EQ(expected.value[32], 0xCDU);
  EXPECT_EQ(expected.value[33], 0xABU);
  EXPECT_EQ(accept_at(expected, 61), Accept::exact);
  EXPECT_EQ(accept_at(expected, 62), Accept::unspecified);  // element 15, which is not valid
  EXPECT_EQ(accept_at(expected, 64), Accept::preserved);
}

TEST(Assignment, OfAViewCountsElementsFromThePointer) {
  GlobalSpec view, line;
  view.element = line.element = u32;
  view.shape = {1, 1, 1, 2, 3};
  view.stride = {8, 8, 8, 4, 1};
  view.base = 1;
  line.shape[4] = 10;
  line.stride = {10, 10, 10, 10, 1};
  line.dynamic_shape = {false, false, false, false, true};
  const Call call{
      &form_of("TASSIGN", "pointer"), Target::cpu, {view, line, ScalarSpec{i64, 2}}, {}};
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(
      call, {filled(u32, 8, 7), elements(u32, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), elements(i64, {2})});
  EXPECT_EQ(accept_at(expected, 0), Accept::preserved);
  EXPECT_EQ(expected.value[1], 2U);
  EXPECT_EQ(expected.value[3], 4U);
  EXPECT_EQ(accept_at(expected, 4), Accept::preserved);
  EXPECT_EQ(expected.value[5], 6U);
  Call other = call;
  other.global("storage").element = i32;
  EXPECT_EQ(broken_constraints(other), Names{"storage.same_element"});
  other = call;
  other.scalar("addr").bits = 4;
  EXPECT_EQ(broken_constraints(other), Names{"storage.holds"});
}

TEST(Assignment, NamesWhatItBreaks) {
  const TileSpec words = tile(f32, 1, 8, 1, 8);
  const auto broken = [&](Target target, const TileSpec& dst, const char* address) {
    return broken_constraints(at_constant(target, dst, 8192, address));
  };
  EXPECT_EQ(broken(Target::a2a3, words, "0x20"), Names{});
  EXPECT_EQ(broken(Target::cpu, words, "0x10"), Names{"dst.aligned"});
  EXPECT_EQ(broken_constraints(at_constant(Target::a2a3, words, 0x30000, "0x3FFE0")),
            Names{"dst.ends"});
  EXPECT_EQ(broken_constraints(at_constant(Target::a5, words, 0x40000, "0x3FFE0")), Names{});
  TileSpec scales = words;
  scales.type.location = Location::scale_left;
  EXPECT_EQ(broken_constraints(at_constant(Target::a2a3, scales, 1024, "0x20")),
            Names{"dst.location"});
  EXPECT_EQ(broken_constraints(at_constant(Target::a5, scales, 1024, "0x20")), Names{});
  Call call = at_address(words, 128, 32);
  call.scalar("addr").element = f32;
  EXPECT_EQ(broken_constraints(call), Names{"addr.integral"});
}

/// Misaligned constants are accepted on the CPU.
Samples of_misaligned_constants() {
  const auto assigned = [](Target target) {
    return Sample("E-TASSIGN-001", at_constant(target, tile(f32, 1, 8, 1, 8), 128, "0x10"))
        .breaks("dst.aligned");
  };
  return {assigned(Target::cpu), assigned(Target::a5).is_unknown()};
}

const SamplesOf samples_of_misaligned_constants{of_misaligned_constants};

}  // namespace
}  // namespace assay::ops
