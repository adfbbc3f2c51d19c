// SPDX-License-Identifier: Apache-2.0
// Scenarios of one line, and of more or longer lines than most cases have (decision 202).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/draw.hpp"

namespace assay::generators {

struct LineScenario {
  std::string_view name;
  /// Gives every tile one shape, all of it valid except what the scenario leaves out.
  void (*apply)(Call& call, Draw& draw) = nullptr;
  /// Whether the lead is a tile with such a valid region.
  bool (*shows)(const Call& call) = nullptr;
};

/// A single column; a single row; more rows than a byte counts; rows of more than 1,024 elements;
/// of 257.
extern const std::array<LineScenario, 5> line_scenarios;

bool is_of_lines(std::string_view scenario);
/// Whether the scenario has a single line; its cases are small.
bool is_of_one_line(std::string_view scenario);
/// Whether it has rows, or columns, of a number that a byte just does not hold.
bool is_beyond_a_byte(std::string_view scenario);

/// With which special scalar the scenario's first case begins: those of lines, large tiles and long
/// rows have one each, those of one line four, so that together they have all of them.
std::size_t turn_of_specials(std::string_view scenario);

}  // namespace assay::generators
