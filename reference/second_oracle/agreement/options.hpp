// SPDX-License-Identifier: Apache-2.0
// The command line of assay-exhaustive.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/second_oracle/agreement/agreement.hpp"

namespace assay::agreement {

struct Options {
  std::vector<Function> functions;  ///< of one argument
  ElementType from = ElementType::f32;
  std::vector<ElementType> targets;  ///< of the results
  std::vector<RoundMode> modes = all_modes;
  std::optional<Range> range;  ///< all codes of `from` unless given
  bool stratified = false;     ///< the samples of stratified_f32() instead of codes
  int threads = 1;
  bool help = false;
};

/// One sentence for the user that says what is wrong with the command line.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

extern const std::string usage;

/// Without the name of the program. Throws UsageError.
Options parse(std::span<const std::string> words);

/// The codes or samples that the options request.
Range range_of(const Options& options);

}  // namespace assay::agreement
