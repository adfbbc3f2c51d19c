// SPDX-License-Identifier: Apache-2.0
// Suggestions for misspelt names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::runners {

/// Number of characters to insert, delete or replace, or of neighbours to swap, ignoring case (the
/// distance of Damerau and Levenshtein where no character is edited twice).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The shortest known name that begins with `name`, else the one nearest to it where it is near
/// enough to be meant, else an empty string.
std::string nearest(std::string_view name, const std::vector<std::string>& known);

/// "; did you mean X?" or "; known are A, B, C".
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

}  // namespace assay::runners
