// SPDX-License-Identifier: Apache-2.0
// Where sources on images as columns differ, and what headers do instead.
#include "reference/ops/convolution/image.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {

std::vector<Ambiguity> image_ambiguities() {
  return {{"no page has a formula",
           "decision 142: that of the formal draft, which has the order of the CPU header"},
          {"dst is ZZ in the header of A2A3, NZ in others, and row-major on a page below tile/ops",
           "constraint dst.layout, since the founding page leaves layouts to the device headers"},
          {"what MANUAL and AUTO in FmatrixMode mean is in headers alone",
           "decision 144: everything is set before the call, so that all four give one result; "
           "decision 147: or earlier calls of a program left it in registers"},
          {"the draft has the pad beyond the number of channels, the CPU header what is there",
           "decision 142 and erratum E-TIMG2COL-001"}};
}

std::vector<std::string> image_notes() {
  return {"height and width of the feature map are those of src, repetitions are left as they are",
          "not tested: a transposed result; a number of channels of 0; several repetitions"};
}

std::vector<Erratum> timg2col_errata() {
  Erratum unmasked = of_headers(Target::cpu, "E-TIMG2COL-001", "TImg2col.hpp",
                                "the number of channels is not looked at");
  unmasked = giving(std::move(unmasked), unfolded(false));
  return {among(std::move(unmasked), "fewer channels than src has", [](const Call& call) {
    const Unfolding image = unfolding_of(call);
    return image.channels < image.blocks * image.lanes;
  })};
}

}  // namespace assay::ops
