// SPDX-License-Identifier: Apache-2.0
// Names of cases, as users type them and journals hold them.
#include <stdexcept>

#include "generators/generate.hpp"
#include "suites/fuzz/in_memory.hpp"

namespace assay::fuzz {

bool read(Input input) {
  try {
    generators::case_named(text_of(input));
    return true;
  } catch (const generators::BadName&) {
    return false;
  }
}

}  // namespace assay::fuzz
