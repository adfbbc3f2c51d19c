// SPDX-License-Identifier: Apache-2.0
// The output of a printing call, and the constraints that only such calls have.
#pragma once

#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

// ---- what is printed: one line for each row, elements as the attribute `format` says ----

/// The whole tile with marks where its valid part ends.
Expected printed_tile(const Evaluation& inputs);
/// The valid part alone, without marks, as an erratum has it.
Expected printed_valid_part(const Evaluation& inputs);
/// Mat and Acc tiles go through global scratch; the page warns that a Mat tile is printed as ND
/// whatever its layout, so boxed ones may read either way.
Expected printed_through_scratch(const Evaluation& inputs);
/// ND and DN: every matrix of dimensions 3 x 4 in turn. NZ: the logical matrix of the blocks.
Expected printed_global(const Evaluation& inputs);

// ---- constraints ----

Constraint global_layout_is(const std::vector<GlobalLayout>& legal);
/// Every dimension counts something, and an NZ view has one batch: dimension 0 is not printed.
Constraint printable_view();
/// tmp holds at least the elements of the tile.
Constraint scratch_size();
/// tmp is contiguous.
Constraint dense_scratch();

/// The prose of the page about printed text.
std::vector<std::string> printing_notes();
/// On what sources contradict each other.
std::vector<Ambiguity> printing_ambiguities();

/// Known deviations of the page.
std::vector<Erratum> tprint_errata();

/// Nine characters a value: more than 1820 values do not fit the print buffer.
Scenario overflowing();

}  // namespace assay::ops
