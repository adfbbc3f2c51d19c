// SPDX-License-Identifier: Apache-2.0
// What is said of fills in words.
#include "reference/ops/tile_scalar/fill.hpp"

namespace assay::ops {

std::vector<std::string> fill_notes() {
  return {
      "fill region: of a Vec tile the valid region; of a Mat tile Rows x Cols; of a "
      "convolution tile its shape: NC1HWC0 and FRACTAL_Z of five dimensions, NDC1HWC0 "
      "and FRACTAL_Z_3D of six, FRACTAL_Z of four, which are C1HW, N/16, 16 and C0"};
}

std::vector<Ambiguity> fill_ambiguities() {
  return {{"the manual lists four element types for A2A3 Vec tiles, the header nine",
           "constraint dst.element.Vec: the five others are never used, nor expected to be "
           "refused"},
          {"the manual lists eight element types for A5, the header also bf16 and 64-bit integers",
           "constraint dst.element.Vec: the three others are never used, nor expected to be "
           "refused"},
          {"the manual wants row-major Vec tiles, headers accept column-major",
           "constraint dst.row_major: legal cases keep it, a refusal is not promised"},
          {"Mat tiles are filled whole on devices and over the valid region on the CPU",
           "decision 003: the whole tile; erratum E-TEXPANDS-004"},
          {"A2A3 with a constant ValidCol below Cols is reported to fill consecutive elements",
           "decision 003: the valid region; erratum E-TEXPANDS-001"},
          {"64-bit Mat tiles pass the A5 element check but the fill has no 64-bit branch",
           "constraint dst.element.Mat: 64-bit is never used"},
          {"a negative int8 is reported to spill into the next byte of a Mat tile",
           "decision 003: the scalar; errata E-TEXPANDS-002 and E-TEXPANDS-003"}};
}

}  // namespace assay::ops
