// SPDX-License-Identifier: Apache-2.0
// Which kernels run on this processor, and how good their results are.
#include "reference/numerics/kernels/tables.hpp"

#include <array>

namespace assay::numerics::kernels {
namespace {

struct Tables {
  std::array<const Kernels*, 3> table{&baseline};
  std::size_t count = 1;

  Tables() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("fma") == 0) return;
    if (__builtin_cpu_supports("avx2") != 0) table[count++] = &avx2;
    if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
        __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0) {
      table[count++] = &avx512;
    }
#endif
  }
};

}  // namespace

std::span<const Kernels* const> available() {
  static const Tables tables;
  return {tables.table.data(), tables.count};
}

ErrorBound error_bound_of(Function function) {
  switch (function) {
    case Function::divide:
    case Function::reciprocal:
    case Function::square_root:
      return {.rounding = 0, .error = 0x1p-51};
    case Function::reciprocal_square_root:
    case Function::logarithm:
      return {.rounding = 0x1p-49, .error = 0x1p-49};
    case Function::exponential:
      return {.rounding = 0x1p-49, .error = 0x1p-49, .near_one = true};
    case Function::power:
      return {.rounding = 0x1p-45, .error = 0x1p-45, .near_one = true};
    default:  // exact, or rounded to odd
      return {};
  }
}

}  // namespace assay::numerics::kernels
