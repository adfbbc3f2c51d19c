// SPDX-License-Identifier: Apache-2.0
// Layouts a GlobalTensor or a convolution tile can declare.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

enum class GlobalLayout : std::uint8_t {
  ND,
  DN,
  NZ,
  MX_A_ND,
  MX_A_DN,
  MX_A_ZZ,
  MX_B_ND,
  MX_B_DN,
  MX_B_NN,
  NC1HWC0,
  NDC1HWC0,
  FRACTAL_Z,
  FRACTAL_Z_3D,
};

std::string_view name_of(GlobalLayout layout);
std::optional<GlobalLayout> global_layout_named(std::string_view name);

}  // namespace assay
