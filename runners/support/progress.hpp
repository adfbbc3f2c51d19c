// SPDX-License-Identifier: Apache-2.0
// How far a command is: a bar on a terminal, a plain line every few seconds elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace assay::runners {

/// "1:05" or "2:03:09".
std::string clock_text(double seconds);

/// CountedWork that is counted, and how long this process has been at it.
struct CountedWork {
  std::size_t done = 0;
  std::size_t total = 0;
  std::size_t before = 0;  ///< of `done`, by an earlier process
  double seconds = 0;
};

/// "150/300 cases, 30/s, 0:05 left". Without rate and time where this process has done too little
/// for them to mean anything: a first case waits for a compiler, and a million others do not.
std::string progress_text(const CountedWork& work, const std::string& unit);

class Progress {
 public:
  /// Writes to standard error, first after two seconds and then every five, and nothing where
  /// `total` is 0. `done` were done before this process began.
  Progress(std::size_t total, bool terminal, std::string unit = "cases", std::size_t done = 0);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Removes the bar.
  ~Progress();

  /// One more is done that cannot fail.
  void step() { add(1); }
  void step(bool failed) { step(1, failed ? 1 : 0); }
  void step(std::size_t count, std::size_t failed);

 private:
  using Clock = std::chrono::steady_clock;

  void add(std::size_t count);
  void show() const;

  CountedWork work_;
  bool terminal_;
  std::string unit_;
  std::optional<std::size_t> failed_ = {};  ///< nothing where nothing can fail
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace assay::runners
