// SPDX-License-Identifier: Apache-2.0
// The machine and the software of the measurements.
#pragma once

#include <string>

namespace assay::bench {

/// Processor, the vector instructions that matter here, operating system, compiler, libraries.
std::string machine_text(const std::string& numpy_version);

}  // namespace assay::bench
