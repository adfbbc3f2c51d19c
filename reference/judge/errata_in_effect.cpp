// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/errata_in_effect.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace assay {
namespace {

/// Whether `known` names the constraint, or by a star all of those between two ends of a name.
bool is_about(std::string_view known, std::string_view broken) {
  const std::size_t star = known.find('*');
  if (star == std::string_view::npos) return known == broken;
  return broken.starts_with(known.substr(0, star)) && broken.ends_with(known.substr(star + 1));
}

/// Errata of the form that are in effect, those that users list last.
Errata chosen_of(const Form& form, const ErrataChoice& choice) {
  Errata chosen;
  std::ranges::copy_if(form.errata, std::back_inserter(chosen),
                       [&](const Erratum* one) { return choice.includes(*one); });
  if (!choice.own) return chosen;
  for (const Erratum& one : *choice.own) {
    if (one.op == form.op) chosen.push_back(&one);
  }
  return chosen;
}

bool depends_on_contents(const Erratum& erratum) { return erratum.arises != nullptr; }

}  // namespace

bool arises(const Erratum& erratum, const Case& test_case, const Trial& trial) {
  return !erratum.arises || erratum.arises({test_case.call, trial.before, Tolerance{}});
}

bool is_about_call(const Erratum& erratum) {
  return erratum.effect != ErratumEffect::result && erratum.effect != ErratumEffect::anything;
}

Errata in_effect(const Case& test_case, const Trial& trial, const ErrataChoice& choice) {
  const std::string broken = test_case.intent.legal() ? "" : test_case.intent.constraint;
  Errata errata;
  const Errata chosen = chosen_of(test_case.form(), choice);
  const auto concerns = [&](const Erratum* one) {
    return one->concerns(test_case.call) && is_about(one->constraint, broken);
  };
  const bool executed = std::ranges::any_of(chosen, [&](const Erratum* one) {
    return one->effect == ErratumEffect::acceptance && concerns(one);
  });
  for (const Erratum* one : chosen) {
    const bool dies = executed && one->effect == ErratumEffect::crash && one->constraint.empty() &&
                      one->concerns(test_case.call);
    if (!concerns(one) && !dies) continue;
    if (is_about_call(*one) && !arises(*one, test_case, trial)) continue;
    errata.push_back(one);
  }
  return errata;
}

bool is_refused_anyway(const Case& test_case, const Trial& trial, const ErrataChoice& choice,
                       std::string_view text) {
  return std::ranges::any_of(chosen_of(test_case.form(), choice), [&](const Erratum* one) {
    return one->effect == ErratumEffect::refusal && one->constraint.empty() &&
           one->concerns(test_case.call) && arises(*one, test_case, trial) &&
           one->knows_refusal(text);
  });
}

std::vector<std::string> errata_about(const Case& test_case, const ErrataChoice& choice,
                                      const Contents& contents) {
  Trial trial;
  const bool asks =
      std::ranges::any_of(chosen_of(test_case.form(), choice), [&](const Erratum* one) {
        return is_about_call(*one) && depends_on_contents(*one) && one->concerns(test_case.call);
      });
  if (asks) trial.before = contents();
  std::vector<std::string> numbers;
  for (const Erratum* one : in_effect(test_case, trial, choice)) numbers.push_back(one->number);
  return numbers;
}

const Erratum* erratum_without_values(const Case& test_case, const ErrataChoice& choice,
                                      const Contents& contents) {
  if (!test_case.intent.legal() || choice.none()) return nullptr;
  Trial trial;
  for (const Erratum* one : chosen_of(test_case.form(), choice)) {
    const bool hides = one->effect == ErratumEffect::refusal ||
                       one->effect == ErratumEffect::crash ||
                       one->effect == ErratumEffect::anything;
    if (!hides || !one->constraint.empty() || !one->concerns(test_case.call)) continue;
    if (!depends_on_contents(*one)) return one;
    if (contents && trial.before.empty()) trial.before = contents();
    if (contents && arises(*one, test_case, trial)) return one;
  }
  return nullptr;
}

}  // namespace assay
