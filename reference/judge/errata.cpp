// SPDX-License-Identifier: Apache-2.0
// Deviations that errata in effect explain.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "reference/isa/case/seen_operands.hpp"
#include "reference/judge/allowed_ulp.hpp"
#include "reference/judge/errata_together.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/judge_parts.hpp"
#include "reference/judge/verdict/wrong_text.hpp"
#include "reference/numerics/ulp_meter.hpp"

namespace assay {
namespace {

// ---- what an erratum says of one trial ----

/// The promise with every element left open.
Expected opened(Expected promise) {
  if (auto* tile = std::get_if<ExpectedTile>(&promise)) {
    for (Accept& accept : tile->accept) {
      if (accept != Accept::unspecified) accept = Accept::target_defined;
    }
  }
  return promise;
}

Expected altered(const Erratum& erratum, const Case& test_case, const Trial& trial,
                 const Result& result, const Expected& promise, const ToleranceLookup& tolerances) {
  if (erratum.effect == ErratumEffect::anything) {
    return arises(erratum, test_case, trial) ? opened(promise) : promise;
  }
  const auto own = std::ranges::find(erratum.results, result.operand, &Result::operand);
  if (own == erratum.results.end()) return promise;
  return expect(test_case.call, *own, trial.before, tolerances);
}

}  // namespace

Alternative alternative(const Erratum& erratum, const Case& test_case, const Trial& trial,
                        std::span<const Expected> promise, const ToleranceLookup& tolerances) {
  Alternative made{&erratum, {}};
  for (std::size_t i = 0; i < promise.size(); ++i) {
    const Result& result = test_case.form().results[i];
    const bool is_text = std::holds_alternative<ExpectedText>(promise[i]);
    const ElementArray* before =
        is_text ? nullptr : &trial.before[test_case.form().index_of(result.operand)];
    Expected other = altered(erratum, test_case, trial, result, promise[i], tolerances);
    std::vector<bool> owned = difference(promise[i], other);
    std::vector<bool> shown = difference(promise[i], other, before);
    made.owned += std::ranges::count(owned, true);
    made.shown += std::ranges::count(shown, true);
    made.results.push_back({std::move(other), std::move(owned), std::move(shown)});
  }
  return made;
}

void take_over(Expected& into, const Altered& from, std::size_t place) {
  auto* tile = std::get_if<ExpectedTile>(&into);
  if (tile == nullptr) {
    into = from.expected;
    return;
  }
  const auto index = static_cast<std::int64_t>(place);
  tile->take(index, std::get<ExpectedTile>(from.expected), index);
}

namespace {

// ---- a case ----

SeenErratum exercised_by(const Erratum& erratum, std::int64_t elements) {
  SeenErratum seen{.number = erratum.number, .exercised = elements};
  if (erratum.from_user) seen.title = erratum.title;
  return seen;
}

/// Of each alternative what it can show, at most, in any of the readings.
std::vector<SeenErratum> counted(const std::vector<Reading>& all, const Together& chosen) {
  std::vector<SeenErratum> seen;
  for (std::size_t k = 0; k < all.front().alternatives.size(); ++k) {
    std::int64_t most = 0;
    for (const Reading& one : all) most = std::max(most, exercised_of(one, chosen, k));
    seen.push_back(exercised_by(*all.front().alternatives[k].erratum, most));
  }
  return seen;
}

/// Bits that are promised at a place, which held those of `before`.
std::uint64_t promised_at(const ExpectedTile& tile, const ElementArray& before,
                          std::int64_t place) {
  const bool kept = tile.accept[static_cast<std::size_t>(place)] == Accept::preserved;
  return kept && before.size() > 0 ? before[place] : tile.value[place];
}

/// Counts the wrong elements that each of the chosen has, and keeps the first of them.
void count_shown(const Case& test_case, const Reading& reading, const Together& chosen,
                 std::vector<SeenErratum>& seen) {
  for (std::size_t result = 0; result < reading.promise.size(); ++result) {
    const std::string& operand = test_case.form().results[result].operand;
    const auto* tile = std::get_if<ExpectedTile>(&reading.promise[result]);
    if (tile == nullptr) {
      if (owner(reading, chosen, result, 0) != nullptr) ++seen[chosen.front()].shown;
      continue;
    }
    const std::size_t tested = test_case.form().index_of(operand);
    const ElementArray& got = reading.trial->after[tested];
    if (got.size() == 0) continue;
    const std::vector<bool> wrong = wrong_elements(*tile, reading.trial->before[tested], got);
    for (std::size_t place = 0; place < wrong.size(); ++place) {
      const Alternative* own = wrong[place] ? owner(reading, chosen, result, place) : nullptr;
      if (own == nullptr) continue;
      SeenErratum& one = seen[static_cast<std::size_t>(own - reading.alternatives.data())];
      const auto index = static_cast<std::int64_t>(place);
      if (one.shown++ > 0) continue;
      one.example = {.operand = operand,
                     .row = index / tile->cols,
                     .col = index % tile->cols,
                     .accept = tile->accept[place],
                     .expected = promised_at(*tile, reading.trial->before[tested], index),
                     .got = got[index],
                     .element = tile->value.type()};
    }
  }
}

void call_known(Verdict& verdict, const Errata& shown) {
  std::string names;
  for (const Erratum* one : shown) {
    names += fmt::format("{}{} ({})", names.empty() ? "" : " and ", one->number, one->title);
  }
  verdict.kind = VerdictKind::known_deviation;
  verdict.reason = fmt::format("known as {}: {}", names, verdict.reason);
  const bool open = std::ranges::any_of(
      shown, [](const Erratum* one) { return one->effect == ErratumEffect::anything; });
  if (open) verdict.compared = 0;  // whatever came out would have been known
}

/// The wrong elements of a result that no erratum in effect has.
std::vector<std::int64_t> unknown_places(const Reading& reading, std::size_t result,
                                         const ElementArray& before, const ElementArray& got) {
  const auto& promise = std::get<ExpectedTile>(reading.promise[result]);
  const std::vector<bool> wrong = wrong_elements(promise, before, got);
  std::vector<std::int64_t> places;
  for (std::size_t place = 0; place < wrong.size(); ++place) {
    if (!wrong[place]) continue;
    const auto index = static_cast<std::int64_t>(place);
    const bool known = std::ranges::any_of(reading.alternatives, [&](const Alternative& one) {
      const Altered& altered = one.results[result];
      return altered.owned[place] &&
             is_acceptable(std::get<ExpectedTile>(altered.expected), index,
                           before.size() > 0 ? before[index] : 0, got[index]);
    });
    if (!known) places.push_back(index);
  }
  return places;
}

WorstElement element_of(const std::string& operand, const ExpectedTile& promise,
                        const ElementArray& before, const ElementArray& got, std::int64_t place) {
  WorstElement element{.operand = operand,
                       .row = place / promise.cols,
                       .col = place % promise.cols,
                       .accept = promise.accept[static_cast<std::size_t>(place)],
                       .expected = promised_at(promise, before, place),
                       .got = got[place],
                       .element = promise.value.type()};
  if (has_interval(element.accept)) {
    const numerics::UlpMeter meter(promise.value.type());
    element.ulp = meter(element.got, promise.exact[static_cast<std::size_t>(place)]);
  }
  return element;
}

/// A deviation is shown at an element that no erratum explains: the farthest of those, unless the
/// worst one is of them.
void show_unknown(Verdict& verdict, const Case& test_case, const Reading& reading,
                  const ToleranceLookup& tolerances) {
  if (!verdict.worst) return;
  const Form& form = test_case.form();
  const auto result = std::ranges::find(form.results, verdict.worst->operand, &Result::operand);
  if (result == form.results.end()) return;
  const auto number = static_cast<std::size_t>(result - form.results.begin());
  const auto* promise = std::get_if<ExpectedTile>(&reading.promise[number]);
  const std::size_t operand = form.index_of(result->operand);
  const ElementArray& before = reading.trial->before[operand];
  const ElementArray& got = reading.trial->after[operand];
  if (promise == nullptr || got.size() == 0) return;
  std::optional<WorstElement> farthest;
  for (const std::int64_t place : unknown_places(reading, number, before, got)) {
    WorstElement one = element_of(result->operand, *promise, before, got, place);
    if (one.row == verdict.worst->row && one.col == verdict.worst->col) return;
    if (!farthest || one.ulp.value_or(-1) > farthest->ulp.value_or(-1)) farthest = std::move(one);
  }
  if (!farthest) return;
  verdict.worst = std::move(farthest);
  verdict.reason = result->operand + ": " + wrong_text(verdict) +
                   distance_of_worst(test_case.call, verdict, tolerances);
}

Reading reading_of(const Case& test_case, const Trial& trial, std::vector<Expected> promise,
                   const Errata& errata, const ToleranceLookup& tolerances) {
  Reading made{&trial, std::move(promise), {}};
  for (const Erratum* one : errata) {
    made.alternatives.push_back(alternative(*one, test_case, trial, made.promise, tolerances));
  }
  return made;
}

/// A stray read counts: what an erratum has may depend on elements that the call must not read.
bool is_about_results(const Verdict& verdict) {
  return verdict.kind == VerdictKind::deviates &&
         (verdict.deviation == Deviation::value || verdict.deviation == Deviation::wrote_outside ||
          verdict.deviation == Deviation::text || verdict.deviation == Deviation::stray_read);
}

/// Leaves out errata that own nothing in any of the readings. What is open on both sides does not
/// differ, and yet a stray read can come of an erratum that reads more.
void leave_out_idle(std::vector<Reading>& all, bool strays) {
  for (std::size_t k = all.front().alternatives.size(); k-- > 0;) {
    const auto owns = [=](const Reading& one) { return one.alternatives[k].owned > 0; };
    const bool reads_more = all.front().alternatives[k].erratum->reads_more;
    if ((strays && reads_more) || std::ranges::any_of(all, owns)) continue;
    for (Reading& one : all)
      one.alternatives.erase(one.alternatives.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

/// Errata that change what comes out of a call that was executed.
void explain_results(Verdict& verdict, const Case& test_case, std::span<const Trial> trials,
                     std::span<const Expected> expected, const Errata& errata,
                     const ToleranceLookup& tolerances) {
  std::vector<Reading> all{reading_of(test_case, trials[first_trial],
                                      {expected.begin(), expected.end()}, errata, tolerances)};
  if (is_about_results(verdict) && trials.size() > other_poison_trial) {
    const Trial& other = trials[other_poison_trial];
    const bool same = sees_the_same(test_case.call, trials[first_trial].before, other.before);
    all.push_back(
        reading_of(test_case, other,
                   same ? all.front().promise : expect(test_case.call, other.before, tolerances),
                   errata, tolerances));
  }
  const bool strays = verdict.deviation == Deviation::stray_read;
  leave_out_idle(all, strays);
  const Together chosen = is_about_results(verdict) ? explaining(test_case, all) : Together{};
  std::vector<SeenErratum> seen = counted(all, chosen);
  if (!chosen.empty()) {
    const bool first = !passes(test_case, *all.front().trial, all.front().promise);
    count_shown(test_case, first ? all.front() : all.back(), chosen, seen);
    if (strays &&
        std::ranges::all_of(seen, [](const SeenErratum& one) { return one.shown == 0; })) {
      ++seen[chosen.front()].shown;
    }
    // What errata leave open was not compared. A stray read ends the comparison with the promise;
    // with what the errata have it was made.
    const std::int64_t compared = compared_of(composed_of(all.front(), chosen));
    verdict.compared = strays ? compared : std::min(verdict.compared, compared);
    Errata shown;
    for (const std::size_t k : chosen) shown.push_back(all.front().alternatives[k].erratum);
    call_known(verdict, shown);
  } else if (verdict.deviation == Deviation::value) {
    const bool first = !passes(test_case, *all.front().trial, all.front().promise);
    show_unknown(verdict, test_case, first ? all.front() : all.back(), tolerances);
  }
  std::erase_if(seen, [](const SeenErratum& one) { return one.exercised == 0 && one.shown == 0; });
  std::ranges::move(seen, std::back_inserter(verdict.errata));
}

/// Errata that concern a call as a whole: what would show them, and whether it did.
struct WholeCall {
  ErratumEffect effect;
  bool shown;
  std::string_view text = {};  ///< of a refusal
};

/// Whether a call may have an erratum that did not show. Memory that it must not read may be
/// mapped; only if its results are as promised did it read none.
bool may_be_silent(const Erratum& erratum, const Verdict& verdict) {
  return erratum.reads_more && verdict.kind != VerdictKind::conforms;
}

/// A call that `ended` otherwise could not have shown an erratum, and does not exercise it.
void explain_call(Verdict& verdict, const Errata& errata, std::span<const WholeCall> ways,
                  bool ended) {
  Errata shown;
  for (const Erratum* one : errata) {
    for (const WholeCall& way : ways) {
      if (one->effect != way.effect) continue;
      const bool is_shown = way.shown && one->knows_refusal(way.text);
      if (!is_shown && (ended || may_be_silent(*one, verdict))) continue;
      verdict.errata.push_back(exercised_by(*one, 1));
      verdict.errata.back().shown = is_shown ? 1 : 0;
      if (is_shown) shown.push_back(one);
    }
  }
  if (!shown.empty()) call_known(verdict, {shown.front()});
}

/// The text of the first refusal.
std::string_view text_of_refusal(std::span<const Trial> trials) {
  const auto refused = std::ranges::find_if(
      trials, [](const Trial& trial) { return trial.outcome.status == Outcome::Status::rejected; });
  return refused == trials.end() ? std::string_view{} : refused->outcome.message;
}

bool is_death(VerdictKind kind) {
  return kind == VerdictKind::crashed || kind == VerdictKind::timed_out;
}

/// Where anything comes out it may depend on anything, and where memory is overread or overwritten
/// guard bands may break and no call is like another.
void explain_damage(Verdict& verdict, const Errata& errata, const Case& test_case,
                    const Trial& trial) {
  Errata shown;
  for (const Erratum* one : errata) {
    const bool reaches =
        one->severity == Severity::critical || verdict.deviation == Deviation::stray_read;
    if (one->effect != ErratumEffect::anything || !reaches || !arises(*one, test_case, trial))
      continue;
    verdict.errata.push_back(exercised_by(*one, 1));
    verdict.errata.back().shown = 1;
    shown.push_back(one);
  }
  if (!shown.empty()) call_known(verdict, {shown.front()});
}

}  // namespace

Verdict judge_with_errata(const Case& test_case, std::span<const Trial> trials,
                          std::span<const Expected> expected, const Standard& standard) {
  Verdict verdict = judge(test_case, trials, expected, standard.tolerances);
  const bool said = verdict.kind != VerdictKind::infra && verdict.kind != VerdictKind::unsupported;
  if (standard.errata.none() || !said) return verdict;
  Errata errata = in_effect(test_case, trials[first_trial], standard.errata);
  const std::string_view refusal = text_of_refusal(trials);
  const bool refused = trials[first_trial].outcome.status == Outcome::Status::rejected &&
                       !test_case.intent.legal() &&
                       is_refused_anyway(test_case, trials[first_trial], standard.errata, refusal);
  if (refused) {
    std::erase_if(errata,
                  [](const Erratum* one) { return one->effect == ErratumEffect::acceptance; });
  }
  if (errata.empty()) return verdict;
  const bool damaged = verdict.deviation == Deviation::guard_broken ||
                       verdict.deviation == Deviation::stray_read ||
                       verdict.deviation == Deviation::nondeterministic;
  if (verdict.kind == VerdictKind::deviates && damaged) {
    explain_damage(verdict, errata, test_case, trials[first_trial]);
    // A stray read may also be the way to results that an erratum has.
    const bool told = verdict.kind == VerdictKind::known_deviation;
    if (told || verdict.deviation == Deviation::guard_broken) return verdict;
  }
  const std::array ways{
      WholeCall{ErratumEffect::refusal, verdict.kind == VerdictKind::rejected_valid, refusal},
      WholeCall{ErratumEffect::acceptance, verdict.kind == VerdictKind::accepted_invalid},
      WholeCall{ErratumEffect::crash, is_death(verdict.kind)}};
  const bool executed =
      test_case.intent.legal() && std::ranges::all_of(trials, [](const Trial& trial) {
        return trial.outcome.status == Outcome::Status::done;
      });
  // A page lets targets refuse some legal calls.
  const bool ended =
      test_case.intent.legal() ? !executed : std::ranges::any_of(ways, &WholeCall::shown);
  explain_call(verdict, errata, ways, ended);
  std::erase_if(errata, [](const Erratum* one) { return is_about_call(*one); });
  if (executed && !errata.empty()) {
    explain_results(verdict, test_case, trials, expected, errata, standard.tolerances);
  }
  return verdict;
}

Verdict judge(const Case& test_case, std::span<const Trial> trials, const Standard& standard) {
  const bool needed =
      test_case.intent.legal() && trials[first_trial].outcome.status == Outcome::Status::done;
  const auto expected =
      needed ? expect(test_case.call, trials[first_trial].before, standard.tolerances)
             : std::vector<Expected>{};
  return judge(test_case, trials, expected, standard);
}

std::vector<std::string> exercised_errata(const Case& test_case,
                                          std::span<const ElementArray> before,
                                          const Standard& standard) {
  Trial trial;
  trial.before.assign(before.begin(), before.end());
  std::vector<std::string> numbers;
  std::vector<Expected> promise;
  for (const Erratum* one : in_effect(test_case, trial, standard.errata)) {
    // A call that breaks a constraint has no promised elements: what it may do is about all of it.
    const bool free = !test_case.intent.legal() && one->effect == ErratumEffect::anything;
    if (is_about_call(*one) || free) {
      numbers.push_back(one->number);
      continue;
    }
    if (!test_case.intent.legal()) continue;
    if (promise.empty()) promise = expect(test_case.call, before, standard.tolerances);
    const Alternative other = alternative(*one, test_case, trial, promise, standard.tolerances);
    if (other.shown > 0) numbers.push_back(one->number);
  }
  return numbers;
}

}  // namespace assay
