// SPDX-License-Identifier: Apache-2.0
// Names of cases, as users type them and journals hold them.
#include <stdexcept>

#include "generators/generate.hpp"
#include "suites/fuzz/in_memory.hpp"

namespace assay::fuzz {

void read(Input input) {
  try {
    generators::case_named(text_of(input));
  } catch (const generators::BadName&) {
  }
}

}  // namespace assay::fuzz
