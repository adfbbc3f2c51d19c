// SPDX-License-Identifier: Apache-2.0
#include "reference/second_oracle/agreement/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <utility>

namespace assay::agreement {
namespace {

std::string duration(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

std::string progress_line(const std::string& subject, const Range& range, const Position& position,
                          double seconds) {
  const std::int64_t total = range.end - range.begin;
  const auto compared = static_cast<double>(position.compared);
  std::string speed;
  if (position.compared > 0 && seconds > 0) {
    const double rate = compared / seconds;
    const auto left = static_cast<double>(total - position.compared);
    speed = fmt::format(", {:.1f} million a second, {} left", rate / 1e6, duration(left / rate));
  }
  return fmt::format("{}: {:.1f} % of {}{}; goes on with --range {:#x}:{:#x}", subject,
                     100 * compared / static_cast<double>(total), total, speed, position.all_below,
                     range.end);
}

Progress::Progress(std::string subject, const Range& range)
    : subject_(std::move(subject)),
      range_(range),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      last_(start_) {}

void Progress::show(const Position& position) {
  const auto now = Clock::now();
  if (now - last_ < std::chrono::seconds(terminal_ ? 1 : 30)) return;
  last_ = now;
  const std::string line = progress_line(subject_, range_, position, seconds());
  // The rest of a longer line before it is erased.
  fmt::print(stderr, "{}{}{}", terminal_ ? "\r" : "", line, terminal_ ? "\x1b[K" : "\n");
  std::fflush(stderr);
}

void Progress::finish() const {
  if (terminal_ && last_ != start_) fmt::print(stderr, "\n");
}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace assay::agreement
