// SPDX-License-Identifier: Apache-2.0
// Command line of assay-suite, apart from what GoogleTest takes.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace assay::suites {

struct Options {
  std::string backend = "simulator";
  std::string accuracy;     ///< file of a profile; empty for the built-in one
  std::uint64_t seed = 1;   ///< of everything that is drawn
  std::uint64_t cases = 4;  ///< per test
  std::chrono::milliseconds timeout{5000};
  bool help = false;
};

/// Parses the arguments that testing::InitGoogleTest leaves. ASSAY_BACKEND in the environment
/// names the backend if no option does. Throws runners::UsageError with one sentence.
Options parse_options(int argc, const char* const* argv);

/// Text of --help.
std::string help_text();

}  // namespace assay::suites
