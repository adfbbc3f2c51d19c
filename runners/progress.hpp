// SPDX-License-Identifier: Apache-2.0
// How far a run is: a bar on a terminal, a plain line every few seconds elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace assay::runners {

/// "1:05" or "2:03:09".
std::string clock_text(double seconds);

class Progress {
 public:
  /// Writes to standard error.
  Progress(std::size_t total, bool terminal);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Removes the bar.
  ~Progress();

  void step(bool failed);

 private:
  using Clock = std::chrono::steady_clock;

  void show(Clock::time_point now);

  std::size_t total_;
  bool terminal_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
};

}  // namespace assay::runners
