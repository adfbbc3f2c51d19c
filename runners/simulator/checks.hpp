// SPDX-License-Identifier: Apache-2.0
// The answer to a call, and how a call is parsed.
#pragma once

#include <optional>
#include <string>

#include "runners/backend.h"
#include "runners/simulator/faults.hpp"
#include "runners/simulator/rules/rules.hpp"

namespace assay::simulator {

struct Answer {
  assay_status status = ASSAY_DONE;
  std::string message;
};

/// Fills `request`, or says why the structure cannot be understood.
Answer parse(assay_call& call, Request& request);

}  // namespace assay::simulator
