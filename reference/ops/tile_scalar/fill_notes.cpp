// SPDX-License-Identifier: Apache-2.0
// Notes on fills.
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
           "constraint dst.element.Vec: the manual; erratum E-TEXPANDS-007"},
          {"the manual lists eight element types for A5, the header also bf16 and 64-bit integers",
           "constraints dst.element.Vec and dst.element.Mat: the manual; erratum E-TEXPANDS-008"},
          {"the manual wants row-major Vec tiles, a later page on A5 alone, headers accept "
           "column-major ones",
           "constraint dst.row_major: refused on both; errata E-TEXPANDS-005 and E-TEXPANDS-006"},
          {"the A5 header counts the blocks of Mat tiles, which the manual has for A2A3 and for "
           "convolution tiles",
           "constraint dst.blocks: the manual"},
          {"Mat tiles are filled whole on devices and over the valid region on the CPU",
           "decision 003: the whole tile; erratum E-TEXPANDS-004"},
          {"A2A3 with a constant ValidCol below Cols is reported to fill consecutive elements",
           "decision 003: the valid region; erratum E-TEXPANDS-001"},
          {"a negative int8 is reported to spill into the next byte of a Mat tile",
           "decision 003: the scalar; errata E-TEXPANDS-002 and E-TEXPANDS-003"}};
}

}  // namespace assay::ops
