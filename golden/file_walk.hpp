// SPDX-License-Identifier: Apache-2.0
// A first look at a file of others, where HDF5 can end no process but one that was made for it.
#pragma once

#include <H5Cpp.h>

#include <filesystem>
#include <string>

namespace assay::golden {

/// Throws h5::Failure where HDF5 cannot open the file.
H5::H5File open_for_reading(const std::filesystem::path& path);

/// Has a child process walk through all groups, datasets and attributes of an HDF5 file. Returns
/// why the file must not be read: HDF5 ended that process or could not list the names of a group
/// (1.10.8 may end its process where an index of names fails its checksum), or the file leads to
/// other files, or its groups are nested too deeply. Empty where nothing of that is so; what is
/// merely wrong or cannot be read is left to the reader. A file that is as it was in an earlier
/// walk is not walked again. Throws std::runtime_error where no process can be had.
std::string walk_problem(const std::filesystem::path& path);

}  // namespace assay::golden
