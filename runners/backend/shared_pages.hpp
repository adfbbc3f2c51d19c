// SPDX-License-Identifier: Apache-2.0
// Pages of the arena that a backend may write to while it makes calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::runners {

/// A mapping of whole pages of a file, shared with all other mappings of them.
class SharedPages {
 public:
  /// Throws InfraError.
  SharedPages(int descriptor, std::uint64_t offset, std::uint64_t bytes);
  SharedPages(const SharedPages&) = delete;
  SharedPages& operator=(const SharedPages&) = delete;
  ~SharedPages();

  std::span<std::byte> get() const { return pages_; }

 private:
  std::span<std::byte> pages_;
};

}  // namespace assay::runners
