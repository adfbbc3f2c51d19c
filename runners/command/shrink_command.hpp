// SPDX-License-Identifier: Apache-2.0
// The command that shrinks a failing case.
#pragma once

#include <string>

#include "runners/run/backend_choice.hpp"
#include "runners/triage/shrink.hpp"

namespace assay::runners {

struct ShrinkCommandOptions {
  std::string name;  ///< of a case: NAME or FILE.h5:NAME
  BackendChoice on;
  std::string out = "shrunk.h5";
  std::string accuracy;
  bool json = false;
  ShrinkOptions shrink;
};
/// Returns 1 with a shrunk case in the file, 0 where the case does not fail, 3 where the backend
/// cannot say.
int shrink_command(const ShrinkCommandOptions& options);

}  // namespace assay::runners
