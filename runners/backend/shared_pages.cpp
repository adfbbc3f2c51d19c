// SPDX-License-Identifier: Apache-2.0
// Pages of the arena that a backend may write to while it makes calls.
#include "runners/backend/shared_pages.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "runners/support/errors.hpp"

namespace assay::runners {

SharedPages::SharedPages(int descriptor, std::uint64_t offset, std::uint64_t bytes) {
  void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor,
                       static_cast<off_t>(offset));
  if (address == MAP_FAILED) {
    throw InfraError(
        fmt::format("cannot map {} bytes for what is between the calls of a "
                    "program: {}",
                    bytes, std::strerror(errno)));
  }
  pages_ = {static_cast<std::byte*>(address), bytes};
}

SharedPages::~SharedPages() { munmap(pages_.data(), pages_.size()); }

}  // namespace assay::runners
