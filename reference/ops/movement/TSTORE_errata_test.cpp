// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TSTORE.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// Two elements, 3 and 4, that are stored with a gap between them.
Sample stored(ElementType to, ElementType from, const Bits& got,
              const Bits& promised = {3, 0x55, 4}) {
  const std::int64_t block = 256 / bits_of(from);
  const GlobalSpec dst = global_view(to, {1, 1, 1, 2, 1}, {9, 9, 9, 2, 1});
  return Sample("E-TSTORE-001",
                sample_call("E-TSTORE-001", "tile", cpu, {dst, tile(from, 2, block, 2, 1)}))
      .holds("src", 3)
      .holds_at("src", block, 4)
      .gives_row(promised, got);
}

/// A view of four bits is overrun. The page requires equal widths, but not that the CPU refuses
/// others.
Sample overrun(ElementType to) {
  return Sample("E-TSTORE-004", sample_call("E-TSTORE-004", "tile", cpu,
                                            {global_line(to, 16), tile(f16, 1, 16, 1, 16)}))
      .breaks("dst.same_width")
      .overruns("dst", 2, 7);
}

/// Blocks of 8 channels are cut for floats alone.
Sample channels(Target target, ElementType type, GlobalLayout layout) {
  GlobalSpec dst = global_view(type, {1, 1, 1, 1, 8}, {8, 8, 8, 8, 1});
  dst.layout = layout;
  return Sample("E-TSTORE-005",
                sample_call("E-TSTORE-005", "acc", target, {dst, tile(type, 16, 16, 1, 8)}))
      .gives(0, 9);
}

Samples stores() {
  return {stored(f32, u32, {0x40400000, 0x55, 0x40800000}),
          stored(f32, u32, {0x40400000, 0x55, 4}).is_unknown(),
          stored(f32, u32, {0x40400001, 0x55, 0x40800000}).is_unknown(),
          stored(f32, u32, {0x40400000, 0, 0x40800000}).is_unknown(),
          stored(u16, f16, {0, 0x55, 0}),
          stored(u32, i32, {0, 0x55, 4}).is_unknown(),
          stored(f32, f32, {3, 3, 4}).is_unknown(),
          overrun(i4),
          overrun(i8).is_another(),
          channels(a2a3, i32, GlobalLayout::NC1HWC0),
          channels(a2a3, f32, GlobalLayout::NC1HWC0).is_unknown(),
          channels(a2a3, i32, GlobalLayout::ND).is_unknown(),
          channels(cpu, i32, GlobalLayout::NC1HWC0).is_unknown()};
}

const SamplesOf samples_of_stores{stores};

TEST(TstoreErrata, AGapThatIsKeptConforms) {
  EXPECT_EQ(stored(f32, f32, {3, 0x55, 4}).verdict("all").kind, VerdictKind::conforms);
}

// A store without gaps is a copy of src: the output is still evidence.
TEST(TstoreErrata, AWholeCopyIsTrusted) {
  const Bits all{1, 2, 3, 4, 5, 6, 7, 8};
  Sample copy("E-TSTORE-001", sample_call("E-TSTORE-001", "tile", a5,
                                          {global_line(i32, 8), tile(i32, 1, 8, 1, 8)}));
  copy.holds_row("src", all).gives_row(all, all);
  EXPECT_EQ(copy.verdict("none").kind, VerdictKind::conforms);
  EXPECT_EQ(copy.gives_row(all, Bits(8, 0x55)).verdict("none").kind, VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
