// SPDX-License-Identifier: Apache-2.0
// Places that a user names for files and folders.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace assay::runners {

/// Whether the disk is at fault (full, broken) and not the place that was named.
bool is_disk_fault(const std::error_code& error);

/// Throws InfraError for a fault of the disk, and UsageError for a place that cannot be used.
[[noreturn]] void refuse_place(const std::string& sentence, const std::error_code& error);

/// Throws as refuse_place() unless files can be made in this folder.
void require_writable_folder(const std::filesystem::path& folder);

/// Throws as refuse_place() unless the folder exists or can be made, with those above it. Makes
/// nothing: for commands that work for minutes before they make their folder.
void require_folder_place(const std::filesystem::path& folder);

/// Throws as refuse_place() unless a file exists there or can be made.
void require_file_place(const std::filesystem::path& file);

/// Makes a folder and those above it. Throws as refuse_place().
void make_folder(const std::filesystem::path& folder);

}  // namespace assay::runners
