// SPDX-License-Identifier: Apache-2.0
// Where the wrong elements of a finding's cases are, and of which size they should be.
#pragma once

#include <span>
#include <string>

#include "reference/judge/records/record.hpp"

namespace assay::reports {

/// A summary of a record's wrong elements; `in_place` in the order of the places below.
WrongBrief brief_of(const CaseRecord& record);

/// "the last valid row", "the last valid column", "the columns beyond the last whole 32 bytes of a
/// row", or 256 bytes, which is a repeat of the vector unit: where nine in ten of the cases that
/// can show it have all their wrong elements. A case can show it if that is a part of its valid
/// region and the record lists every wrong element. Empty if there is no such place, or fewer than
/// two cases show it, or these are fewer than half.
std::string shared_place(std::span<const WrongBrief> failing);

/// "the rows from 17 on", "the columns from 64 on": the first row or column, not 0, in which each
/// of nine in ten tiles is wrong first. Empty unless these are three with at least two sizes.
std::string shared_start(std::span<const WrongTile> failing);

/// "+-[256, 512)": a range between powers of two that holds the values that the
/// recorded wrong elements should have, where these are finite and not zero. Empty unless all are
/// floats of one format, and the range is narrow enough to mean something.
std::string shared_range(std::span<const WrongBrief> failing);

}  // namespace assay::reports
