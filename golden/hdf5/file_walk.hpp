// SPDX-License-Identifier: Apache-2.0
// A first check of a foreign file, in a process of its own, which HDF5 may end.
#pragma once

#include <H5Cpp.h>

#include <filesystem>
#include <string>

namespace assay::golden {

/// Throws h5::Failure where HDF5 cannot open the file.
H5::H5File open_for_reading(const std::filesystem::path& path);

/// Has a child process walk through all groups, datasets and attributes of an HDF5 file. Returns
/// why the file must not be read: HDF5 ended that process or could not list the names of a group
/// (1.10.8 may end its process if an index of names fails its checksum) or computed too long at one
/// object; the file links to other files; its groups are nested too deeply. Empty otherwise: other
/// errors are left to the reader. A file that is unchanged since an earlier walk is not walked
/// again. Throws std::runtime_error if no process can be started. SIGINT, SIGTERM and SIGHUP end
/// the calling process at once meanwhile.
std::string walk_problem(const std::filesystem::path& path);

}  // namespace assay::golden
