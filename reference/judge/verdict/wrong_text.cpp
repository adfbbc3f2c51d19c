// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/verdict/wrong_text.hpp"

#include <fmt/format.h>

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
