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
  /// Writes to standard error, and nothing where `total` is 0. `done` were done before this process
  /// began.
  Progress(std::size_t total, bool terminal, std::string unit = "cases", std::size_t done = 0);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Removes the bar.
  ~Progress();

  void step(bool failed) { step(1, failed ? 1 : 0); }
  void step(std::size_t count, std::size_t failed);

 private:
  using Clock = std::chrono::steady_clock;

  void show(Clock::time_point now);

  std::size_t total_;
  bool terminal_;
  std::string unit_;
  std::size_t before_;
  std::size_t done_;
  std::size_t failed_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
};

}  // namespace assay::runners
