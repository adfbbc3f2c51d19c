// SPDX-License-Identifier: Apache-2.0
// Counts of bytes in the rows of a tile: what only these have.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/page.hpp"

namespace assay::ops {

/// The attribute with the counted byte, BYTE_0 is the lowest.
Attribute counted_byte();

/// dst[row, byte]: so many elements of the row have that byte and pass the filter.
Result byte_counts();
/// The same, and those of all smaller bytes.
Result cumulative_counts();

/// The byte is one that the elements of src have.
Constraint byte_of_source();
/// Shape and layout of idx: a match byte for each row, or a row for each filter byte.
Constraint shape_of_filter();
/// dst has 256 valid columns for each row of src.
Constraint bins_for_each_row();

/// Gives most elements of src the bytes of the filter, some of them a part of it, and each row of
/// idx of uint32 one byte.
void admit_matches(const Call& call, std::vector<ElementArray>& contents);

std::vector<Erratum> thistogram_errata();

}  // namespace assay::ops
