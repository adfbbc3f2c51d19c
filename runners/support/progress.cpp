// SPDX-License-Identifier: Apache-2.0
#include "runners/support/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace assay::runners {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t bar_width = 30;
constexpr Clock::duration first_line = 2s;
constexpr Clock::duration between_lines = 5s;
constexpr Clock::duration between_bars = 100ms;
/// Less than one of them says nothing about the rate, unless half is done.
constexpr std::size_t least_done = 32;
constexpr double least_seconds = 5;

}  // namespace

std::string clock_text(double seconds) {
  const auto whole = std::llround(std::max(seconds, 0.0));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string progress_text(const CountedWork& work, const std::string& unit) {
  const std::string text = fmt::format("{}/{} {}", work.done, work.total, unit);
  const std::size_t done = work.done - work.before;
  const bool few = done < least_done && done * 2 < work.total - work.before;
  if (few || work.seconds < least_seconds) return text;
  const double rate = static_cast<double>(done) / work.seconds;
  const double left = static_cast<double>(work.total - std::min(work.done, work.total)) / rate;
  const std::string shown = rate < 10 ? fmt::format("{:.1f}", rate) : fmt::format("{:.0f}", rate);
  return fmt::format("{}, {}/s, {} left", text, shown, clock_text(left));
}

Progress::Progress(std::size_t total, bool terminal, std::string unit, std::size_t done)
    : work_{.done = done, .total = total, .before = done},
      terminal_(terminal),
      unit_(std::move(unit)),
      next_(begin_ + (terminal ? between_bars : first_line)) {}

Progress::~Progress() {
  if (terminal_ && work_.total > 0) std::fputs("\r\x1b[K", stderr);
}

void Progress::step(std::size_t count, std::size_t failed) {
  failed_ = failed_.value_or(0) + failed;
  add(count);
}

void Progress::add(std::size_t count) {
  work_.done += count;
  const Clock::time_point now = Clock::now();
  if (work_.total == 0 || now < next_) return;
  next_ = now + (terminal_ ? between_bars : between_lines);
  work_.seconds = std::chrono::duration<double>(now - begin_).count();
  show();
}

void Progress::show() const {
  std::string numbers = progress_text(work_, unit_);
  if (failed_) numbers += fmt::format(", {} failing", *failed_);
  if (!terminal_) {
    std::fputs((numbers + "\n").c_str(), stderr);
    return;
  }
  const std::size_t full = std::min(work_.done, work_.total) * bar_width / work_.total;
  std::fputs(
      fmt::format("\r[{:#<{}}{:.<{}}] {}\x1b[K", "", full, "", bar_width - full, numbers).c_str(),
      stderr);
  std::fflush(stderr);
}

}  // namespace assay::runners
