// SPDX-License-Identifier: Apache-2.0
// The answer to a call, and how a call is parsed.
#pragma once

#include "runners/backend.h"
#include "runners/simulator/core/answer.hpp"
#include "runners/simulator/rules/rules.hpp"

namespace assay::simulator {

/// Fills `request`, or says why the structure cannot be understood.
Answer parse(assay_call& call, Request& request);

}  // namespace assay::simulator
