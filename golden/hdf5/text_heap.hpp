// SPDX-License-Identifier: Apache-2.0
// The heaps of an HDF5 file that hold texts of variable length.
#pragma once

#include <string>
#include <string_view>

namespace assay::golden {

/// Why HDF5 1.10.8 must not read a global heap of this file, or empty. HDF5 believes the sizes in
/// such a heap: one that leads beyond the heap makes it copy past its buffers, and one that leads
/// nowhere makes it loop. A heap is what begins with the signature, version and reserved zeros of
/// "III.E. Disk Format: Level 1E - Global Heap" of the HDF5 File Format Specification 3.0;
/// one with another version is refused by HDF5 itself. Sizes have 8 bytes, as in every file that
/// HDF5 makes unless it is told otherwise.
std::string text_heap_problem(std::string_view file);

}  // namespace assay::golden
