// SPDX-License-Identifier: Apache-2.0
// Shifts: amounts inside and outside of the width. Decision 021.
#include "reference/numerics/integer.hpp"
#include "reference/ops/bitwise/bitwise.hpp"

namespace assay::ops {
namespace {

struct Known {
  bool promised;
  int amount;
};

/// The manual requires amounts from 0 to the width less 1. Of others the low bits count, as a later
/// draft of the ISA decides, if nothing is promised.
Known amount_of(ElementType type, std::uint64_t bits) {
  const int width = bits_of(type);
  const numerics::Wide amount = numerics::integer_value(type, bits);
  return {amount >= 0 && amount < width,
          static_cast<int>(bits & static_cast<std::uint64_t>(width - 1))};
}

Known amount_of(const ElementContext& cell) { return amount_of(cell.to, cell.arguments[1].bits); }

/// A5 is reported to carry the bits of the low word into the high one with an arithmetic shift.
std::uint64_t carried_with_sign(std::uint64_t bits, int amount) {
  const auto low = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
  // An arithmetic shift by 32 leaves the sign.
  const auto carry = static_cast<std::uint64_t>(std::int64_t{low} >> (32 - amount));
  return (bits << amount) | carry << 32U;
}

}  // namespace

Acceptable shifted_left(const ElementContext& cell) {
  const Known by = amount_of(cell);
  const auto wide = numerics::integer_value(cell.to, cell.arguments[0].bits);
  const std::uint64_t bits = numerics::wrapped(cell.to, wide * (numerics::Wide{1} << by.amount));
  return by.promised ? exactly(bits) : left_to_target(bits);
}

Acceptable shifted_right(const ElementContext& cell) {
  const Known by = amount_of(cell);
  const auto wide = numerics::integer_value(cell.to, cell.arguments[0].bits);
  const std::uint64_t bits = numerics::wrapped(cell.to, wide >> by.amount);
  return by.promised ? exactly(bits) : left_to_target(bits);
}

Acceptable shifted_left_with_sign(const ElementContext& cell) {
  const Known by = amount_of(cell);
  const bool carries = bits_of(cell.to) == 64 && by.promised && by.amount < 32;
  return carries ? exactly(carried_with_sign(cell.arguments[0].bits, by.amount))
                 : shifted_left(cell);
}

void cut_amounts(const Call& call, std::vector<ElementArray>& contents) {
  ElementArray& amounts = contents[call.form->index_of("src1")];
  if (!is_integer(amounts.type())) return;  // a call that breaks the constraint of types
  for_each_valid(call.tile("src1"), [&](std::int64_t index, std::int64_t, std::int64_t) {
    if (index >= amounts.size()) return;
    const Known by = amount_of(amounts.type(), amounts[index]);
    amounts.set(index, static_cast<std::uint64_t>(by.amount));
  });
}

}  // namespace assay::ops
