// SPDX-License-Identifier: Apache-2.0
// The environment that a run depends on: floating-point modes, clock, host, own folder.
#include "runners/support/environment.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cfenv>
#include <cstdint>
#include <ctime>
#include <limits>
#include <random>

#include "runners/support/errors.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace assay::runners {
namespace {

std::string formatted_time(const std::tm& time, const char* format) {
  std::array<char, 64> text{};
  return std::string(text.data(), std::strftime(text.data(), text.size(), format, &time));
}

bool keeps_subnormals() {
#if defined(__SSE2__)
  constexpr unsigned flush_to_zero = 0x8000;
  constexpr unsigned subnormals_are_zero = 0x0040;
  if ((_mm_getcsr() & (flush_to_zero | subnormals_are_zero)) != 0) return false;
#endif
  volatile double smallest = std::numeric_limits<double>::min();
  return smallest / 2 > 0;
}

std::string quoted(const std::string& argument) {
  const std::string plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_";
  if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) return argument;
  std::string text = "'";
  for (const char letter : argument) {
    if (letter == '\'') {
      text += "'\\''";
    } else {
      text += letter;
    }
  }
  text += "'";
  return text;
}

}  // namespace

void require_plain_floating_point() {
  if (std::fegetround() != FE_TONEAREST) {
    throw InfraError(
        "the floating-point environment does not round to nearest; start assay from a "
        "process that leaves the rounding mode alone");
  }
  if (!keeps_subnormals()) {
    throw InfraError(
        "the floating-point environment flushes subnormals to zero; remove what sets "
        "FTZ or DAZ, such as a preloaded library built with -ffast-math");
  }
}

void keep_freed_memory() {
#if defined(__GLIBC__)
  constexpr int mebibyte = 1 << 20;
  mallopt(M_TRIM_THRESHOLD, 32 * mebibyte);
  mallopt(M_MMAP_THRESHOLD, 8 * mebibyte);
#endif
}

void occupy_standard_files() {
  int file = open("/dev/null", O_RDONLY);
  while (file >= 0 && file <= STDERR_FILENO) file = open("/dev/null", O_RDONLY);
  if (file >= 0) close(file);
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return formatted_time(parts, "%Y-%m-%dT%H:%M:%SZ");
}

std::string unique_id() { return fmt::format("{:08x}", std::random_device()()); }

std::string local_stamp() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  return formatted_time(parts, "%Y%m%d-%H%M%S");
}

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

std::filesystem::path program_folder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

std::string shell_line(int argc, const char* const* argv) {
  std::string line = "assay";
  for (int i = 1; i < argc; ++i) line.append(1, ' ').append(quoted(argv[i]));
  return line;
}

}  // namespace assay::runners
