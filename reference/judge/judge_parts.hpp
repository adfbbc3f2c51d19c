// SPDX-License-Identifier: Apache-2.0
// Code shared by judging by the promise and explaining by errata.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/judge/difference.hpp"
#include "reference/judge/errata_in_effect.hpp"
#include "reference/judge/expectation.hpp"
#include "reference/judge/standard.hpp"
#include "reference/judge/text.hpp"
#include "reference/judge/verdict/compare.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// Whether these outputs, by operand, and this text pass where something came back: `after` has
/// what, `before` what was there.
template <typename Outputs>
bool would_pass(const Case& test_case, std::span<const ElementArray> before,
                std::span<const ElementArray> after, std::span<const Expected> expected,
                const Outputs& outputs, std::string_view printed) {
  const Form& form = test_case.form();
  for (std::size_t i = 0; i < form.results.size(); ++i) {
    if (const auto* text = std::get_if<ExpectedText>(&expected[i])) {
      if (compare_text(*text, printed).kind != VerdictKind::conforms) return false;
      continue;
    }
    const std::size_t index = form.index_of(form.results[i].operand);
    if (after[index].size() == 0) continue;
    const auto& tile = std::get<ExpectedTile>(expected[i]);
    if (!all_acceptable(tile, before[index], outputs(index))) return false;
  }
  return true;
}

/// Whether the outputs of a trial pass.
inline bool passes(const Case& test_case, const Trial& trial, std::span<const Expected> expected) {
  const auto outputs = [&](std::size_t i) -> const ElementArray& { return trial.after[i]; };
  return would_pass(test_case, trial.before, trial.after, expected, outputs, trial.text);
}

/// judge() for the readings of `standard`, without trying others.
Verdict judge_with_errata(const Case& test_case, std::span<const Trial> trials,
                          std::span<const Expected> expected, const Standard& standard);

/// One result as an erratum has it: per element, or in one entry for a text,
struct Altered {
  Expected expected;
  std::vector<bool> owned;  ///< whether its expectation replaces the promise
  std::vector<bool> shown;  ///< whether an output that it accepts can break the promise
};

/// The result of an erratum, in place of a promise, for the contents of a trial. What it leaves as
/// it was it owns, even if that is the promised value by chance, and then it does not show.
struct Alternative {
  const Erratum* erratum;
  std::vector<Altered> results;  ///< one per result of the form
  std::int64_t owned = 0;        ///< elements of all results
  std::int64_t shown = 0;
};
Alternative alternative(const Erratum& erratum, const Case& test_case, const Trial& trial,
                        std::span<const Expected> promise, const ToleranceLookup& tolerances);

/// Puts an element of `from`, or its text, in the place of what was expected.
void take_over(Expected& into, const Altered& from, std::size_t place);

}  // namespace assay
