// SPDX-License-Identifier: Apache-2.0
// What the instructions with a scalar argument and those of bitwise logic share, and their list.
#pragma once

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
#include "runners/simulator/rules/scalar.hpp"

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

/// How a lane of an instruction with one scalar is computed from the tiles and the scalar, in the
/// order of the operands.
struct ScalarSheet {
  std::string_view op;
  Calculation integer;
  Calculation floating;
  bool byte_pairs = false;  ///< the first generation joins bytes
};

/// The sheet of an instruction of this kind, or null.
const ScalarSheet* scalar_sheet(std::string_view op);

/// Checks and executes a call by a sheet.
Answer run_scalar_sheet(const ScalarSheet& sheet, const Request& request, Device& device);

/// The scalar as the call passes it on: converted to an element type.
std::optional<std::uint64_t> passed(const Device& device, const assay_operand& scalar,
                                    std::uint32_t element);

}  // namespace assay::simulator
