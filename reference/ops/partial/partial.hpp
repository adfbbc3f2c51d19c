// SPDX-License-Identifier: Apache-2.0
// Common parts of the pages that combine two tiles where both have an element, and copy one
// elsewhere (decision 195).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// What an element of the valid region of dst has to be computed from.
enum class Covered : std::uint8_t { by_both, by_first, by_second, by_neither };

/// Names of the destination and both sources.
struct PartialTiles {
  std::string out = "dst";
  std::string first = "src0";
  std::string second = "src1";
};

/// Which valid regions of two sources have the element.
Covered covered(const TileSpec& first, const TileSpec& second, std::int64_t row, std::int64_t col);

/// `computed`, a result that follows in place from both sources, where both have an element. Where
/// one has, a copy; where neither has, nothing is promised. A dst without a valid element stays.
Result where_both(const Result& computed, const PartialTiles& tiles = {});

/// Element types and regions of an op of dst, src0 and src1.
Constraints partial_constraints(const std::string& page, const Types& types);
/// At launch no valid region of a source exceeds that of the destination, and that of one of them
/// is the same. No target has to refuse a breach, but for the latter where the page says "must".
Constraints partial_regions(const std::string& page, const PartialTiles& tiles = {},
                            TargetSet refused = no_target);

/// The example of the manual, and calls in which a source has fewer rows or columns than the
/// destination, or no element.
std::vector<Scenario> partial_scenarios(const PartialTiles& tiles = {});

/// Ambiguities that all pages have in the same words, and those of one page.
std::vector<Ambiguity> partial_ambiguities(std::vector<Ambiguity> own);

/// What the CPU header and that of A5 do otherwise: E-<op>-001, and E-<op>-002 if the page lists
/// 64-bit integers. `promised` is the result of the page.
std::vector<Erratum> partial_errata(const std::string& op, const Types& types,
                                    const Result& promised);
/// The CPU compares and picks: where both sources have an element, that of src0 stays unless the
/// other is better by `promised`.
Erratum keeping_first(std::string number, ElementFunction promised);

}  // namespace assay::ops
