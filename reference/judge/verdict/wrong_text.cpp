// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/verdict/wrong_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "reference/numerics/as_double.hpp"
#include "reference/numerics/real.hpp"
#include "reference/support/text.hpp"

namespace assay {

std::string wrong_text(const Verdict& verdict) {
  const WorstElement& worst = *verdict.worst;
  return fmt::format("{} of {} elements wrong, at ({}, {}): {} {}, got {}", verdict.wrong,
                     verdict.compared, worst.row, worst.col,
                     worst.accept == Accept::preserved ? "must keep" : "expected",
                     numerics::describe(*worst.element, worst.expected),
                     numerics::describe(*worst.element, worst.got));
}

std::string difference_text(const WorstElement& worst) {
  constexpr double far = 1e6;
  if (!worst.element || !is_float(*worst.element) || !worst.ulp || !(*worst.ulp > far)) return "";
  const double wanted = numerics::as_double(*worst.element, worst.expected);
  const double got = numerics::as_double(*worst.element, worst.got);
  if (!std::isfinite(wanted)) return "";
  if (std::isinf(got)) return "infinity in place of a number";
  if (wanted == 0) return "a number in place of zero";
  if (got == 0) return "zero in place of a number";
  if (std::signbit(wanted) != std::signbit(got)) return "another sign";
  const int exponents = std::ilogb(got) - std::ilogb(wanted);
  if (std::abs(exponents) > 1) return fmt::format("exponent off by {:+}", exponents);
  return fmt::format("relative error {:.2g}", std::fabs(got - wanted) / std::fabs(wanted));
}

std::string distance_text(double ulp, double allowed) {
  const std::string limit = fmt::format("{:g}", allowed);
  std::string distance = support::ulp_figure(ulp);
  constexpr int most_digits = 17;
  for (int digits = 5; distance == limit && digits <= most_digits; ++digits) {
    distance = fmt::format("{:.{}g}", ulp, digits);
  }
  return fmt::format("{} ulp off, {} allowed", distance, limit);
}

}  // namespace assay
