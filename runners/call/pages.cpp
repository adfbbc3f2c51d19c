// SPDX-License-Identifier: Apache-2.0
#include "runners/call/pages.hpp"

#include <unistd.h>

namespace assay::runners {

std::uint64_t page_bytes() {
  static const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace assay::runners
