// SPDX-License-Identifier: Apache-2.0
// The part of run.json about a user's library, so that a resumed run uses the same one.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/case/backend_spec.hpp"
#include "reference/isa/case/case.hpp"
#include "runners/sdk/compile/prepare.hpp"

namespace assay::runners {

/// Folders and files are absolute; how many signatures were compiled at most is none of it.
nlohmann::ordered_json json_of_library(const sdk::SdkOptions& options);
/// Throws nlohmann::json::exception where a part is missing.
sdk::SdkOptions library_of(const nlohmann::ordered_json& json);

/// The options that name a library, a word each: all of them decide its results.
std::vector<std::string> library_words(const sdk::SdkOptions& library);

/// The same for a shell, with the backend and the cache: "--backend sdk --sdk-include mylib
/// --sdk-profile cpu-sim --cxx clang++-19".
std::string options_text(const sdk::SdkOptions& library);
/// The same of one build of it.
std::string options_text(const sdk::SdkOptions& library, const std::string& build);

/// Whether the compiler of a library refused a call, whatever its inputs are; false of every other
/// backend. Throws as sdk::read_index().
bool is_refused_by_compiler(const BackendSpec& backend, const Case& test_case);

/// Ascending positions as "0-3,7": four of them and one.
std::string text_of_positions(const std::vector<std::size_t>& positions);
/// Throws UsageError for what is no such text.
std::vector<std::size_t> positions_of(const std::string& text);

}  // namespace assay::runners
