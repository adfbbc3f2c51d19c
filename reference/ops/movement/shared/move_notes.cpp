// SPDX-License-Identifier: Apache-2.0
// Notes on moves.
#include "reference/ops/movement/shared/tile_moves.hpp"

namespace assay::ops {

std::vector<Ambiguity> move_ambiguities() {
  return {
      {"A2A3 lists no element types from Vec to Vec",
       "constraint src.element: every type of whole bytes"},
      {"CommonCheck of A5 does not say on which paths it is made, and headers make it on those of "
       "the matrix unit",
       "decision 103: its types are legal on all paths without a list, others are refused on those "
       "of the matrix unit and open from Vec to Vec"},
      {"the page speaks of one valid region, devices move the smaller one, the CPU asserts that "
       "both are equal",
       "decision 103: both are equal in every case"},
      {"the page calls the boxes of NZ C0 x C0, headers have 16 x C0", "MODEL 2.1"},
      {"the A5 header converts halves into biases and no bfloat16_t, which the page lists",
       "decision 103: the number, and E-TMOV-002"},
      {"ND to ZN lists int32_t and uint8_t, CommonCheck does not",
       "decision 103: legal into ZN; into NZ neither promised nor refused"},
      {"the page leaves conversions of accumulators to modes of headers",
       "decisions 140 and 141: those of the page of TINSERT, rounded to nearest even"},
      {"the page names ScaleLeft and ScaleRight as destinations and no layouts there; the page of "
       "TEXTRACT has those of its sources",
       "decision 103: ZZ and NN on both sides"},
      {"A2A3 limits no tables", "MODEL 5: no case is larger"}};
}

std::vector<std::string> move_notes() {
  return {
      "forms: vec is Vec to Vec, cube Mat to Left and Right, bias and scaling Mat to a table, "
      "boxes Vec to Mat in NZ and ZN, acc Acc to Vec and Mat in the same type, cast the same with "
      "a "
      "conversion or relu, scalar by one descriptor, scales Mat to ScaleLeft and ScaleRight",
      "not tested: modes of two vectors; moves of scales with a temporary tile; convolution "
      "tiles; elements of four bits from rows or NZ into ZN, whose boxes are open; compact modes"};
}

}  // namespace assay::ops
