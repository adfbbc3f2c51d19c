// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TTRANS.
#include "reference/isa/types/image_layout.hpp"
#include "reference/ops/alteration.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/movement/shared/converted.hpp"
#include "reference/ops/movement/transposed_images.hpp"
#include "reference/ops/movement/transposition.hpp"
#include "reference/ops/small_types.hpp"

namespace assay::ops {
namespace {

constexpr std::int64_t counters_of_16_bits = 65536;

bool is_of_another_type(const Call& call) {
  return are_of_two_kinds(element_of(call), element_of(call, "src"));
}

/// One of a pair of sizes is a constant and the other is not.
bool mixes_fixed_and_open(const Call& call) {
  const TileType &in = call.tile("src").type, &out = call.tile("dst").type;
  return in.dynamic_valid_rows != out.dynamic_valid_cols ||
         in.dynamic_valid_cols != out.dynamic_valid_rows;
}

/// Elements of src, or of dst where src is wider than high, that 16 bits do not count.
bool overflows_counters(const Call& call) {
  const TileType &in = call.tile("src").type, &out = call.tile("dst").type;
  const TileType& counted = in.rows < in.cols ? out : in;
  return size_of(in.element) < 4 && counted.elements() > counters_of_16_bits;
}

/// Channels go into blocks of four, which are shorter than 32 bytes.
bool has_short_blocks(const Call& call) {
  const TileType& out = call.tile("dst").type;
  if (!out.conv) return false;
  const std::int64_t lanes = out.conv->dims.at(static_cast<std::size_t>(out.conv->rank) - 1);
  const bool blocked =
      out.conv->layout == GlobalLayout::NC1HWC0 || out.conv->layout == image_layout::gnc1hwc0;
  return blocked && lanes == 4 && size_of(out.element) * lanes < 32;
}

bool leaves_blocks_in_groups(const Call& call) {
  const TileType& in = call.tile("src").type;
  return in.conv && in.conv->layout == image_layout::gnc1hwc0;
}

}  // namespace

std::vector<Erratum> ttrans_errata() {
  const Erratum converted =
      giving(of_headers(Target::cpu, "E-TTRANS-001", "TTrans.hpp",
                        "elements for a dst of another type are converted, not copied"),
             with_numbers_converted(transposed(), "src"));
  return {
      among(converted, "floats from integers, integers from floats, or other floats",
            is_of_another_type),
      among(refusing(of_headers(Target::cpu, "E-TTRANS-002", "TTrans.hpp",
                                "fixed and open valid sizes together do not compile"),
                     {}, {"dimension sizes must mirror match"}),
            "a valid size of src that is a constant and one of dst that is not, or the reverse",
            mixes_fixed_and_open),
      among(refusing(of_headers(Target::a5, "E-TTRANS-003", "TTrans.hpp",
                                "tiles of more than 65536 elements of one or two bytes do not "
                                "compile"),
                     {}, {"index may overflow uint16_t register"}),
            "more than 65536 elements of one or two bytes", overflows_counters),
      among(refusing(of_headers(Target::cpu, "E-TTRANS-004", "TTrans.hpp",
                                "blocks of four channels are asserted against"),
                     {}, {"Shape mismatch: NCHW to NC1HWC0", "Shape mismatch: GNCHW to GNC1HWC0"}),
            "NCHW or GNCHW to blocks of 4 channels, of less than 32 bytes", has_short_blocks),
      among(giving(of_headers(Target::cpu, "E-TTRANS-005", "TTrans.hpp",
                              "images of groups do not come out of blocks: dst keeps what it had"),
                   altered(converted_images(), {.alteration = Alteration::unchanged})),
            "GNC1HWC0 to GNCHW", leaves_blocks_in_groups),
      taking(Target::a5, "E-TTRANS-006", "TTrans.hpp:825", "src.element", small_types(Target::a5)),
      taking(Target::a2a3, "E-TTRANS-007", "TTrans.hpp:1118", "src.element",
             small_types(Target::a2a3))};
}

}  // namespace assay::ops
