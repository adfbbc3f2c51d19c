// SPDX-License-Identifier: Apache-2.0
// Notes on stores.
#include "reference/ops/movement/store/store_view.hpp"

namespace assay::ops {

std::vector<Ambiguity> store_ambiguities() {
  return {
      {"the page wants layouts that match and has an exception for one row or one column, of which "
       "it does not say where elements go",
       "decision 100: element (i, j) of src is element (i, j) of the view, whatever both layouts "
       "are"},
      {"the page adds Vec tiles in its example, a page below tile/ops has sums of Acc tiles alone",
       "decision 100: Vec tiles are added, as the page has it"},
      {"no page has ReluPreMode or a phase of TSTORE, headers have both",
       "decision 140: forms without them"},
      {"AtomicAdd of accumulators has int32_t and float on a page below tile/ops, all types of "
       "sums "
       "on the first one",
       "decision 140: those of both lists of types, added after the conversion"},
      {"pages call preQuantScalar a factor, the page of SET_QUANT_SCALAR encodes a float and a "
       "sign, "
       "the draft a descriptor",
       "decision 141: a descriptor whose scale is that float"},
      {"the page restricts the types of AtomicAdd on A5 without naming them, and not on A2A3",
       "constraint src.element of the form atomic: int8, int16, int32, half, bfloat16, float, "
       "which "
       "all sources name; the others of the page are no case"},
      {"limits of rows and columns stand below the stores of Acc tiles, one place further left",
       "decision 100: they are those of Acc tiles, as a page below tile/ops has them"},
      {"Mat tiles are stored on A2A3 and the CPU, not on A5", "constraint src.location: by target"},
      {"MODEL 5 has whole blocks of 32 bytes for Mat stores of A2A3, the page has not",
       "constraint dst.whole_blocks: legal cases keep it, no promised refusal"},
      {"no page says what a view larger or smaller than the valid region means",
       "constraint view.match: legal cases agree, no promised refusal"}};
}

std::vector<std::string> store_notes() {
  return {
      ("global memory is compared whole: what lies between strides, before the view and in the "
       "guard bands around it is kept"),
      "forms: acc stores accumulators as they are, scalar by one descriptor; both also as sums",
      ("accumulators are stored to NC1HWC0 views as well, pixels as rows and channels as columns, "
       "in blocks of 32 bytes"),
      ("not tested: convolution tiles; NDC1HWC0, whose channels are no dimension of a view; NHWC, "
       "NCHW and NCDHW of a5"),
      "a sum of floats is rounded once; integers wrap (decision 014)"};
}

}  // namespace assay::ops
