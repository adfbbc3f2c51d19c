// SPDX-License-Identifier: Apache-2.0
// The registers of a thread that decide how it computes, per processor.
#pragma once

#include <cstdint>

namespace assay::runners {

/// Clears the flags that compiled code expects to be clear after every call. Returns what differed,
/// as a set of ProcessChange.
std::uint32_t restore_flags();

/// Sets the environment of floating point that a process starts with. Returns what differed.
std::uint32_t restore_floating_point();

}  // namespace assay::runners
