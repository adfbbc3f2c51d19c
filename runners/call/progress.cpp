// SPDX-License-Identifier: Apache-2.0
// How far a backend is that makes all calls of a program by itself.
#include "runners/call/progress.hpp"

#include <algorithm>
#include <cstring>

#include "runners/call/pages.hpp"

namespace assay::runners {
namespace {

/// Offsets of the number of calls with taps, and of the first tap.
constexpr std::uint64_t tapped_begin = 8;
constexpr std::uint64_t taps_begin = 64;

}  // namespace

std::uint64_t CallProgress::bytes_for(std::uint64_t image_bytes, std::size_t calls) {
  const std::uint64_t bytes = taps_begin + image_bytes * (calls - 1);
  return (bytes + page_bytes() - 1) / page_bytes() * page_bytes();
}

CallProgress::CallProgress(std::span<std::byte> pages, std::uint64_t image_bytes, std::size_t calls)
    : pages_(pages), image_bytes_(image_bytes), calls_(calls) {}

void CallProgress::reset(std::size_t tapped_calls) {
  *begun_word() = nothing_begun;
  const std::uint64_t tapped = tapped_calls;
  std::memcpy(&pages_[tapped_begin], &tapped, sizeof tapped);
  std::ranges::fill(pages_.subspan(taps_begin, image_bytes_ * tapped_calls), unfilled);
}

volatile std::uint32_t* CallProgress::begun_word() const {
  return reinterpret_cast<volatile std::uint32_t*>(pages_.data());
}

std::span<std::byte> CallProgress::behind(std::size_t call) const {
  return pages_.subspan(taps_begin + call * image_bytes_, image_bytes_);
}

std::optional<std::size_t> CallProgress::begun() const {
  const std::uint32_t call = *begun_word();
  return call < calls_ ? std::optional<std::size_t>(call) : std::nullopt;
}

std::size_t CallProgress::shown() const {
  std::uint64_t tapped = 0;
  std::memcpy(&tapped, &pages_[tapped_begin], sizeof tapped);
  const std::size_t most = std::min<std::uint64_t>(tapped, calls_ - 1);
  std::size_t calls = 0;
  const auto is_filled = [](std::byte byte) { return byte != unfilled; };
  while (calls < most && std::ranges::any_of(behind(calls), is_filled)) ++calls;
  return calls;
}

}  // namespace assay::runners
