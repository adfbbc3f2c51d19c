// SPDX-License-Identifier: Apache-2.0
// The parts of the page of TTRANS.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

/// At launch, where a breach is not promised to be refused: the valid region of dst is that of src
/// with rows and columns exchanged.
Constraint mirrored_region(const std::string& page);
/// So is this: where the strides of both tiles are aligned, tmp holds the formula's bytes: for
/// every valid column of src its valid rows, rounded up to 32 of one byte or 16 others.
Constraint room_for_columns(const std::string& page);
/// Column and row change places.
Result transposed();
/// "blocks", "unaligned", "another type", and the example of the manual.
std::vector<Scenario> transposition_scenarios();

/// Ambiguities in the text.
std::vector<Ambiguity> transposition_ambiguities();
std::vector<std::string> transposition_notes();

/// Known deviations of implementations.
std::vector<Erratum> ttrans_errata();

}  // namespace assay::ops
