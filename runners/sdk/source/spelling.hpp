// SPDX-License-Identifier: Apache-2.0
// Calls in the public C++ spelling of the ISA: types, declarations, the statement itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "runners/backend.h"

namespace assay::runners::sdk {

/// C++ names of element types by ours ("bf16" -> "bfloat16_t").
using ElementNames = std::map<std::string, std::string, std::less<>>;

/// The manual's names.
ElementNames manual_element_names();

/// `type` of an operand that is a tile or global memory: "Tile<TileType::Vec, float, ...>".
/// Throws std::out_of_range for an enumerator that the C ABI does not have.
std::string type_of(const assay_operand& operand, const ElementNames& names);

/// Where statements find what is known at launch alone: dynamic sizes, scalars, addresses.
enum class LaunchValues : std::uint8_t {
  of_array,       ///< in an array `operands` of assay_sdk::Operand
  of_parameters,  ///< in parameters that are named after the operand; see launch_parameters_of()
};

/// Declaration of operand `index` under its own name; empty for a scalar that is a parameter.
std::string declaration_of(const assay_operand& operand, std::size_t index,
                           const ElementNames& names, LaunchValues values = LaunchValues::of_array);

/// The parameters that the declaration of an operand and its binding read, as "std::int64_t
/// dst_valid_rows". `global` qualifies global memory.
std::vector<std::string> launch_parameters_of(const assay_operand& operand,
                                              const ElementNames& names, std::string_view global);

/// The address that a tile is bound to.
std::string address_of(const assay_operand& operand, std::size_t index, LaunchValues values);

/// Declaration of an operand as a parameter, to be used as one that is declared is.
std::string parameter_of(const assay_operand& operand, const ElementNames& names);

/// Memory that a call uses without an argument: tiles named `storage`, whose first byte is
/// address 0 of their buffer where the call has an address as a constant; in global memory the next
/// argument counts from there.
bool is_surroundings(const assay_operand& operand);

/// A scalar that is an address: it counts from the first byte of that memory.
bool is_address(const assay_operand& operand);

/// Statements that belong to the call and follow it: a mode is taken back, counts are stored. Empty
/// for most calls.
std::string ending_of(const assay_call& call);

/// ending_of(), or for calls that bind an operand the statements that show where the first other
/// operand is bound: a tile is written there, a view is read.
std::string aftermath_of(const assay_call& call);

/// Settings before a call, as statements in front of it: scalars that are no arguments, in the
/// convolution tile, and the registers that some calls take them from. Empty for most calls.
std::string preparation_of(const assay_call& call);

/// The constant of preparation_of() that says whether earlier calls left settings in registers, as
/// a statement; empty for calls without them. `compiled_alone`: there are no operands at run time.
std::string settings_left_of(const assay_call& call, bool compiled_alone);

/// An argument of a call, in brackets or in parentheses.
struct SpelledArgument {
  std::string text;
  std::optional<std::uint32_t> operand;    ///< that it passes, the first one of several
  std::optional<std::uint32_t> attribute;  ///< whose value it is
};
struct SpelledCall {
  std::vector<SpelledArgument> templates, arguments;
};
SpelledCall spelled(const assay_call& call);

/// The same as "OP<TEMPLATE ATTRIBUTES>(operands..., RUN-TIME ATTRIBUTES);".
std::string statement_of(const assay_call& call);

/// Conditions for an operand's element type to be the intended one, as static assertions whose text
/// starts with "assay:".
std::string demands_of(const assay_operand& operand, const ElementNames& names);

/// A static assertion that compiles where the library declares the mode of TF32.
extern const std::string_view tf32_demand;
bool needs_tf32(const Form& form);
bool needs_tf32(const assay_call& call);

/// A static assertion that never holds where something is set before the call that no statement
/// sets: what lies in no convolution tile is the machine's to set. Empty for all other calls.
std::string set_by_machine(const assay_call& call);

}  // namespace assay::runners::sdk
