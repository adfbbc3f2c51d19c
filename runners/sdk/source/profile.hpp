// SPDX-License-Identifier: Apache-2.0
// How a PTO library is compiled, launched and reached: the contents of a profile file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runners/sdk/source/spelling.hpp"

namespace assay::runners::sdk {

/// How an assembler is called that makes C++ of text.
struct AssembleProfile {
  std::string program;               ///< of the user; empty: calls are spelled in C++
  std::vector<std::string> command;  ///< with @program@, @arch@, @source@ and @output@
  std::string arch;                  ///< what it calls the target, "a5"
  std::string error;                 ///< begins the sentence of a line that says an error
  std::int64_t seconds = 0;          ///< of one run at most
};

struct Profile {
  std::string name;
  std::string target;  ///< whose rules the library follows: "cpu", "a5", ...

  std::vector<std::string> errata;  ///< implementations whose errata the library has
  std::map<std::string, std::vector<std::string>> errata_with;  ///< more, of builds with a flag
  /// Calls that the library refuses as pages let its target (MayRefuse::text).
  std::vector<std::string> declines;

  std::string compiler;
  std::vector<std::string> flags;
  std::vector<std::string> defines;   ///< NAME or NAME=VALUE
  std::vector<std::string> link;      ///< what makes a shared object of a unit
  std::vector<std::string> includes;  ///< further folders, besides the one of the SDK
  std::vector<std::string> builds;    ///< flags of each build that users make, "-O2 -DNAME"

  std::map<std::string, std::uint64_t> capacity;   ///< bytes by location; absent: none
  std::map<std::string, std::string> environment;  ///< of the worker
  ElementNames elements;

  AssembleProfile assemble;  ///< without a command where the profile has none

  std::vector<std::string> headers;  ///< of the library, in order
  std::string function;              ///< qualifiers of functions that entries call
  std::string global;                ///< qualifier of global memory
  std::string prologue;              ///< after the headers
  std::string entry;                 ///< one entry; see replace_all below
  std::string check;                 ///< the operation alone, or empty
  std::string check_prelude;         ///< before the headers, where operations are checked; or empty
  std::string quick_prelude;         ///< before the headers of units that are to be quick; or empty
  std::string bind;                  ///< per tile
  std::string memory;                ///< per tile: an expression, or empty
  std::string load;                  ///< per tile: a statement, or empty
  std::string store;                 ///< per tile: a statement, or empty
};

/// Reads a profile. Throws UsageError with the place and the cause.
Profile parse_profile(const std::string& text, const std::string& file);

/// A file, or the name of a profile that comes with the program ("cpu-sim").
Profile load_profile(const std::string& name_or_file);

/// Every @KEY@ replaced by its value.
std::string filled(std::string text, const std::map<std::string, std::string>& values);

}  // namespace assay::runners::sdk
