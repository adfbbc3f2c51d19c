// SPDX-License-Identifier: Apache-2.0
#include "runners/support/terminal.hpp"

#include <unistd.h>

#include <cstdlib>

namespace assay::runners {

bool wants_colour(int descriptor) {
  const char* refused = std::getenv("NO_COLOR");
  return (refused == nullptr || *refused == '\0') && isatty(descriptor) != 0;
}

}  // namespace assay::runners
