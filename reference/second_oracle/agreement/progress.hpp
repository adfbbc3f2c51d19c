// SPDX-License-Identifier: Apache-2.0
// The progress messages of a long comparison.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "reference/second_oracle/agreement/agreement.hpp"

namespace assay::agreement {

/// "square_root f32 -> f32: 25.0 % of 4294967296, 12.3 million a second, 4 min 21 s left; goes on
/// with --range 0x40000000:0x100000000". No rate and no time left before anything is compared.
std::string progress_line(const std::string& subject, const Range& range, const Position& position,
                          double seconds);

/// Writes that line to stderr: once a second over the last one on a terminal, every half minute as
/// a separate line in a log.
class Progress {
 public:
  Progress(std::string subject, const Range& range);

  void show(const Position& position);

  /// Leaves a terminal's line alone from here on.
  void finish() const;

  /// Since construction.
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::string subject_;
  Range range_;
  bool terminal_;
  Clock::time_point start_;
  Clock::time_point last_;
};

}  // namespace assay::agreement
