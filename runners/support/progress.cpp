// SPDX-License-Identifier: Apache-2.0
// How far a run is: a bar on a terminal, a plain line every few seconds elsewhere.
#include "runners/support/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace assay::runners {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t bar_width = 30;

}  // namespace

std::string clock_text(double seconds) {
  const auto whole = std::llround(std::max(seconds, 0.0));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

Progress::Progress(std::size_t total, bool terminal, std::string unit, std::size_t done)
    : total_(total), terminal_(terminal), unit_(std::move(unit)), before_(done), done_(done) {}

Progress::~Progress() {
  if (terminal_ && total_ > 0) std::fputs("\r\x1b[K", stderr);
}

void Progress::step(std::size_t count, std::size_t failed) {
  done_ += count;
  failed_ += failed;
  const Clock::time_point now = Clock::now();
  const Clock::duration pause = terminal_ ? Clock::duration(100ms) : Clock::duration(5s);
  if (total_ == 0 || now - shown_ < pause) return;
  shown_ = now;
  show(now);
}

void Progress::show(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(done_ - before_) / std::max(seconds, 1e-3);
  const double left = static_cast<double>(total_ - done_) / std::max(rate, 1e-3);
  const std::string numbers = fmt::format("{}/{} {}, {:.0f}/s, {} left, {} failing", done_, total_,
                                          unit_, rate, clock_text(left), failed_);
  if (!terminal_) {
    std::fputs((numbers + "\n").c_str(), stderr);
    return;
  }
  const std::size_t full = total_ == 0 ? 0 : done_ * bar_width / total_;
  std::fputs(
      fmt::format("\r[{:#<{}}{:.<{}}] {}\x1b[K", "", full, "", bar_width - full, numbers).c_str(),
      stderr);
  std::fflush(stderr);
}

}  // namespace assay::runners
