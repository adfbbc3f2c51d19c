// SPDX-License-Identifier: Apache-2.0
// How far a backend is that makes all calls of a program by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace assay::runners {

/// What stands in assay_program::begun before the backend puts anything there.
inline constexpr std::uint32_t nothing_begun = 0xFFFFFFFF;

/// What a tap holds that the backend has not filled.
inline constexpr std::byte unfilled{0xa7};

/// Pages that a run and its worker share while the calls of a program are made:
/// assay_program::begun and then the taps, all images behind the first call, then behind the
/// second. The backend can write there whatever it likes.
class CallProgress {
 public:
  /// Bytes in whole pages for so many calls over images of so many bytes together.
  static std::uint64_t bytes_for(std::uint64_t image_bytes, std::size_t calls);

  /// Of `calls` calls, in the pages.
  CallProgress(std::span<std::byte> pages, std::uint64_t image_bytes, std::size_t calls);

  /// Nothing is begun, no tap filled.
  void reset(std::size_t tapped_calls);
  volatile std::uint32_t* begun_word() const;
  /// All images behind a call that is not the last.
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
