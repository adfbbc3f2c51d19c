// SPDX-License-Identifier: Apache-2.0
// What the instructions with a scalar argument and those of bitwise logic share, and their list.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/ops.hpp"

namespace assay::simulator {

Answer run_tand(const Request& request, Device& device);
Answer run_tor(const Request& request, Device& device);
Answer run_txor(const Request& request, Device& device);
Answer run_tnot(const Request& request, Device& device);
Answer run_tshl(const Request& request, Device& device);
Answer run_tshr(const Request& request, Device& device);
Answer run_taxpy(const Request& request, Device& device);
/// Tile with scalar by the sheet of the instruction.
Answer run_with_scalar(const Request& request, Device& device);

/// The answer to a form or to operands that an instruction does not have.
Answer no_such_form(const Request& request);

/// run_lanes, but the first generation combines bytes in pairs: an odd number of columns becomes
/// even, and one byte behind each row changes.
Answer run_patterns(const Request& request, Device& device,
                    std::initializer_list<std::size_t> inputs, const Lane& lane);

// Pattern with pattern; the shifts by a scalar.
std::uint64_t logic_and(const Unit& unit, Inputs in);
std::uint64_t logic_or(const Unit& unit, Inputs in);
std::uint64_t logic_xor(const Unit& unit, Inputs in);
std::uint64_t shifted_left_by_scalar(const Unit& unit, Inputs in);
std::uint64_t shifted_right_by_scalar(const Unit& unit, Inputs in);

/// What a machine's header checks of a call with a scalar.
enum Checks : std::uint32_t {
  checks_nothing = 0,
  dst_in_vec = 1,
  src_in_vec = 2,
  row_major = 4,
  one_element = 8,
  valid_rows = 16,
  valid_columns = 32,
  not_empty = 64,
  in_vec = dst_in_vec | src_in_vec,
  valid_region = valid_rows | valid_columns,
};

/// An instruction with one scalar: what machines refuse, and how a lane is computed from the tiles
/// and the scalar in the order of the operands.
struct ScalarSheet {
  std::string_view op;
  std::array<Elements, 3> elements;       ///< in the order of Machine, of the destination
  std::array<std::uint32_t, 3> checks{};  ///< the same order, Checks
  Calculation integer;
  Calculation floating;
  void (*more)(Rules& rules, const Request& request) = nullptr;  ///< rules of its own
  bool byte_pairs = false;  ///< the first generation joins bytes
};

/// The sheet of an instruction of this kind, or null.
const ScalarSheet* scalar_sheet(std::string_view op);

/// Checks and executes a call by a sheet.
Answer run_scalar_sheet(const ScalarSheet& sheet, const Request& request, Device& device);

/// The rules of `checks` for a destination and a source.
void check_tiles(Rules& rules, std::uint32_t checks, const assay_operand& dst,
                 const assay_operand& src);

/// The scalar as the call passes it on: converted to an element type.
std::optional<std::uint64_t> passed(const Device& device, const assay_operand& scalar,
                                    std::uint32_t element);

}  // namespace assay::simulator
