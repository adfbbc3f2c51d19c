// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/allowed_ulp.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/judge/verdict/wrong_text.hpp"

namespace assay {

std::optional<double> allowed_ulp(const Tolerance& tolerance) {
  constexpr double correctly_rounded = 0.5;
  switch (tolerance.kind) {
    case Tolerance::Kind::exact:
    case Tolerance::Kind::correctly_rounded:
      return correctly_rounded;
    case Tolerance::Kind::ulp:
      return tolerance.bound;
    case Tolerance::Kind::relative:
      break;
  }
  return std::nullopt;
}

std::optional<double> allowed_ulp(const Call& call, const std::string& operand, ElementType element,
                                  const ToleranceLookup& tolerances) {
  const auto& results = call.form->results;
  const auto result = std::ranges::find(results, operand, &Result::operand);
  if (result == results.end() || result->accuracy.empty() || !tolerances) return std::nullopt;
  return allowed_ulp(tolerances({.accuracy = result->accuracy,
                                 .op = call.form->op,
                                 .form = call.form->name,
                                 .target = call.target,
                                 .element = element}));
}

std::string distance_of_worst(const Call& call, const Verdict& verdict,
                              const ToleranceLookup& tolerances) {
  const auto& worst = verdict.worst;
  if (verdict.deviation != Deviation::value || !worst || !worst->ulp || !worst->element) return "";
  const auto allowed = allowed_ulp(call, worst->operand, *worst->element, tolerances);
  // The sign of a zero is wrong at no distance.
  const bool is_far = allowed && *worst->ulp > *allowed;
  if (!is_far) return "";
  const std::string difference = difference_text(*worst);
  return difference.empty() ? ", " + distance_text(*worst->ulp, *allowed)
                            : fmt::format(", {}, {:g} ulp allowed", difference, *allowed);
}

}  // namespace assay
