// SPDX-License-Identifier: Apache-2.0
// Rules of bitwise logic and of shifts by a tile.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

constexpr bool is_pair_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr bool is_complement_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE});
}
constexpr bool is_exclusive_form(const Request& request) {
  return is_form(request, "tmp", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view scratch_form(const Spelled&) { return "tmp"; }

constexpr void logic_rules(Rules& rules, const Request& request, std::size_t sources) {
  const assay_operand& dst = request[0];
  for (std::size_t i = 0; i <= sources; ++i) {
    vector_tile(rules, request, request[i]);
    rules.type(request[i].element == dst.element, "one element type for all tiles");
    same_region(rules, request[i], dst);
  }
  rules.type(request.on_device() ? is_integer_to_32(dst.element) : is_integer_to_64(dst.element),
             "this element type has no bitwise logic");
}

constexpr void pair_logic_rules(Rules& rules, const Request& request) {
  logic_rules(rules, request, 2);
}

constexpr void complement_rules(Rules& rules, const Request& request) {
  logic_rules(rules, request, 1);
}

/// The first generation makes it in steps, with scratch.
constexpr void exclusive_rules(Rules& rules, const Request& request) {
  const bool steps = request.machine == Machine::a2a3;
  logic_rules(rules, request, 2);
  rules.tile(request[3]);
  if (steps) {
    vector_tile(rules, request, request[3]);
    rules.type(request[3].element == request[0].element, "one element type for all tiles");
    same_region(rules, request[3], request[0]);
  }
}

constexpr void shift_rules(Rules& rules, const Request& request) {
  const std::uint32_t element = request[0].element;
  for (std::size_t i = 0; i < 3; ++i) {
    vector_tile(rules, request, request[i]);
    rules.type(request[i].element == element, "one element type for all tiles");
    same_region(rules, request[i], request[0]);
  }
  rules.type(
      request.machine == Machine::a2a3 ? is_integer_to_32(element) : is_integer_to_64(element),
      "this element type is not shifted");
}

}  // namespace assay::simulator
