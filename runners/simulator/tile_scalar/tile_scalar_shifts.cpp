// SPDX-License-Identifier: Apache-2.0
// Shifts, as the C++ operators, the vector instructions and the two-word emulation do them.
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/table/runs.hpp"
#include "runners/simulator/tile_scalar/tile_scalar.hpp"

namespace assay::simulator {
namespace {

enum class Direction : std::uint8_t { left, right };

/// C++ operators on operands promoted to 32 bits or more. A host masks the amount to that width.
std::uint64_t by_operator(std::uint32_t element, Direction direction, std::uint64_t bits,
                          std::uint64_t amount) {
  const std::int64_t value = sign_extended(element, bits);
  const auto pattern = static_cast<std::uint64_t>(value);
  const auto count = static_cast<unsigned>(amount) & (size_of(element) == 8 ? 63U : 31U);
  if (direction == Direction::left) return pattern << count;
  return is_signed_integer(element) ? static_cast<std::uint64_t>(value >> count) : pattern >> count;
}

/// One vector lane of up to 32 bits: whatever leaves it is gone, also by amounts beyond its width.
std::uint64_t by_lane(std::uint32_t element, Direction direction, std::uint64_t bits,
                      std::uint64_t amount) {
  const bool beyond = amount >= static_cast<std::uint64_t>(width_of(element));
  const std::int64_t value = sign_extended(element, bits);
  if (direction == Direction::left) return beyond ? 0 : bits << amount;
  return static_cast<std::uint64_t>(value >> (beyond ? 63U : static_cast<unsigned>(amount)));
}

struct Words {
  std::int32_t low;
  std::int32_t high;
};

std::int32_t left(std::int32_t word, unsigned amount) {
  return amount > 31 ? 0 : static_cast<std::int32_t>(static_cast<std::uint32_t>(word) << amount);
}
std::int32_t right(std::int32_t word, unsigned amount) {
  return word >> (amount > 31 ? 31 : amount);
}
std::int32_t logical(std::int32_t word, unsigned amount) {
  return amount > 31 ? 0 : static_cast<std::int32_t>(static_cast<std::uint32_t>(word) >> amount);
}

Words left(Words in, unsigned amount) {
  if (amount >= 32) return {0, left(in.low, amount - 32)};
  return {left(in.low, amount), left(in.high, amount) | logical(in.low, 32 - amount)};
}

Words right(Words in, unsigned amount, bool keeps_sign) {
  const auto shift =
      keeps_sign ? static_cast<std::int32_t (*)(std::int32_t, unsigned)>(right) : logical;
  if (amount >= 32) return {shift(in.high, amount - 32), shift(in.high, 32)};
  return {logical(in.low, amount) | left(in.high, 32 - amount), shift(in.high, amount)};
}

std::uint64_t by_words(std::uint32_t element, Direction direction, std::uint64_t bits,
                       std::uint64_t amount) {
  const Words in{static_cast<std::int32_t>(bits & 0xFFFFFFFFU),
                 static_cast<std::int32_t>(bits >> 32U)};
  const auto count = static_cast<unsigned>(amount & 63U);
  const Words out =
      direction == Direction::left ? left(in, count) : right(in, count, is_signed_integer(element));
  return static_cast<std::uint32_t>(out.low) |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(out.high)) << 32U;
}

/// `operators`: a scalar loop with C++ operators, no vector instruction.
std::uint64_t shifted(const Unit& unit, Direction direction, bool operators, Inputs in) {
  if (operators) return by_operator(unit.element, direction, in[0], in[1]);
  const auto shift = width_of(unit.element) == 64 ? by_words : by_lane;
  return shift(unit.element, direction, in[0], in[1]);
}

}  // namespace

std::uint64_t shifted_left(const Unit& unit, Inputs in) {
  return shifted(unit, Direction::left, unit.machine != Machine::a5, in);
}

std::uint64_t shifted_right(const Unit& unit, Inputs in) {
  return shifted(unit, Direction::right, unit.machine != Machine::a5, in);
}

// The vector instruction everywhere but on the CPU.
std::uint64_t shifted_left_by_scalar(const Unit& unit, Inputs in) {
  return shifted(unit, Direction::left, unit.on_cpu(), in);
}

std::uint64_t shifted_right_by_scalar(const Unit& unit, Inputs in) {
  return shifted(unit, Direction::right, unit.on_cpu(), in);
}

void run_shift(const Request& request, const Hooks& hooks) {
  const Unit unit{request.machine, request[0].element, false, &request, &hooks};
  run_lanes(request, hooks, {1, 2},
            [&](Inputs in) { return unit.compute(request.row->integer, in); });
}

}  // namespace assay::simulator
