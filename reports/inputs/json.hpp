// SPDX-License-Identifier: Apache-2.0
// Errors of inputs as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "reference/judge/records/records.hpp"

namespace assay::reports {

/// Everything that is known of each function among the records; empty for other records. Patterns
/// are texts in hexadecimal; an error that is no finite number is null.
nlohmann::ordered_json json_of_inputs(const Records& records);

}  // namespace assay::reports
