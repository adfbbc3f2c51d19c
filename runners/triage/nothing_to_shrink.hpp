// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace assay::runners {

/// The case does not fail; `infra` where the backend could not say.
struct NothingToShrink : std::runtime_error {
  NothingToShrink(const std::string& sentence, bool is_infra, bool is_failing = false)
      : std::runtime_error(sentence), infra(is_infra), failing(is_failing) {}
  bool infra;
  bool failing;  ///< it fails, as a program alone: the sentence names the smallest
};

}  // namespace assay::runners
