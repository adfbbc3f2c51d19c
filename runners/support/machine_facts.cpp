// SPDX-License-Identifier: Apache-2.0
#include "runners/support/machine_facts.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <optional>
#include <string_view>

namespace assay::runners {
namespace {

/// What follows `key` and `sign` on the first line that begins with `key`, without blanks and
/// quotes around it.
std::optional<std::string> value_in(const char* file, std::string_view key, char sign) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t place = line.find(sign);
    if (!line.starts_with(key) || place == std::string::npos) continue;
    const std::string_view around = " \t\"'";
    const std::size_t first = line.find_first_not_of(around, place + 1);
    if (first == std::string::npos) continue;
    return line.substr(first, line.find_last_not_of(around) - first + 1);
  }
  return std::nullopt;
}

utsname names() {
  utsname found{};
  uname(&found);
  return found;
}

}  // namespace

std::string system_name() {
  return value_in("/etc/os-release", "PRETTY_NAME", '=').value_or("unknown");
}

std::string kernel_name() {
  const utsname found = names();
  return fmt::format("{} {} {}", found.sysname, found.release, found.machine);
}

std::string processor_name() {
  return value_in("/proc/cpuinfo", "model name", ':').value_or(names().machine);
}

}  // namespace assay::runners
