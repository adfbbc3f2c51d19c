// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace assay::runners {

/// Bytes of a page of this machine.
std::uint64_t page_bytes();

}  // namespace assay::runners
