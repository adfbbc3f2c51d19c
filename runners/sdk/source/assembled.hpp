// SPDX-License-Identifier: Apache-2.0
// Calls whose C++ an assembler makes.
#pragma once

#include <string>

#include "runners/sdk/source/profile.hpp"

namespace assay::runners::sdk {

/// What an assembler and a compiler are given for a call.
struct AssembledCall {
  std::string module;  ///< text of PTO-AS with one function
  std::string entry;   ///< as entry_of(), but it calls that function instead of the operation
  std::string lacks;   ///< what there is no text for, "type hif8"; then the rest is empty
};

/// Its operands are bound by the entry and once more, at the same addresses, by the function.
AssembledCall assembled_call_of(const assay_call& call, const Profile& profile, std::size_t number);

/// The C++ that an assembler made of the module, to stand before the entry of that number: what it
/// declares is in a namespace of its own.
std::string enclosed(const std::string& cpp, std::size_t number);

}  // namespace assay::runners::sdk
