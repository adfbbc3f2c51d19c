// SPDX-License-Identifier: Apache-2.0
// Calls as text of PTO-AS, the assembly language of the ISA (decision 213).
#pragma once

#include <string>
#include <string_view>

#include "runners/backend.h"

namespace assay::runners::assembly {

/// The text of a call, or what PTO-AS has no text for: "type hif8", "instruction". One is empty.
struct Spelling {
  std::string text;
  std::string lacks;
};

/// A module with one function, named after the op, that makes the call: destination-passing
/// style, tiles at addresses. What is known at launch alone is an argument of the function:
/// addresses, dynamic sizes, scalars.
Spelling module_of(const assay_call& call);

/// The name that an assembler gives the target of a call, "a3" or "a5"; empty for none.
std::string_view architecture_of(std::string_view target);

}  // namespace assay::runners::assembly
