// SPDX-License-Identifier: Apache-2.0
// Notes on loads.
#include "reference/ops/movement/load/load_view.hpp"

namespace assay::ops {

std::vector<std::string> load_notes() {
  return {
      "pairs of layouts: ND to ND, DN to DN and NZ to NZ into Vec and Mat; ND to NZ and DN "
      "to ZN into Mat; a5: MX_A_ZZ, MX_A_ND, MX_A_DN to ZZ and MX_B_NN, MX_B_ND, MX_B_DN "
      "to NN into Mat",
      "open: pads. An element outside the valid region holds its pad or what was there (the pages "
      "of types: it may be initialized; the transfer is the valid region); with Null, and in a box "
      "that holds a valid element, it holds anything",
      "patterns of pads: Zero 0; Max and Min the infinities of floats, or the ends of the range "
      "where there are none, and the extremes of integers; those of bfloat16, int8 and uint8 by "
      "choice pad_patterns, Min of e4m3 by choice e4m3_minimum; Max and Min of 4-bit formats have "
      "no pattern; a5: custom pads of float",
      "convolution tiles are loaded from a contiguous NC1HWC0 view of their own shape and type; "
      "others are not tested: no page lists a pair of layouts for NC1HWC0, NDC1HWC0, FRACTAL_Z or "
      "FRACTAL_Z_3D, or says where their elements go (decision 046)"};
}

std::vector<Ambiguity> load_ambiguities() {
  return {
      {"the conventions leave the rest of a tile unspecified, the page of layouts may initialize "
       "it "
       "with a pad, the page of formats says that all of it becomes the pad",
       "decision 006: the pad or what was there"},
      {"the table of pads prints one pattern for half and bfloat16 and one for int8 and uint8",
       "choice pad_patterns (191): the type's own extreme, or that pattern"},
      {"custom pads are described for A5 and float alone", "decision 006: open elsewhere"},
      {"the founding page lets A5 load 64-bit NZ tiles, a later page does not",
       "the founding page: legal, with cases"},
      {"even valid columns or rows of scale tiles are documented and not checked",
       "constraint dst.scale_pairs: legal cases keep it, no promised refusal"},
      {"checks of layout pairs are listed for A2A3 and A5",
       "constraint src.layout_pair: kept by legal cases, no promised refusal on cpu"},
      {"a table of a later page has loads into Acc, ND to ND and NZ to NZ, and the list below it "
       "Vec and Mat alone, as the founding page has for A2A3",
       "constraint dst.location: Vec and Mat; a refusal of others is promised on a2a3 alone"},
      {"a later page limits the rows of A2A3 tiles, the founding page does not",
       "the founding page: scenario many rows"},
      {"literal 16 and 2 of scale views, of which later pages make dynamic ones legal",
       "constraint src.scale_shape: legal cases are literal, no promised refusal of dynamic ones"},
      {"no page says what a view larger or smaller than the valid region means, but A5 for static "
       "ND",
       "constraints view.*: legal cases agree; a refusal is promised for static ND on a5 alone"}};
}

}  // namespace assay::ops
