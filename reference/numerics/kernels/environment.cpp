// SPDX-License-Identifier: Apache-2.0
// Checked by arithmetic, not by a control register: the effect counts, on any processor.
#include "reference/numerics/kernels/environment.hpp"

#include <limits>
#include <stdexcept>

namespace assay::numerics::kernels {
namespace {

bool keeps_subnormals() {
  volatile double normal = std::numeric_limits<double>::min();
  volatile double subnormal = std::numeric_limits<double>::denorm_min();
  volatile float small = std::numeric_limits<float>::min();
  // A product of normals that is subnormal, and one of a subnormal that is normal.
  return normal * 0.5 != 0 && subnormal * 0x1p60 != 0 && small * 0.5F != 0;
}

bool rounds_to_nearest_even() {
  volatile double half_unit = 0x1p-53;
  volatile float half_unit_f32 = 0x1p-24F;
  constexpr double next = 1 + std::numeric_limits<double>::epsilon();
  return 1 + half_unit == 1 && -1 - half_unit == -1 && next + half_unit > next &&
         -next - half_unit < -next && 1 + half_unit_f32 == 1;
}

}  // namespace

void require_ieee_arithmetic() {
  if (!keeps_subnormals()) {
    throw std::runtime_error(
        "this thread flushes subnormal numbers to zero, so no result of the reference can be "
        "trusted; some library that is linked or loaded was built with -ffast-math");
  }
  if (!rounds_to_nearest_even()) {
    throw std::runtime_error(
        "this thread does not round to nearest even, so no result of the reference can be "
        "trusted; restore the rounding mode before calling it");
  }
}

}  // namespace assay::numerics::kernels
