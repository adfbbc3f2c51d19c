// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/convolution/image.hpp"
#include "reference/ops/convolution/registers.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

OpSpec TIMG2COL() {
  const Operand pos_m{"posM", Role::input, OperandKind::scalar};
  const Operand pos_k{"posK", Role::input, OperandKind::scalar};
  std::vector<Operand> operands{dst, src, pos_m, pos_k};
  for (const Operand& one : image_settings()) operands.push_back(one);
  return {
      .mnemonic = "TIMG2COL",
      .summary = "Makes a matrix of an image: a row for each place of a filter.",
      .forms = {{.name = "plain",
                 .operands = operands,
                 .lead = "dst",
                 .attributes = {registers_mode()},
                 .constraints =
                     joined(tiles_of_images("TIMG2COL page"), settings_of_images("TIMG2COL page")),
                 .results = {unfolded()},
                 .scenarios = image_scenarios()}},
      .decisions = {"002-outside-the-valid-region", "142-ops-of-scales-and-images",
                    "144-what-is-set-before-a-call", "147-what-a-call-leaves-in-registers"},
      .ambiguities = image_ambiguities(),
      .notes = image_notes(),
      .errata = timg2col_errata(),
  };
}

}  // namespace assay::ops
