// SPDX-License-Identifier: Apache-2.0
// Calls as text of PTO-AS, the assembly language of the ISA (decision 213).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runners/backend.h"

namespace assay::runners::assembly {

/// What is known at launch alone and is an argument of the function.
struct LaunchArgument {
  enum class Kind : std::uint8_t {
    address,  ///< of a tile
    valid_rows,
    valid_cols,
    data,  ///< address of the first element of a view
    shape,
    stride,
    scalar,
    counts,  ///< of a merge
  };
  std::size_t operand = 0;  ///< of the call
  Kind kind = Kind::address;
  unsigned dim = 0;  ///< of a shape or a stride
  friend bool operator==(const LaunchArgument&, const LaunchArgument&) = default;
};

/// The text of a call, or what PTO-AS has no text for: "type hif8", "instruction". One is empty.
struct Spelling {
  std::string text;
  std::string lacks;
  std::string function = {};                   ///< its name
  std::vector<LaunchArgument> arguments = {};  ///< of the function, in order
  bool binds = false;  ///< the call's result is a tile that the function binds, so that no caller
                       ///< has it
};

/// A module with one function, named after the op, that makes the call: destination-passing
/// style, tiles at addresses. What is known at launch alone is an argument of the function:
/// addresses, dynamic sizes, scalars.
Spelling module_of(const assay_call& call);

/// The name that an assembler gives the target of a call, "a3" or "a5"; empty for none.
std::string_view architecture_of(std::string_view target);

}  // namespace assay::runners::assembly
