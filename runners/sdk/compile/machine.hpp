// SPDX-License-Identifier: Apache-2.0
// Failures of a compiler that the machine caused and not the source.
#pragma once

#include <filesystem>
#include <string>

#include "runners/support/subprocess.hpp"

namespace assay::runners::sdk {

/// Why a failure says nothing about what was compiled: the process was ended by a signal that
/// others send, it lacked memory or space, or it failed without a word. Empty of every other
/// failure. An assertion of a library may use the same words and does not count.
std::string machine_fault(const ProcessResult& ran);

/// The same, but a failure without a word is not one.
std::string fault_from_outside(const ProcessResult& ran);

/// Which file system that a compiler in `folder` writes to is full; empty where none is.
std::string lack_of_space(const std::filesystem::path& folder);

/// Makes the file. Throws InfraError where it cannot be written whole: a part of a source would be
/// compiled as if it were all of it.
void write_whole(const std::filesystem::path& file, const std::string& text);

}  // namespace assay::runners::sdk
