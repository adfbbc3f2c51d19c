// SPDX-License-Identifier: Apache-2.0
// What judging by the promise and explaining by errata share.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "reference/isa/op_spec.hpp"
#include "reference/judge/judge.hpp"

namespace assay {

inline bool is_read(const Operand& operand) {
  return operand.role == Role::input || operand.role == Role::in_out;
}

/// Asserted in every build, because pages compute with what they are given: one array of the type
/// of each operand, a tile whole and its valid region within it, all of a view in its memory.
/// Throws std::logic_error; whoever reads calls from files checks them before.
void require_evaluable(const Call& call, std::span<const ElementArray> before);

/// Expected contents for one result, of the page or of an erratum.
Expected expect(const Call& call, const Result& result, std::span<const ElementArray> before,
                const ToleranceLookup& tolerances);

/// What the page's function has for contents, by the readings that it applies itself. Where `asked`
/// is not empty, the other places of a result that follows in place mean nothing.
Expected evaluate(const Call& call, const Result& result, std::span<const ElementArray> contents,
                  const ToleranceLookup& tolerances, std::span<const std::uint8_t> asked);

/// Whether `bits` may stand at a place where `before` stood.
bool is_acceptable(const ExpectedTile& expected, std::int64_t index, std::uint64_t before,
                   std::uint64_t bits);

/// Per element, or one entry for a text: whether `other` accepts anything else than the promise.
/// False where nothing is promised, or where `other` does not speak.
std::vector<bool> difference(const Expected& promise, const Expected& other);

/// Whether nothing that either accepts differs from the other so.
bool are_alike(const Expected& one, const Expected& other);

/// Whether two executions agree on an element: in the bits that are promised, where nothing is in
/// any. Payloads of NaN are not promised, so two NaN agree where any would do.
bool agrees(const ExpectedTile& expected, std::int64_t index, std::uint64_t a, std::uint64_t b);

/// all_acceptable() of elements that are asked for one by one, in order, until one is wrong: for
/// what mostly is at once.
using GotElement = std::function<std::uint64_t(std::int64_t index)>;
bool all_acceptable(const ExpectedTile& expected, const ElementArray& before,
                    const GotElement& got);

/// Whether these outputs, by operand, and this text pass where something came back: `after` has
/// what, `before` what was there.
template <typename Outputs>
bool would_pass(const Case& test, std::span<const ElementArray> before,
                std::span<const ElementArray> after, std::span<const Expected> expected,
                const Outputs& outputs, std::string_view printed) {
  const Form& form = test.form();
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
inline bool passes(const Case& test, const Trial& trial, std::span<const Expected> expected) {
  const auto outputs = [&](std::size_t i) -> const ElementArray& { return trial.after[i]; };
  return would_pass(test, trial.before, trial.after, expected, outputs, trial.text);
}

using Errata = std::vector<const Erratum*>;

/// Errata in effect that have to do with the call, with the constraint that it breaks or with its
/// legal contents. Where a breach is known to be executed, so are the deaths of what is executed.
Errata in_effect(const Case& test, const Trial& trial, const ErrataChoice& choice);

/// Whether an erratum in effect knows this refusal of a call whether it breaks a constraint or not,
/// so that nothing was seen of whether the breach would be taken.
bool is_refused_anyway(const Case& test, const Trial& trial, const ErrataChoice& choice,
                       std::string_view text);

/// judge() for the readings that `standard` has, without a look at others.
Verdict judge_with_errata(const Case& test, std::span<const Trial> trials,
                          std::span<const Expected> expected, const Standard& standard);

/// Whether an erratum bites with the contents of a trial; whether it is about how a call ends.
bool arises(const Erratum& erratum, const Case& test, const Trial& trial);
bool is_about_call(const Erratum& erratum);

/// One result as an erratum has it.
struct Altered {
  Expected expected;
  std::vector<bool> differs;  ///< per element, or one entry for a text
};

/// What an erratum has instead of a promise for the contents of a trial.
struct Alternative {
  const Erratum* erratum;
  std::vector<Altered> results;  ///< one per result of the form
  std::int64_t differing = 0;
};
Alternative alternative(const Erratum& erratum, const Case& test, const Trial& trial,
                        std::span<const Expected> promise, const ToleranceLookup& tolerances);

/// Puts an element of `from`, or its text, in the place of what was expected.
void take_over(Expected& into, const Altered& from, std::size_t place);

}  // namespace assay
