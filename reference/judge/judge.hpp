// SPDX-License-Identifier: Apache-2.0
// Expected x Outcome -> Verdict.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "reference/isa/case.hpp"
#include "reference/isa/choice.hpp"
#include "reference/isa/erratum.hpp"
#include "reference/judge/verdict.hpp"

namespace assay {

/// Tolerance for (accuracy key, form, target, element) as the accuracy profile gives it.
struct ToleranceKey {
  std::string accuracy;
  std::string op;
  std::string form;
  Target target;
  ElementType element;
};
using ToleranceProfile = std::function<Tolerance(const ToleranceKey&)>;

/// What an implementation is granted: tolerances, and readings of what the manual leaves open.
/// Readings that a user has pinned are the only ones; of all others the first one is read unless
/// `under` says otherwise.
class ToleranceLookup {
 public:
  ToleranceLookup() = default;
  // NOLINTBEGIN(bugprone-forwarding-reference-overload): the constraint leaves copies alone
  template <typename Profile>
  requires(!std::same_as<std::remove_cvref_t<Profile>, ToleranceLookup> &&
           std::invocable<Profile, const ToleranceKey&>) ToleranceLookup(Profile&& profile)
      : profile_(std::forward<Profile>(profile)) {}
  // NOLINTEND(bugprone-forwarding-reference-overload)

  explicit operator bool() const { return static_cast<bool>(profile_); }
  Tolerance operator()(const ToleranceKey& key) const { return profile_(key); }

  /// The same with pinned readings; a later one of `pins` has precedence over earlier ones.
  ToleranceLookup with(std::shared_ptr<const std::vector<ReadingPin>> pins) const;
  /// The same with more of them.
  ToleranceLookup with_also(const std::vector<ReadingPin>& pins) const;
  /// The same where readings that are not pinned are these.
  ToleranceLookup under(const ChosenReadings& readings) const;

  ChosenReadings readings(const Call& call) const;
  std::optional<std::uint8_t> pinned(Choice choice, const Call& call) const;

 private:
  ToleranceProfile profile_;
  std::shared_ptr<const std::vector<ReadingPin>> pins_;
  ChosenReadings under_;
};

/// What cases are held against besides their pages.
struct Standard {
  ToleranceLookup tolerances;
  ErrataChoice errata = {};  ///< in effect
};

/// Expected results of a case, one per Form::results, for given contents before the call.
std::vector<Expected> expect(const Call& call, std::span<const ElementArray> before,
                             const ToleranceLookup& tolerances);
/// The same where `known` is what expect() gave with other tolerances, or empty: what has none is
/// taken from there.
std::vector<Expected> expect(const Call& call, std::span<const ElementArray> before,
                             const ToleranceLookup& tolerances, std::span<const Expected> known);

/// Whether every result is a function of elements that poison does not reach (Result::function, and
/// valid regions of the arguments that cover that of the result): expect() then gives the same for
/// both poisons. Elsewhere pages read padding, or what dst held.
bool depends_on_arguments_alone(const Call& call);

/// Which execution of a case is which. The repeat follows the first at once: a result that flips
/// with every call, or that is the previous call's, differs there.
inline constexpr std::size_t first_trial = 0;         ///< contents with the first poison
inline constexpr std::size_t repeat_trial = 1;        ///< the same again
inline constexpr std::size_t other_poison_trial = 2;  ///< contents with the second poison

/// Judges a case by the promise of its page from up to three executions in the order above. Fewer
/// give fewer checks: with one there is no stray-read and no repeat check (the offline route). An
/// operand whose `after` is empty is not checked.
Verdict judge(const Case& test, std::span<const Trial> trials, const ToleranceLookup& tolerances);

/// The same where expect() of the first trial is known already; of no account for an illegal case.
Verdict judge(const Case& test, std::span<const Trial> trials, std::span<const Expected> expected,
              const ToleranceLookup& tolerances);

/// The same where errata are in effect. What deviates from the promise is a `known_deviation` where
/// errata of one implementation explain it whole: every element is as the first of them has it that
/// differs from the promise there, and as promised elsewhere. A mixture of what was promised and
/// what an erratum gives, over elements that the erratum concerns, stays a deviation. The verdict
/// lists every erratum in effect that differs from the promise anywhere in the case.
///
/// Where the promise depends on choices (Result::choices) the case conforms if one combination of
/// readings explains all of it; the verdict says which combinations do, and which one it is of.
Verdict judge(const Case& test, std::span<const Trial> trials, std::span<const Expected> expected,
              const Standard& standard);
Verdict judge(const Case& test, std::span<const Trial> trials, const Standard& standard);

/// Verdict on one expected tile against one candidate, without the surroundings of a case.
Verdict compare(const ExpectedTile& expected, const ElementArray& before, const ElementArray& got);

/// Whether compare() finds nothing wrong, without counting or measuring anything.
bool all_acceptable(const ExpectedTile& expected, const ElementArray& before,
                    const ElementArray& got);

/// One flag per element of the tile: compared, and not acceptable.
std::vector<bool> wrong_elements(const ExpectedTile& expected, const ElementArray& before,
                                 const ElementArray& got);

/// A null output that would pass as well, in words: zeros, what was there before, a copy of the
/// first tile that is read. Contents for which there is one cannot tell right from wrong.
std::optional<std::string> passing_null(const Case& test, std::span<const ElementArray> before,
                                        std::span<const Expected> expected);

/// Elements and texts of a promise that are held against an output.
std::int64_t compared_of(std::span<const Expected> expected);

/// The same of a legal case that comes back whole. Where all of its results are open, elements of
/// its inputs: they must stay as they were, and that is what a pass of it says (decision 176).
std::int64_t compared_of(const Case& test, std::span<const ElementArray> before,
                         std::span<const Expected> expected);

/// Verdict on printed text.
Verdict compare_text(const ExpectedText& expected, std::string_view got);

/// Numbers of the errata in effect that a case could show for these contents before the call: it
/// has an element on which they differ from the promise, or they are about such calls as a whole.
std::vector<std::string> exercised_errata(const Case& test, std::span<const ElementArray> before,
                                          const Standard& standard);

/// Contents of all operands before a call; asked for where an erratum depends on them.
using Contents = std::function<std::vector<ElementArray>()>;

/// Numbers of the errata in effect that have to do with the call, with the constraint that it
/// breaks or with such contents; whether any element shows it is not asked.
std::vector<std::string> errata_about(const Case& test, const ErrataChoice& choice,
                                      const Contents& contents);

/// The first erratum in effect for which no value of a legal case is compared: it says that the
/// call is refused, that it ends the process, or that anything may come out. Null where there is
/// none. Without contents errata that depend on them do not count.
const Erratum* erratum_without_values(const Case& test, const ErrataChoice& choice,
                                      const Contents& contents);

}  // namespace assay
