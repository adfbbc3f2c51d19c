// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/types/global_tensor.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace assay {

std::int64_t GlobalSpec::offset(const Dims5& index) const {
  return std::inner_product(index.begin(), index.end(), stride.begin(), base);
}

std::int64_t GlobalSpec::elements() const {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::int64_t GlobalSpec::allocation() const {
  // A illegal call may describe a view without elements.
  if (std::ranges::any_of(shape, [](std::int64_t size) { return size <= 0; })) return base;
  Dims5 last = shape;
  for (auto& index : last) --index;
  return offset(last) + 1;
}

ViewShape view_of(const GlobalSpec& global) {
  const auto& n = global.shape;
  switch (global.layout) {
    case GlobalLayout::ND:
      return {n[0] * n[1] * n[2] * n[3], n[4]};
    case GlobalLayout::DN:
      return {n[3], n[0] * n[1] * n[2] * n[4]};
    case GlobalLayout::NZ:
      return {n[2] * n[3], n[0] * n[1] * n[4]};
    case GlobalLayout::MX_A_ZZ:
      return {n[1] * n[3], n[2] * n[4]};
    case GlobalLayout::MX_A_ND:
      return {n[2], n[3] * n[4]};
    case GlobalLayout::MX_A_DN:
      return {n[3], n[2] * n[4]};
    case GlobalLayout::MX_B_NN:
      return {n[2] * n[4], n[1] * n[3]};
    case GlobalLayout::MX_B_ND:
      return {n[2] * n[4], n[3]};
    case GlobalLayout::MX_B_DN:
      return {n[3] * n[4], n[2]};
    case GlobalLayout::NC1HWC0:
      return {n[0] * n[2] * n[3], n[1] * n[4]};
    case GlobalLayout::FRACTAL_Z:
      return {n[0] * n[1] * n[2] * n[4], n[3]};
    case GlobalLayout::NDC1HWC0:
    case GlobalLayout::FRACTAL_Z_3D:
      return {n[0] * n[3] * n[4], n[1] * n[2]};
  }
  return {0, 0};
}

}  // namespace assay
