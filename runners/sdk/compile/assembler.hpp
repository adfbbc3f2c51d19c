// SPDX-License-Identifier: Apache-2.0
// The user's assembler as a program that is run.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "runners/sdk/compile/index.hpp"
#include "runners/sdk/source/profile.hpp"

namespace assay::runners::sdk {

/// What an assembler made of a module.
struct AssemblerAnswer {
  Assembled kind = Assembled::no;  ///< taken, refused, failed or hung; no: the machine ended it
  std::string text;                ///< C++ if it is taken, else one sentence
};

/// Gives the assembler a module: in files of that name in the folder, which are removed. Throws
/// UsageError where the program cannot be run.
AssemblerAnswer assemble(const AssembleProfile& assembler, const std::string& module,
                         const std::filesystem::path& folder, const std::string& name,
                         const std::stop_token& stop);

/// The file of a program, which is found in PATH where the name has no slash. Throws UsageError
/// where there is none that can be executed.
std::filesystem::path program_file(const std::string& option, const std::string& name);

/// Throws UsageError unless the profile has an [assemble] and the program makes C++ of a function
/// that does nothing.
void require_assembler(const Profile& profile);

}  // namespace assay::runners::sdk
