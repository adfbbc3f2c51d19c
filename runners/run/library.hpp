// SPDX-License-Identifier: Apache-2.0
// The part of run.json about a user's library, so that a resumed run uses the same one.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "runners/sdk/compile/prepare.hpp"

namespace assay::runners {

/// Folders and files are absolute; how many signatures were compiled at most is none of it.
nlohmann::ordered_json json_of_library(const sdk::SdkOptions& options);
/// Throws nlohmann::json::exception where a part is missing.
sdk::SdkOptions library_of(const nlohmann::ordered_json& json);

/// Ascending positions as "0-3,7": four of them and one.
std::string text_of_positions(const std::vector<std::size_t>& positions);
/// Throws UsageError for what is no such text.
std::vector<std::size_t> positions_of(const std::string& text);

}  // namespace assay::runners
