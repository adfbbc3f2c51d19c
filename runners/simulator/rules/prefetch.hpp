// SPDX-License-Identifier: Apache-2.0
// The rules of prefetches: what this machine can do with.
#pragma once

#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

constexpr bool is_prefetch_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_GLOBAL});
}

constexpr void prefetch_rules(Rules& rules, const Request& request) {
  rules.tile(request[0]);
  rules.global(request[1]);
  rules.covered(width_of(request[0].element) >= 8, "prefetches of half bytes are not simulated");
  rules.covered(request[0].element == request[1].element,
                "prefetches as another type are not simulated");
}

}  // namespace assay::simulator
