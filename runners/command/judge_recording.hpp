// SPDX-License-Identifier: Apache-2.0
// judge of a recording: which call of a kernel is wrong.
#pragma once

#include <optional>
#include <string>

#include "reference/isa/spec/erratum.hpp"

namespace assay::runners {

struct RecordingOptions {
  std::string folder;
  std::string keep;  ///< golden file for the first wrong call; empty for none
  std::string accuracy, choices;
  std::optional<ErrataChoice> errata = {};  ///< in effect; else those of the public CPU headers
  bool strict = false;                      ///< a known deviation is a failure
  bool quiet = false;
  unsigned jobs = 0;  ///< threads; 0 for one per processor
};

/// Prints the first wrong call, one line for each other place, and the counts. Returns the exit
/// code. Throws UsageError.
int judge_recording(const RecordingOptions& options);

}  // namespace assay::runners
