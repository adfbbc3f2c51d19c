// SPDX-License-Identifier: Apache-2.0
// The pattern that a pad represents, as defined by the pages of types and of TFILLPAD.
#include "reference/numerics/classify.hpp"
#include "reference/ops/movement/load/load_view.hpp"
#include "reference/ops/movement/shared/padding.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// "Type minimum" or "type maximum": infinities where the tables have them.
std::uint64_t extreme(const TileType& type, const ChosenReadings& readings) {
  if (!is_integer(type.element)) return pad_of(type, readings);
  return numerics::largest_finite(type.element, type.pad.kind == PadKind::min);
}

/// The table gives one pattern for half and bfloat16 and one for int8 and uint8, which is the
/// extreme of one of the two types at most.
std::uint64_t in_the_table(const TileType& type) {
  if (type.element == bf16) return pad_bits(type.pad, f16);
  return type.pad.kind == PadKind::min ? 0xFF : 0x7F;
}

}  // namespace

bool is_in_table_for_two(const TileType& type) {
  const bool extreme = type.pad.kind == PadKind::max || type.pad.kind == PadKind::min;
  return extreme && (type.element == bf16 || type.element == i8 || type.element == u8);
}

std::optional<std::uint64_t> loaded_pad(const TileType& type, Target target,
                                        const ChosenReadings& readings) {
  switch (type.pad.kind) {
    case PadKind::zero:
      return 0;
    case PadKind::max:
    case PadKind::min:
      if (bits_of(type.element) < 8) return std::nullopt;
      if (is_in_table_for_two(type) && readings.of(Choice::pad_patterns) == pad_of_the_table) {
        return in_the_table(type);
      }
      return extreme(type, readings);
    case PadKind::custom:
      if (target != Target::a5 || type.element != f32) return std::nullopt;
      return pad_bits(type.pad, type.element);
    case PadKind::null:
      break;
  }
  return std::nullopt;
}

}  // namespace assay::ops
