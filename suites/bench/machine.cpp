// SPDX-License-Identifier: Apache-2.0
#include "suites/bench/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <thread>

#include "suites/bench/mpfr_baseline.hpp"

namespace assay::bench {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

std::string features() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0) {
    return "AVX-512";
  }
  return __builtin_cpu_supports("avx2") != 0 ? "AVX2" : "SSE2";
#else
  return "no vector instructions of x86";
#endif
}

std::string compiler() {
#if defined(__clang__)
  return "clang++ " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace

std::string machine_text(const std::string& numpy_version) {
  utsname system{};
  uname(&system);
  return fmt::format("{} x {}, {}, {} {}; {}; MPFR {}, numpy {}\n",
                     std::thread::hardware_concurrency(), processor(), features(), system.sysname,
                     system.release, compiler(), mpfr::version(), numpy_version);
}

}  // namespace assay::bench
