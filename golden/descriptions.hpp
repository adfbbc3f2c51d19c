// SPDX-License-Identifier: Apache-2.0
// What datasets and columns hold, in words that stand in the file beside them.
#pragma once

#include <string_view>

#include "golden/attributes.hpp"

namespace assay::golden {

/// What the dataset at this path holds, by the last words of the path; empty for a path that no
/// file of ours has.
std::string_view description_of(std::string_view path);

/// What a column of a table holds; empty for one that no table of ours has.
std::string_view column_description(std::string_view table, std::string_view column);

/// `attributes` and, where there is one, the description of the dataset.
h5::Attributes described(std::string_view path, h5::Attributes attributes = {});

}  // namespace assay::golden
