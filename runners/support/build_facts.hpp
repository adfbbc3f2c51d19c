// SPDX-License-Identifier: Apache-2.0
// What this program was built from and by.
#pragma once

#include <string_view>

namespace assay::runners {

/// Version of the program.
std::string_view program_version();

/// The commit that was checked out when the program was built, as 40 hexadecimal digits; "unknown"
/// of a tree without git. It does not say whether files had local changes.
std::string_view program_commit();

/// The compiler of the program: "g++ 12.2.0", "clang++ 19.1.7 ...".
std::string_view program_compiler();

}  // namespace assay::runners
