// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/known_checks.hpp"

#include <utility>

namespace assay::ops {

Erratum refusing(Erratum erratum, Arises arises, std::vector<std::string> says) {
  erratum.effect = ErratumEffect::refusal;
  erratum.arises = std::move(arises);
  erratum.says = std::move(says);
  return erratum;
}

Erratum overrunning(std::string number, const std::string& file) {
  Erratum made = of_headers(Target::cpu, std::move(number), file,
                            "elements of 4 bits are written a byte each, beyond the memory of dst");
  made.effect = ErratumEffect::anything;
  made.severity = Severity::critical;
  made.constraint = "*element";
  return among(std::move(made), "dst of 4-bit elements, which no page lists",
               [](const Call& call) { return bits_of(element_of(call)) == 4; });
}

}  // namespace assay::ops
