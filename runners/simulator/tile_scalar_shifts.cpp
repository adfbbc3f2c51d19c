// SPDX-License-Identifier: Apache-2.0
// Shifts, as the C++ operators, the vector instructions and the two-word emulation do them.
#include "runners/simulator/rules/logic.hpp"
#include "runners/simulator/tile_scalar.hpp"

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

/// The carry into the high word keeps the sign of the low one, as the A5 header has it.
Words left(Words in, unsigned amount) {
  if (amount >= 32) return {0, left(in.low, amount - 32)};
  return {left(in.low, amount), left(in.high, amount) | right(in.low, 32 - amount)};
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

/// The element with the sign of another type, for a device that gets signs wrong.
std::uint32_t unsigned_kind(std::uint32_t element) {
  switch (element) {
    case ASSAY_I8:
      return ASSAY_U8;
    case ASSAY_I16:
      return ASSAY_U16;
    case ASSAY_I32:
      return ASSAY_U32;
    case ASSAY_I64:
      return ASSAY_U64;
    default:
      return element;
  }
}

bool is_beyond(std::uint32_t element, std::uint64_t amount) {
  return amount >= static_cast<std::uint64_t>(width_of(element));
}

struct Shifter {
  Direction direction;
  bool operators;  ///< a scalar loop with C++ operators, no vector instruction

  std::uint64_t operator()(const Device& device, std::uint32_t element, std::uint64_t bits,
                           std::uint64_t amount) const {
    if (device.has(Fault::shift_logical)) element = unsigned_kind(element);
    if (device.has(Fault::shift_masked)) {
      amount &= static_cast<std::uint64_t>(width_of(element)) - 1;
    }
    if (device.has(Fault::shift_unmasked) && is_beyond(element, amount)) return 0;
    if (operators) return by_operator(element, direction, bits, amount);
    const auto shift = width_of(element) == 64 ? by_words : by_lane;
    const std::uint64_t result = shift(element, direction, bits, amount);
    const bool whole_word = element == static_cast<std::uint32_t>(ASSAY_I64) &&
                            direction == Direction::right && (amount & 32U) != 0;
    if (!whole_word || !device.has(Fault::fill_from_low_word)) return result;
    const std::uint64_t fill = ((bits >> 31U) & 1U) != 0 ? 0xFFFFFFFFU : 0;
    return (result & 0xFFFFFFFFU) | fill << 32U;
  }
};

Answer run_shift(const Request& request, Device& device, Direction direction) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})) {
    return no_such_form(request);
  }
  const std::uint32_t element = request[0].element;
  Rules rules(request, device);
  shift_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  const Shifter shift{direction, request.machine != Machine::a5};
  return run_lanes(request, device, 0, {1, 2}, [&device, shift, element](auto in) {
    return shift(device, element, in[0], in[1]);
  });
}

/// The vector instruction everywhere but on the CPU.
std::uint64_t shifted_by_scalar(const Unit& unit, Direction direction, Inputs in) {
  const Shifter shift{direction, unit.on_cpu()};
  return shift(*unit.device, unit.element, in[0], in[1]);
}

}  // namespace

std::uint64_t shifted_left_by_scalar(const Unit& unit, Inputs in) {
  return shifted_by_scalar(unit, Direction::left, in);
}

std::uint64_t shifted_right_by_scalar(const Unit& unit, Inputs in) {
  return shifted_by_scalar(unit, Direction::right, in);
}

Answer run_tshl(const Request& request, Device& device) {
  return run_shift(request, device, Direction::left);
}

Answer run_tshr(const Request& request, Device& device) {
  return run_shift(request, device, Direction::right);
}

}  // namespace assay::simulator
