// SPDX-License-Identifier: Apache-2.0
// Expected x Outcome -> Verdict.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/judge/errata_in_effect.hpp"
#include "reference/judge/expectation.hpp"
#include "reference/judge/standard.hpp"
#include "reference/judge/text.hpp"
#include "reference/judge/verdict/compare.hpp"
#include "reference/judge/verdict/trial_order.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// Judges a case by the promise of its page from up to three executions in the order above. Fewer
/// give fewer checks: with one there is no stray-read and no repeat check (the offline route). An
/// operand whose `after` is empty is not checked.
Verdict judge(const Case& test_case, std::span<const Trial> trials,
              const ToleranceLookup& tolerances);

/// The same where expect() of the first trial is known already; of no account for an illegal case.
Verdict judge(const Case& test_case, std::span<const Trial> trials,
              std::span<const Expected> expected, const ToleranceLookup& tolerances);

/// The same where errata are in effect. What deviates from the promise is a `known_deviation` where
/// errata of one implementation explain it whole: every element is as the first of them has it that
/// differs from the promise there, and as promised elsewhere. A mixture of what was promised and
/// what an erratum gives, over elements that the erratum concerns, stays a deviation. The verdict
/// lists every erratum in effect that differs from the promise anywhere in the case.
///
/// Where the promise depends on choices (Result::choices) the case conforms if one combination of
/// readings explains all of it; the verdict says which combinations do, and which one it is of.
Verdict judge(const Case& test_case, std::span<const Trial> trials,
              std::span<const Expected> expected, const Standard& standard);
Verdict judge(const Case& test_case, std::span<const Trial> trials, const Standard& standard);

/// A null output that would pass as well, in words: zeros, the previous contents, a copy of the
/// first tile that is read. Contents with such an output cannot show a wrong result.
std::optional<std::string> passing_null(const Case& test_case, std::span<const ElementArray> before,
                                        std::span<const Expected> expected);

/// compared_of() of a legal case that comes back whole. Where all of its results are open, elements
/// of its inputs: they must stay as they were, and that is what a pass of it says (decision 176).
std::int64_t compared_of(const Case& test_case, std::span<const ElementArray> before,
                         std::span<const Expected> expected);

/// Numbers of the errata in effect that a case could show for these contents before the call: it
/// has an element on which they differ from the promise, or they are about such calls as a whole.
std::vector<std::string> exercised_errata(const Case& test_case,
                                          std::span<const ElementArray> before,
                                          const Standard& standard);

}  // namespace assay
