// SPDX-License-Identifier: Apache-2.0
// What a run depends on besides its arguments: floating-point modes, clock, host, own folder.
#pragma once

#include <filesystem>
#include <string>

namespace assay::runners {

/// Throws InfraError unless the calling thread rounds to nearest and keeps subnormals.
void require_plain_floating_point();

/// Lets the process keep what it frees, up to 32 MiB a thread, where the C library can be told so:
/// tiles come and go, and each page that was given back is asked for and cleared again.
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
