// SPDX-License-Identifier: Apache-2.0
// The answer to a call.
#pragma once

#include <string>

#include "runners/backend.h"

namespace assay::simulator {

struct Answer {
  assay_status status = ASSAY_DONE;
  std::string message;
};

}  // namespace assay::simulator
