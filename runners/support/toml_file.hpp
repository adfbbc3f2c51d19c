// SPDX-License-Identifier: Apache-2.0
// TOML tables read strictly: every key known, every type right, every sentence with a file name.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runners/support/errors.hpp"

namespace assay::runners {

/// Throws UsageError with position and cause.
toml::table parse_toml(std::string_view text, const std::string& file);

/// The file's text; throws UsageError.
std::string read_text_file(const std::string& file);

/// Throws UsageError "FILE:LINE: message".
[[noreturn]] void toml_error(const std::string& file, const toml::node& node,
                             const std::string& message);

/// Throws for the first key of `table` that is not among `known`.
void require_known_keys(const toml::table& table, const std::vector<std::string>& known,
                        const std::string& file);

/// The value under a key, nothing where there is none; throws where it has another type.
std::optional<std::string> text_at(const toml::table& table, std::string_view key,
                                   const std::string& file);
std::optional<double> number_at(const toml::table& table, std::string_view key,
                                const std::string& file);
std::optional<std::int64_t> count_at(const toml::table& table, std::string_view key,
                                     const std::string& file);

}  // namespace assay::runners
