// SPDX-License-Identifier: Apache-2.0
// A user's library and how it is compiled, as a user names it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace assay::runners::sdk {

struct SdkOptions {
  std::string include;               ///< folder of the library's headers
  std::string profile = "cpu-sim";   ///< name or file
  std::string compiler;              ///< instead of the profile's
  std::vector<std::string> flags;    ///< after the profile's
  std::vector<std::string> link;     ///< after the profile's
  std::string assembler;             ///< program that makes the C++ of calls; empty: none
  std::string cache;                 ///< folder of compiled units; empty: the user's cache
  unsigned jobs = 0;                 ///< compilers at a time; 0: one per processor
  bool quiet = false;                ///< print no progress
  bool quick = false;                ///< units begin with the profile's quick_prelude
  std::optional<std::size_t> limit;  ///< signatures to compile at most, spread over the forms
};

}  // namespace assay::runners::sdk
