// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TLOAD.
#include <utility>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// Three elements, 7, 8 and 9 or others, that are loaded into a tile of one row.
Sample load(const char* number, Target target, const TileSpec& dst, ElementType from,
            const Bits& elements = {7, 8, 9}) {
  return Sample(number, sample_call(number, "tile", target, {dst, global_line(from, 3)}))
      .holds_row("src", elements);
}

/// Into a whole block, the others of which become `rest`.
Sample padded(const char* number, Target target, ElementType element, PadKind pad,
              std::uint64_t promised, std::uint64_t rest = 0) {
  const std::int64_t block = 256 / bits_of(element);
  TileSpec dst = tile(element, 1, block, 1, 3);
  dst.type.pad.kind = pad;
  Sample made = load(number, target, dst, element);
  for (std::int64_t i = 3; i < block; ++i) made.gives(i, promised, rest);
  return made;
}

Samples of_pads(std::uint64_t rest) {
  using enum PadKind;
  return {padded("E-TLOAD-001", cpu, f16, max, 0x7C00, rest),
          padded("E-TLOAD-001", cpu, f16, min, 0xFC00, rest),
          padded("E-TLOAD-001", cpu, bf16, max, 0x7F80, rest),
          padded("E-TLOAD-002", a2a3, i64, max, 0x7FFFFFFFFFFFFFFF, rest),
          padded("E-TLOAD-002", a2a3, i64, min, 0x8000000000000000, rest),
          padded("E-TLOAD-002", a2a3, u64, max, 0xFFFFFFFFFFFFFFFF, rest)};
}

/// Bytes are copied unless floats are made of them.
Samples of_bytes() {
  const auto bytes = [](ElementType to, const Bits& got) {
    return load("E-TLOAD-003", cpu, tile(to, 1, 32, 1, 3), u8, {1, 2, 3}).gives_row({1, 2, 3}, got);
  };
  return {bytes(e4m3, {0x38, 0x40, 0x44}), bytes(e4m3, {0x38, 0x40, 0x45}).is_unknown(),
          bytes(e5m2, {0x3C, 0x40, 0x42}), bytes(e5m2, {0x3C, 0x40, 0x43}).is_unknown(),
          bytes(e8m0, {0, 0, 0}),          bytes(i8, {8, 2, 3}).is_unknown()};
}

/// Several blocks that become boxes across are refused, in the header's words.
Samples of_turned_blocks() {
  using enum GlobalLayout;
  const auto refused = [](GlobalLayout from, BLayout to, const Dims5& shape, const char* says) {
    TileSpec dst = tile(f32, 32, 32, 32, 32);
    dst.type.location = Location::mat;
    dst.type.blayout = to;
    dst.type.slayout = to == BLayout::row_major ? SLayout::col_major : SLayout::row_major;
    GlobalSpec src = global_view(f32, shape, {1024, 1024, 512, 32, 1});
    src.layout = from;
    if (from == DN) std::swap(src.stride[3], src.stride[4]);
    return Sample("E-TLOAD-004", sample_call("E-TLOAD-004", "tile", cpu, {dst, src}))
        .is_refused(says);
  };
  const char* const says = "TLoad.hpp:80: void pto::CheckTileData(TileData &, GlobalData &)";
  const Dims5 blocks{1, 1, 2, 16, 32}, whole{1, 1, 1, 32, 32};
  return {refused(ND, BLayout::col_major, blocks, says),
          refused(DN, BLayout::row_major, {1, 1, 2, 32, 16}, says),
          refused(ND, BLayout::col_major, whole, says).is_unknown(),
          refused(ND, BLayout::row_major, blocks, says).is_unknown(),
          refused(ND, BLayout::col_major, blocks, "another check").is_unknown()};
}

/// Nor do pads become neighbours of the view, and others zero.
Samples of_other_pads() {
  Samples made = of_pads(9);
  made.push_back(padded("E-TLOAD-001", cpu, f32, PadKind::max, 0x7F800000));
  for (Sample& one : made) one.is_unknown();
  return made;
}

const SamplesOf samples_of_loads{[] { return of_pads(0); }, of_other_pads, of_bytes,
                                 of_turned_blocks};

TEST(TloadErrata, WhatWasThereBeforeConforms) {
  for (const Sample& one : of_pads(0x55)) {
    for (const char* errata : {"none", "all"}) {
      EXPECT_EQ(one.verdict(errata).kind, VerdictKind::conforms) << one.number();
    }
  }
}

TEST(TloadErrata, FloatsOfOneByteMayBeRefusedOnTheCpu) {
  const auto of = [](ElementType to, ElementType from) {
    return load("E-TLOAD-003", cpu, tile(to, 1, 32, 1, 3), from, {1, 2, 3})
        .is_refused("does not compile: no viable conversion from 'hifloat8_t'")
        .verdict("all")
        .kind;
  };
  EXPECT_EQ(of(e4m3, hif8), VerdictKind::target_defined);
  EXPECT_EQ(of(u8, e4m3), VerdictKind::target_defined);
  EXPECT_EQ(of(u8, i8), VerdictKind::rejected_valid);
}

}  // namespace
}  // namespace assay::ops
