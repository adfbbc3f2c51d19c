// SPDX-License-Identifier: Apache-2.0
// Shifts: amounts inside and outside of the width. Decision 021.
#include "reference/numerics/integer.hpp"
#include "reference/ops/bitwise/bitwise.hpp"

namespace assay::ops {
namespace {

/// The amount that a target is known to shift by.
struct Known {
  bool known;
  int amount;
};

/// Operands of 8 and 16 bits are promoted to 32 where C++ operators do the work.
bool promotes(const Call& call, Amount amount) {
  return call.target == cpu || (call.target == a2a3 && amount == Amount::in_tile);
}

Known known_amount(const Call& call, Amount kind, ElementType type, std::uint64_t bits) {
  const int width = bits_of(type);
  if (call.target == a5 && width == 64) return {true, static_cast<int>(bits & 63U)};
  const numerics::Wide amount = numerics::integer_value(type, bits);
  const int limit = promotes(call, kind) && width < 32 ? 32 : width;
  if (amount >= 0 && amount < limit) return {true, static_cast<int>(amount)};
  // What a later draft of the ISA decides: the low bits count.
  return {false, static_cast<int>(bits & static_cast<std::uint64_t>(width - 1))};
}

Known amount_of(const ElementContext& cell, Amount kind) {
  return known_amount(cell.call, kind, cell.to, cell.arguments[1].bits);
}

/// A5 is reported to carry the bits of the low word into the high one with an arithmetic shift.
std::uint64_t carried_with_sign(std::uint64_t bits, int amount) {
  const auto low = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
  const auto carry = static_cast<std::uint64_t>(std::int64_t{low} >> (32 - amount));
  return (bits << amount) | carry << 32U;
}

}  // namespace

Acceptable shifted_left(const ElementContext& cell, Amount kind) {
  const Known by = amount_of(cell, kind);
  const std::uint64_t value = cell.arguments[0].bits;
  const auto wide = numerics::integer_value(cell.to, value);
  const std::uint64_t bits = numerics::wrapped(cell.to, wide * (numerics::Wide{1} << by.amount));
  if (!by.known) return left_to_target(bits);
  const bool carries = cell.call.target == a5 && bits_of(cell.to) == 64 && by.amount < 32;
  return carries ? either(bits, carried_with_sign(value, by.amount)) : exactly(bits);
}

Acceptable shifted_right(const ElementContext& cell, Amount kind) {
  const Known by = amount_of(cell, kind);
  const auto wide = numerics::integer_value(cell.to, cell.arguments[0].bits);
  const std::uint64_t bits = numerics::wrapped(cell.to, wide >> by.amount);
  return by.known ? exactly(bits) : left_to_target(bits);
}

void cut_most_amounts(const Call& call, std::vector<ElementArray>& contents) {
  ElementArray& amounts = contents[call.form->index_of("src1")];
  if (!is_integer(amounts.type())) return;  // a call that breaks the constraint of types
  for_each_valid(call.tile("src1"), [&](std::int64_t index, std::int64_t, std::int64_t) {
    if (index >= amounts.size() || index % 4 == 3) return;
    const Known by = known_amount(call, Amount::in_tile, amounts.type(), amounts[index]);
    if (!by.known) amounts.set(index, static_cast<std::uint64_t>(by.amount));
  });
}

}  // namespace assay::ops
