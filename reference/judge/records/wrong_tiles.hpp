// SPDX-License-Identifier: Apache-2.0
// The wrong elements and the wrong text of a case, as far as a record keeps them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/judge/records/record.hpp"

namespace assay {

/// Where the outputs of a case that deviates are wrong, for CaseRecord::tiles; capped, so that a
/// record stays below about 10 kB per output.
std::vector<WrongTile> wrong_tiles(const Case& test_case, std::span<const Trial> trials,
                                   std::span<const Expected> expected, const Verdict& verdict);

/// The expected text of a case, in the reading nearest to the printed text, if that deviates; for
/// CaseRecord::text, capped.
std::optional<WrongText> wrong_text(std::span<const Trial> trials,
                                    std::span<const Expected> expected, const Verdict& verdict);

/// 'a' below 1 ulp, 'b' below 2, 'c' below 4, ... 'z' from 2^24 on; '?' without a distance.
char distance_letter(const std::optional<double>& ulp);

}  // namespace assay
