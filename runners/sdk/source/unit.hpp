// SPDX-License-Identifier: Apache-2.0
// The source of what a user's compiler is given.
#pragma once

#include <string>
#include <vector>

#include "runners/sdk/source/profile.hpp"

namespace assay::runners::sdk {

/// Name of the file that an entry pretends to come from: "signature_17". Diagnostics name it.
std::string label_of(std::size_t number);

/// Symbol of an entry: "assay_entry_17".
std::string symbol_of(std::size_t number);

/// The common beginning of all units of a profile, compiled once: the library and the profile's
/// prologue. Includes entry.hpp under the name "assay_entry.hpp".
std::string prelude_of(const Profile& profile);

/// Conditions on the library's element types for the call to be the intended one. Each is a text of
/// its own and begins the entries of all calls that need it; ascending.
std::vector<std::string> demands_of(const assay_call& call, const Profile& profile);

/// The operation of an entry alone, on operands that are not constructed: a library that refuses
/// the types says so here too. Empty where the profile has no such text.
std::string check_of(const assay_call& call, const Profile& profile, std::size_t number);

/// One entry: declares the operands, binds the tiles, executes the operation.
std::string entry_of(const assay_call& call, const Profile& profile, std::size_t number);

/// The same with another statement, or several, in the place of the operation.
std::string entry_around(const assay_call& call, const Profile& profile, std::size_t number,
                         const std::string& operation);

/// A file for readers and compilers without a harness: the function `name` with the declarations,
/// the bindings and the statement of entry_of(). What is known at launch alone is a parameter.
std::string kernel_of(const assay_call& call, const Profile& profile, const std::string& name);

}  // namespace assay::runners::sdk
