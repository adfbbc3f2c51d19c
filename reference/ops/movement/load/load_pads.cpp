// SPDX-License-Identifier: Apache-2.0
// The patterns that pads represent, as defined by the pages of types.
#include "reference/numerics/classify.hpp"
#include "reference/ops/movement/load/load_view.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// "Type minimum" or "type maximum": infinities where the tables have them.
std::uint64_t extreme(ElementType element, bool lowest) {
  if (is_integer(element)) return numerics::largest_finite(element, lowest);
  return pad_bits({lowest ? PadKind::min : PadKind::max, 0}, element);
}

/// The table gives one pattern for half and bfloat16 and one for int8 and uint8, which is the
/// extreme of one of the two types at most.
std::uint64_t in_the_table(ElementType element, bool lowest) {
  if (element == bf16) return extreme(f16, lowest);
  if (element == i8 || element == u8) return lowest ? 0xFF : 0x7F;
  return extreme(element, lowest);
}

}  // namespace

std::vector<std::uint64_t> pads_of(const TileType& type, Target target) {
  const ElementType element = type.element;
  const bool in_tables = is_integer(element) || element == f32 || element == f16 || element == bf16;
  const bool lowest = type.pad.kind == PadKind::min;
  switch (type.pad.kind) {
    case PadKind::zero:
      return {0};
    case PadKind::max:
    case PadKind::min:
      if (!in_tables) return {};
      return {extreme(element, lowest), in_the_table(element, lowest)};
    case PadKind::custom:
      if (target != Target::a5 || element != f32) return {};
      return {pad_bits(type.pad, element)};
    case PadKind::null:
      break;
  }
  return {};
}

}  // namespace assay::ops
