// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of pages with scalars.
#pragma once

#include "reference/isa/spec/op_spec.hpp"
#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {

/// A5 handles one pair of vector registers of a row: 64 columns of 8 bytes.
Erratum untouched_from_column_64(const std::string& number);

/// The CPU divides integers as C++ does: the process crashes at a zero divisor, and at the lowest
/// value over -1 from 32 bits on. Forms that begin with "scalar_first" divide the scalar.
Erratum traps_on_cpu(const std::string& number);
Erratum overflows_on_cpu(const std::string& number);

/// The CPU compares and picks: a NaN of the tile stays, and of two zeros that of the tile.
Erratum picks_on_cpu(const std::string& number, ElementFunction extreme);

/// Debug builds of A2A3 compare the valid rows of dst with the valid columns of src.
Erratum square_regions_alone(const std::string& number, const std::string& source);

/// A2A3 expands the scalar into dst first, which reaches the first valid_rows * valid_cols elements
/// of a tile with a static ValidCol below Cols; beyond them, the contents of dst are used instead.
Erratum short_expansion(const std::string& number, const std::string& source, Logic logic);

/// Whether that expansion does not reach an element of the tile.
bool expansion_misses(const Call& call, const std::string& tile, std::int64_t row,
                      std::int64_t col);
/// Whether there is such an element in the tile's valid region.
bool expansion_is_short(const Call& call, const std::string& tile);

std::vector<Erratum> tdivs_errata();
std::vector<Erratum> tpows_errata();
std::vector<Erratum> trems_errata();
std::vector<Erratum> tshls_errata();
std::vector<Erratum> tsubs_errata();
std::vector<Erratum> txors_errata();
std::vector<Erratum> texpands_errata();

}  // namespace assay::ops
