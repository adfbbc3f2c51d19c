// SPDX-License-Identifier: Apache-2.0
// Cases as JSON that explains itself: reports/schema/vectors-1.schema.json says what it holds.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "golden/golden.hpp"

namespace assay::runners {

using VectorJson = nlohmann::ordered_json;

/// The meaning of the flags of a vector, by flag.
using FlagTexts = std::map<std::string, std::string>;

/// One case with its flags, whose meanings go to `flags`. Elements are hexadecimal digits, as many
/// for each as its width needs, in row-major order of the whole tile or by address.
VectorJson vector_json(const golden::GoldenCase& golden, FlagTexts& flags);

}  // namespace assay::runners
