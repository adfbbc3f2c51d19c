// SPDX-License-Identifier: Apache-2.0
// What a user's library is known not to have before any case is drawn for it.
#pragma once

#include <vector>

#include "reference/isa/element_type.hpp"
#include "runners/sdk/options.hpp"

namespace assay::runners::sdk {

struct Lacking {
  bool headers = false;                    ///< they do not compile themselves
  std::vector<ElementType> elements = {};  ///< that are not declared, or are another type's name
};

/// Compiles the headers and the demands on every element type of the profile, once for each state
/// of the headers. No element of a library whose profile has nothing checked. Throws UsageError
/// where the profile, the compiler or the folder of the headers is unusable, InfraError at an
/// interrupt.
Lacking lacking_in(const SdkOptions& options);

}  // namespace assay::runners::sdk
