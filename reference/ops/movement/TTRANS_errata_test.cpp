// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TTRANS.
#include "reference/ops/errata_samples_test.hpp"
#include "reference/ops/movement/images_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

Sample transposed(const char* number, Target target, const TileSpec& dst, const TileSpec& src) {
  const TileSpec tmp = tile(src.type.element, 1, 4096, 1, 4096);
  return {number, sample_call(number, "tile", target, {dst, src, tmp})};
}

Samples transpositions() {
  // A column of 3 and 4 that becomes a row of numbers, of which bits are promised.
  const auto column = [](ElementType to, ElementType from, const Bits& got) {
    const std::int64_t block = 256 / bits_of(to);
    return transposed("E-TTRANS-001", cpu, tile(to, 1, block, 1, 2), tile(from, 2, block, 2, 1))
        .holds("src", 3)
        .holds_at("src", block, 4)
        .gives_row({3, 4}, got);
  };
  const auto sizes = [](bool dynamic) {
    TileSpec dst = tile(f32, 8, 8, 3, 2);
    dst.type.dynamic_valid_rows = dynamic;
    return transposed("E-TTRANS-002", cpu, dst, tile(f32, 8, 8, 2, 3))
        .is_refused("Hardware matrix tiles transpose dimension sizes must mirror match.");
  };
  // Tiles beyond sixteen bits are refused.
  const auto large = [](std::int64_t rows, ElementType element) {
    return transposed("E-TTRANS-003", a5, tile(element, 256, 512, 32, 32),
                      tile(element, rows, 256, 32, 32))
        .is_refused("Fix: TTRANS gather index may overflow uint16_t register");
  };
  return {column(f32, i32, {0x40400000, 0x40800000}),
          column(f32, i32, {0x40400000, 4}).is_unknown(),
          column(i16, f16, {0, 0}),
          column(u32, i32, {4, 4}).is_unknown(),
          column(f32, f32, {4, 4}).is_unknown(),
          sizes(false),
          sizes(true).is_unknown(),
          large(512, u8),
          large(512, f16),
          large(512, f32).is_unknown(),
          large(256, u8).is_unknown()};
}

Sample converted(const char* number, const TileSpec& dst, const TileSpec& src) {
  const TileSpec tmp = tile(src.type.element, 1, 4096, 1, 4096);
  return {number, sample_call(number, "image", cpu, {dst, src, tmp})};
}

Samples conversions_of_images() {
  const auto blocks = [](std::int64_t count, std::int64_t lanes) {
    return converted("E-TTRANS-004", image(f32, GlobalLayout::NC1HWC0, {1, count, 2, 4, lanes}),
                     image(f32, image_layout::nchw, {1, 8, 2, 4}))
        .is_refused("Assertion `... && \"Shape mismatch: NCHW to NC1HWC0\"' failed.");
  };
  // One group of eight channels of eight places: element i + 1 where it belongs, or what was there.
  const TileSpec plain = image(i32, image_layout::gnchw, {1, 1, 8, 2, 4});
  const TileSpec blocked = image(i32, image_layout::gnc1hwc0, {1, 1, 1, 2, 4, 8});
  const auto kept = [](const TileSpec& dst, const TileSpec& src) {
    Sample sample = converted("E-TTRANS-005", dst, src);
    Bits promised, erroneous(64, 0x55);
    for (std::int64_t i = 0; i < 64; ++i) {
      sample.holds_at("src", i, static_cast<std::uint64_t>(i + 1));
      promised.push_back(static_cast<std::uint64_t>(i % 8 * 8 + i / 8 + 1));
    }
    return sample.gives_row(promised, erroneous);
  };
  return {blocks(2, 4), blocks(1, 8).is_unknown(), kept(plain, blocked),
          kept(blocked, plain).is_unknown()};
}

const SamplesOf samples_of_transpositions{transpositions, conversions_of_images};

}  // namespace
}  // namespace assay::ops
