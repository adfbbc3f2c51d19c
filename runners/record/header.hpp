// SPDX-License-Identifier: Apache-2.0
// The header that records the calls of a kernel.
#pragma once

#include <string>
#include <vector>

namespace assay::runners {

/// The text of assay/record.hpp: for the instructions that have pages and results, those of
/// decision 192, and `more`.
std::string recorder_header(const std::vector<std::string>& more);

}  // namespace assay::runners
