// SPDX-License-Identifier: Apache-2.0
// Failures of a compiler that the machine caused and not the source.
#include "runners/sdk/compile/machine.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>

#include "runners/support/errors.hpp"

namespace assay::runners::sdk {
namespace {

/// A unit and its temporary files need less.
constexpr std::uint64_t least_space = std::uint64_t{16} << 20;

/// Signals that end a compiler because of another process, a limit or a full disk; its own faults
/// raise others. A shell that started it exits with the number.
constexpr std::array ended_from_outside{SIGHUP, SIGINT, SIGKILL, SIGBUS, SIGTERM, SIGXCPU, SIGXFSZ};

/// Messages of compilers, linkers and the system's library if the machine lacks something.
constexpr std::array<std::string_view, 17> words_of_lack{"No space left",
                                                         "Disk quota exceeded",
                                                         "out of memory",
                                                         "Cannot allocate memory",
                                                         "memory exhausted",
                                                         "bad_alloc",
                                                         "File too large",
                                                         "Too many open files",
                                                         "Resource temporarily unavailable",
                                                         "Input/output error",
                                                         "Read-only file system",
                                                         "command: Killed",
                                                         "command: Terminated",
                                                         "command: Bus error",
                                                         "command: File size limit",
                                                         "Killed signal terminated",
                                                         "Terminated signal terminated"};

bool is_a_librarys(std::string_view line) {
  constexpr std::array<std::string_view, 5> marks{"static assertion", "static_assert",
                                                  "note: ", "warning: ", "#error"};
  return std::ranges::any_of(
      marks, [&](std::string_view mark) { return line.find(mark) != std::string_view::npos; });
}

bool has_lack(std::string_view line) {
  return !is_a_librarys(line) && std::ranges::any_of(words_of_lack, [&](std::string_view words) {
    return line.find(words) != std::string_view::npos;
  });
}

}  // namespace

std::string fault_from_outside(const ProcessResult& ran) {
  if (ran.code == 0) return {};
  for (const int signal : ended_from_outside) {
    if (ran.code == code_of_a_signal + signal) {
      return fmt::format("was ended by signal {}, {}", signal, strsignal(signal));
    }
  }
  for (std::size_t begin = 0; begin < ran.output.size();) {
    const std::size_t end = std::min(ran.output.find('\n', begin), ran.output.size());
    const std::string_view line = std::string_view(ran.output).substr(begin, end - begin);
    begin = end + 1;
    if (has_lack(line)) return fmt::format("said: {}", line);
  }
  return {};
}

std::string machine_fault(const ProcessResult& ran) {
  const bool silent = ran.output.find_first_not_of(" \t\r\n") == std::string::npos;
  std::string fault = fault_from_outside(ran);
  if (ran.code == 0 || !silent || !fault.empty()) return fault;
  return fmt::format("failed with exit code {} and without a word", ran.code);
}

std::string lack_of_space(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& place : {folder, std::filesystem::temp_directory_path(error)}) {
    struct statvfs status {};
    if (place.empty() || statvfs(place.c_str(), &status) != 0) continue;
    if (std::uint64_t{status.f_bavail} * status.f_frsize < least_space) {
      return fmt::format("the file system of {} is full", place.string());
    }
    if (status.f_files > 0 && status.f_favail == 0) {
      return fmt::format("the file system of {} has room for no more files", place.string());
    }
  }
  return {};
}

void write_whole(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (stream) return;
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  throw InfraError(fmt::format("cannot write {}", file.string()));
}

}  // namespace assay::runners::sdk
