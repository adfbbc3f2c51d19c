// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TFILLPAD and of TFILLPAD_EXPAND, which are the same.
#include <algorithm>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t inside = 0x21, outside = 0x43, before = 0x65;
constexpr std::uint32_t custom = 17;

/// Two rows of one block of 32 bytes, of which src has one row of three valid ones.
struct Fill {
  ElementType to = i16;
  ElementType from = i16;
  PadKind pad = PadKind::max;
  PadKind other_pad = PadKind::null;
  std::int64_t valid_rows = 1;
};

Sample filled_as(const std::string& number, Target target, const Fill& fill = {}) {
  const std::int64_t cols = 256 / bits_of(fill.to);
  TileSpec dst = tile(fill.to, 2, cols, fill.valid_rows, 4);
  TileSpec src = tile(fill.from, 2, cols, std::min<std::int64_t>(fill.valid_rows, 1), 3);
  dst.type.pad = {fill.pad, fill.pad == PadKind::custom ? custom : 0};
  src.type.pad = {fill.other_pad, 0};
  return Sample(number, sample_call(number, "vec", target, {dst, src}))
      .holds("dst", before)
      .holds("src", inside)
      .holds_outside("src", outside);
}

/// All elements of dst from `first` on are `bits`.
Sample filled_with(const std::string& number, Target target, const Fill& fill, std::int64_t first,
                   std::uint64_t bits) {
  Sample made = filled_as(number, target, fill);
  for (std::int64_t at = first; at < 2 * 256 / bits_of(fill.to); ++at) made.gives(at, bits);
  return made;
}

/// Rows beyond the valid ones, and tiles without a valid element, stay as they were.
Samples of_rows(const std::string& op) {
  const std::string number = "E-" + op + "-00";
  const auto rows = [&](const char* which, Target target, std::int64_t valid = 1) {
    return filled_with(number + which, target, {.valid_rows = valid}, 16, before);
  };
  const auto empty = [&](const char* which, Target target, std::int64_t valid = 0) {
    return filled_with(number + which, target, {.valid_rows = valid}, 0, before);
  };
  return {rows("1", a2a3),
          rows("2", a2a3).is_another(),
          rows("2", a5),
          rows("1", a2a3, 2).is_unknown(),
          rows("1", cpu).is_unknown(),
          empty("8", cpu),
          empty("9", cpu).is_another(),
          empty("9", a2a3),
          empty("8", cpu, 1).is_unknown()};
}

/// The last block is as it lies in src where two tiles have one pad.
Samples of_blocks() {
  const auto trusting = [](PadKind pad, Target target) {
    Sample made = filled_as("E-TFILLPAD-003", target, {.other_pad = pad});
    for (std::int64_t at = 3; at < 16; ++at) made.takes(at, "src", at);
    return made;
  };
  return {trusting(PadKind::max, a2a3), trusting(PadKind::min, a2a3).is_unknown(),
          trusting(PadKind::max, a5).is_unknown()};
}

/// Extremes of small floats are zero.
Samples of_halves() {
  const auto zero = [](ElementType type, Target target) {
    return filled_with("E-TFILLPAD-004", target, {.to = type, .from = type}, 3, 0);
  };
  return {zero(f16, cpu), zero(bf16, cpu), zero(hif8, cpu), zero(i16, cpu).is_unknown(),
          zero(f16, a5).is_unknown()};
}

/// Elements of another kind become numbers: 0x21 is 33.
Samples of_numbers() {
  const auto three = [](ElementType to, ElementType from, std::uint64_t number) {
    Sample made = filled_as("E-TFILLPAD-005", cpu, {.to = to, .from = from});
    return made.gives_row({}, {number, number, number});
  };
  return {three(f32, i32, 0x42040000), three(f32, i32, 0x42040001).is_unknown(),
          three(u32, i32, 0x22).is_unknown(), three(f32, f32, 0x22).is_unknown()};
}

/// Custom pads of small floats are the number of their bits: 16 (0x58), to which 17 is cut.
Samples of_custom_pads() {
  const auto pads = [](ElementType type, PadKind pad, std::uint64_t bits) {
    return filled_with("E-TFILLPAD-006", cpu, {.to = type, .from = type, .pad = pad}, 3, bits);
  };
  return {pads(e4m3, PadKind::custom, 0x58), pads(e4m3, PadKind::custom, 0x59).is_unknown(),
          pads(e8m0, PadKind::custom, 0x45), pads(hif8, PadKind::zero, 0x45).is_unknown(),
          pads(u8, PadKind::custom, 0x45).is_unknown()};
}

Samples of_expanded() {
  const auto expanded = [](const char* number, Target target, const Fill& fill, std::int64_t index,
                           std::uint64_t erroneous) {
    return filled_as(number, target, fill).gives(index, erroneous);
  };
  return {expanded("E-TFILLPAD_EXPAND-004", cpu, {.to = f16, .from = f16}, 3, 0),
          expanded("E-TFILLPAD_EXPAND-005", cpu, {.to = f32, .from = i32}, 0, 0x42040000),
          expanded("E-TFILLPAD_EXPAND-006", cpu, {.to = e4m3, .from = e4m3, .pad = PadKind::custom},
                   3, 0x58),
          filled_as("E-TFILLPAD_EXPAND-003", a2a3, {.other_pad = PadKind::max}).takes(3, "src", 3)};
}

/// Tiles of fills in place, without a valid element.
Samples in_place() {
  const auto kept = [](const char* number, const char* form, Target target, Location where,
                       PadKind pad) {
    TileSpec empty = tile(i16, 2, 16, 0, 16);
    empty.type.pad.kind = pad;
    empty.type.location = where;
    return Sample(number, sample_call(number, form, target, {empty}))
        .holds("dst", before)
        .gives(0, before);
  };
  return {kept("E-TFILLPAD_INPLACE-006", "one", cpu, Location::vec, PadKind::max),
          kept("E-TFILLPAD_INPLACE-007", "one", a2a3, Location::vec, PadKind::max),
          kept("E-TFILLPAD-010", "mat", cpu, Location::mat, PadKind::zero)};
}

const SamplesOf samples_of_fills{[] { return of_rows("TFILLPAD"); },
                                 [] { return of_rows("TFILLPAD_EXPAND"); },
                                 of_blocks,
                                 of_halves,
                                 of_numbers,
                                 of_custom_pads,
                                 of_expanded,
                                 in_place};

TEST(PaddingErrata, ACustomPadOfPatternsConforms) {
  const Fill fill{.to = e4m3, .from = e4m3, .pad = PadKind::custom};
  EXPECT_EQ(filled_with("E-TFILLPAD-006", cpu, fill, 3, custom).verdict("none").kind,
            VerdictKind::conforms);
}

TEST(PaddingErrata, SmallFloatsMayBeRefusedOnTheCpu) {
  const auto refused = [](Target target, ElementType to) {
    return filled_as("E-TFILLPAD-004", target, {.to = to, .from = to, .valid_rows = 2})
        .is_refused("no viable conversion")
        .verdict("all")
        .kind;
  };
  EXPECT_EQ(refused(cpu, e5m2), VerdictKind::target_defined);
  EXPECT_EQ(refused(a5, e5m2), VerdictKind::rejected_valid);
  EXPECT_EQ(refused(cpu, u8), VerdictKind::rejected_valid);
}

}  // namespace
}  // namespace assay::ops
