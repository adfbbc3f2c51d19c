// SPDX-License-Identifier: Apache-2.0
// The machine that the program runs on.
#pragma once

#include <string>

namespace assay::runners {

/// "Debian GNU/Linux 12 (bookworm)", of /etc/os-release; "unknown" where that does not say.
std::string system_name();

/// "Linux 6.1.0-28-amd64 x86_64".
std::string kernel_name();

/// Model of the first processor, of /proc/cpuinfo; where that names none, the kind of machine.
std::string processor_name();

}  // namespace assay::runners
