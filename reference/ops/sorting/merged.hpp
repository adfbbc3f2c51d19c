// SPDX-License-Identifier: Apache-2.0
// Lists of records that are in descending order, merged into one.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "reference/isa/spec/result.hpp"

namespace assay::ops {

/// blockLen of a call, in elements.
std::int64_t block_length(const Call& call);

/// The operands that are lists, "src0" first; one that has all lists in some forms.
std::vector<std::string> lists_of(const Call& call);
/// Whole records of the valid region of a list.
std::int64_t records_of(const TileSpec& list);

/// dst of a merge of four blocks of src after another, and again of the next four.
ExpectedTile merged_blocks(const Evaluation& inputs);
/// dst and the counts of a merge of lists. Nothing is promised after the first list has ended, if
/// `exhausted` is true; the counts mean something only then.
ExpectedTile merged_lists(const Evaluation& inputs);
ExpectedTile executed_counts(const Evaluation& inputs);
/// The same, if a merge ends after so many records.
ExpectedTile executed_counts_until(const Evaluation& inputs, std::int64_t most);

/// Puts the records of every list in descending order, each with an index of its own; no value is
/// NaN and no pad is set.
void make_lists(const Call& call, std::vector<ElementArray>& contents);

}  // namespace assay::ops
