// SPDX-License-Identifier: Apache-2.0
// The rules of bindings: of a tile to an address, and of a view to a pointer.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

constexpr bool is_assignment_form(const Request& request) {
  return is_form(request, "address", {ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR}) ||
         is_form(request, "written", {ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR}) ||
         is_form(request, "constant", {ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "pointer", {ASSAY_GLOBAL, ASSAY_GLOBAL, ASSAY_SCALAR});
}

/// Kibibytes of every memory, in the order of assay_location. The CPU has the sizes of the second.
constexpr std::uint64_t size_of_memory(Machine machine, std::uint32_t location) {
  constexpr std::uint64_t first[] = {192, 512, 64, 64, 128, 1, 2, 0, 0};
  constexpr std::uint64_t second[] = {256, 512, 64, 64, 256, 4, 4, 4, 4};
  if (location > ASSAY_SCALE_RIGHT) return 0;
  return (machine == Machine::a2a3 ? first[location] : second[location]) * 1024;
}

/// A constant address, as a compiler can check it.
struct KnownAddress {
  std::uint64_t address, bytes, memory;

  constexpr bool has_memory() const { return memory > 0; }
  constexpr bool has_room() const { return bytes <= memory; }
  constexpr bool ends_inside() const { return address <= memory && bytes <= memory - address; }
  constexpr bool is_aligned() const { return address % 32 == 0; }
};

/// Digits after 0x, or decimal ones.
constexpr std::uint64_t written_number(std::string_view text) {
  const bool hexadecimal = text.size() > 2 && text[1] == 'x';
  std::uint64_t number = 0;
  for (const char letter : text.substr(hexadecimal ? 2 : 0)) {
    const int low = letter >= 'a' ? letter - 'a' + 10 : letter >= 'A' ? letter - 'A' + 10 : -1;
    const int digit = low >= 0 ? low : letter - '0';
    number = number * (hexadecimal ? 16 : 10) + static_cast<std::uint64_t>(digit);
  }
  return number;
}

/// Where a call binds, counted from the memory that it is given.
constexpr std::uint64_t bound_address(const Request& request) {
  if (request.form == "constant") return written_number(request.attribute("Addr"));
  return request[2].scalar_bits;
}

constexpr std::uint64_t bytes_of_tile(const assay_operand& tile) {
  return static_cast<std::uint64_t>(tile.rows * tile.cols * size_of(tile.element));
}

constexpr void constant_rules(Rules& rules, const Request& request) {
  const assay_operand& tile = request[0];
  const KnownAddress known{bound_address(request), bytes_of_tile(tile),
                           size_of_memory(request.machine, tile.location)};
  rules.type(known.has_memory(), "the memory of the tile must exist");
  rules.type(known.has_room(), "the tile must have room in its memory");
  rules.type(known.ends_inside(), "the tile must end in its memory");
  rules.type(known.is_aligned(), "the address must be a multiple of 32");
}

/// The bound operand, and the memory in which it is bound: the written operand comes first.
constexpr std::size_t bound_operand(const Request& request) {
  return request.form == "written" ? 1 : 0;
}
constexpr const assay_operand& bound_in(const Request& request) {
  return request[1 - bound_operand(request)];
}

constexpr void assignment_rules(Rules& rules, const Request& request) {
  if (request.form == "pointer") {
    rules.type(request[0].element == request[1].element,
               "the pointer must have the element type of the view");
    rules.global(request[0]);
    rules.global(request[1]);
    rules.covered(width_of(request[0].element) >= 8, "pointers to half bytes are not simulated");
    return;
  }
  const assay_operand& tile = request[bound_operand(request)];
  rules.tile(request[0]);
  rules.tile(request[1]);
  rules.covered(width_of(tile.element) >= 8, "tiles of half bytes are not simulated");
  if (request.form == "constant") {
    constant_rules(rules, request);
  } else {
    rules.type(is_integer(request[2].element), "the address must be of an integral type");
  }
  const std::uint64_t from = bound_address(request), shown = bound_in(request).byte_size;
  rules.covered(from <= shown && bytes_of_tile(tile) <= shown - from,
                "what lies beyond the memory that is given is not simulated");
}

/// A tile of scales is bound by the address of the factor that they belong to: it is a scalar, and
/// the third operand is their memory. The first generation has no scales.
constexpr bool is_scale_address_form(const Request& request) {
  return request.machine != Machine::a2a3 &&
         is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR});
}

/// A byte of scales belongs to sixteen of factors.
constexpr std::uint64_t scales_of(std::uint64_t factors) { return factors / 16; }

constexpr void scale_address_rules(Rules& rules, const Request& request) {
  for (std::size_t i = 0; i < 3; ++i) rules.tile(request[i]);
  rules.covered(width_of(request[0].element) >= 8, "tiles of half bytes are not simulated");
  const std::uint64_t from = scales_of(request[3].scalar_bits), shown = request[2].byte_size;
  rules.covered(from <= shown && bytes_of_tile(request[0]) <= shown - from,
                "what lies beyond the memory that is given is not simulated");
}

}  // namespace assay::simulator
