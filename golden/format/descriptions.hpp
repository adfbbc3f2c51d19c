// SPDX-License-Identifier: Apache-2.0
// Descriptions of datasets and columns, stored in the file next to them.
#pragma once

#include <string_view>

#include "golden/hdf5/attributes.hpp"

namespace assay::golden {

/// The description of the dataset at this path, by its last words; empty for a path that no file of
/// ours has.
std::string_view description_of(std::string_view path);

/// The description of a column of a table; empty for one that no table of ours has.
std::string_view column_description(std::string_view table, std::string_view column);

/// `attributes` and, where there is one, the description of the dataset.
h5::Attributes described(std::string_view path, h5::Attributes attributes = {});

}  // namespace assay::golden
