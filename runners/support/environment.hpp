// SPDX-License-Identifier: Apache-2.0
// The environment that a run depends on: floating-point modes, clock, host, own folder.
#pragma once

#include <filesystem>
#include <string>

namespace assay::runners {

/// Throws InfraError unless the calling thread rounds to nearest and keeps subnormals.
void require_plain_floating_point();

/// Lets the process keep freed memory, up to 32 MiB a thread, if the C library supports that: tiles
/// are allocated and freed often, and each returned page is requested and cleared again.
void keep_freed_memory();

/// Gives a closed standard input, output or error a file of its own that takes nothing, so that no
/// file which is opened later gets its number, and with it what is printed.
void occupy_standard_files();

/// ISO 8601, UTC, whole seconds.
std::string utc_now();

/// "20260131-235959", local time: for folder names.
std::string local_stamp();

std::string host_name();

/// Eight hexadecimal digits that no other process draws but by chance.
std::string unique_id();

/// Folder of the running program.
std::filesystem::path program_folder();

/// The arguments as one line that a shell would split into the same ones.
std::string shell_line(int argc, const char* const* argv);

}  // namespace assay::runners
