// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/run_options.hpp"

namespace assay::runners {

std::vector<std::string> backends_of(const RunOptions& options) {
  if (options.rival.empty()) return {options.backend};
  return {options.backend, options.rival};
}

}  // namespace assay::runners
