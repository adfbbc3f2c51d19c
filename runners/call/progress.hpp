// SPDX-License-Identifier: Apache-2.0
// How far a backend is that makes all calls of a program by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace assay::runners {

/// The value of assay_program::begun before the backend stores anything there.
inline constexpr std::uint32_t nothing_begun = 0xFFFFFFFF;

/// The content of a tap that the backend has not filled.
inline constexpr std::byte unfilled{0xa7};

/// Pages that a run and its worker share while the calls of a program are made:
/// assay_program::begun and then the taps, all images after the first call, then after the second.
/// The backend can write any bytes there.
class CallProgress {
 public:
  /// Bytes in whole pages for `calls` calls over images of `image_bytes` bytes together.
  static std::uint64_t bytes_for(std::uint64_t image_bytes, std::size_t calls);

  /// Lays out `calls` calls in the pages.
  CallProgress(std::span<std::byte> pages, std::uint64_t image_bytes, std::size_t calls);

  /// Nothing is begun, no tap filled.
  void reset(std::size_t tapped_calls);
  volatile std::uint32_t* begun_word() const;
  /// All images after a call that is not the last.
  std::span<std::byte> behind(std::size_t call) const;

  /// The call that the backend said it began last; nothing where it said none that exists.
  std::optional<std::size_t> begun() const;
  /// How many of the first calls have taps in which the backend left anything.
  std::size_t shown() const;

 private:
  std::span<std::byte> pages_;
  std::uint64_t image_bytes_;
  std::size_t calls_;
};

}  // namespace assay::runners
