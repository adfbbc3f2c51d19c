// SPDX-License-Identifier: Apache-2.0
// Which errata have to do with a call.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "reference/judge/judge_parts.hpp"

namespace assay {
namespace {

/// Whether `known` names the constraint, or by a star all of those between two ends of a name.
bool is_about(std::string_view known, std::string_view broken) {
  const std::size_t star = known.find('*');
  if (star == std::string_view::npos) return known == broken;
  return broken.starts_with(known.substr(0, star)) && broken.ends_with(known.substr(star + 1));
}

}  // namespace

bool arises(const Erratum& erratum, const Case& test, const Trial& trial) {
  return !erratum.arises || erratum.arises({test.call, trial.before, Tolerance{}});
}

bool is_about_call(const Erratum& erratum) {
  return erratum.effect != ErratumEffect::result && erratum.effect != ErratumEffect::anything;
}

Errata in_effect(const Case& test, const Trial& trial, const ErrataChoice& choice) {
  const std::string broken = test.intent.legal() ? "" : test.intent.constraint;
  Errata errata;
  Errata chosen;
  std::ranges::copy_if(test.form().errata, std::back_inserter(chosen),
                       [&](const Erratum* one) { return choice.includes(*one); });
  if (choice.own) {
    for (const Erratum& one : *choice.own) {
      if (one.op == test.form().op) chosen.push_back(&one);
    }
  }
  const auto concerns = [&](const Erratum* one) {
    return one->concerns(test.call) && is_about(one->constraint, broken);
  };
  const bool executed = std::ranges::any_of(chosen, [&](const Erratum* one) {
    return one->effect == ErratumEffect::acceptance && concerns(one);
  });
  for (const Erratum* one : chosen) {
    const bool dies = executed && one->effect == ErratumEffect::crash && one->constraint.empty() &&
                      one->concerns(test.call);
    if (!concerns(one) && !dies) continue;
    if (is_about_call(*one) && !arises(*one, test, trial)) continue;
    errata.push_back(one);
  }
  return errata;
}

}  // namespace assay
