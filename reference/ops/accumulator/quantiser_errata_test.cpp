// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of the quantiser: TMOV_FP, TEXTRACT_FP and TINSERT_FP.
#include <bit>

#include "reference/ops/errata_samples_test.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

struct Quantised {
  std::uint64_t from;
  float scale;
  int offset;
  std::uint64_t promised, erroneous;
};

/// Elements of an accumulator of int32 that are converted by one descriptor on a host.
Sample quantised(const std::string& number, ElementType to, const Quantised& is) {
  const bool is_window = !number.starts_with("E-TMOV");
  const std::int64_t rows = is_window ? 32 : 16, cols = is_window ? 3 : 1;
  TileSpec dst = tile(to, rows, 32, 2, cols), src = tile(i32, rows, 32, 2, cols);
  for (TileSpec* one : {&dst, &src}) {
    one->type.location = one == &src ? Location::acc : Location::mat;
    one->type.blayout = BLayout::col_major;
    one->type.slayout = SLayout::row_major;
  }
  src.type.fractal = 1024;
  TileSpec fp = tile(u64, 1, 16, 1, cols);
  fp.type.location = Location::scaling;
  std::vector<OperandValue> operands{dst, src, fp};
  if (is_window) operands.insert(operands.end(), 2, ScalarSpec{u16, 0});
  const auto scale = std::bit_cast<std::uint32_t>(is.scale);
  return Sample(number, sample_call(number, "plain", Target::cpu, operands))
      .holds("src", is.from)
      .holds("fp", descriptor_bits(scale, is.offset, to == i8))
      .gives_all(is.promised, is.erroneous);
}

Samples quantisations() {
  Samples made;
  for (const std::string op : {"TMOV_FP", "TEXTRACT_FP", "TINSERT_FP"}) {
    // Offsets have no sign, and products are rounded twice.
    const std::string signs = "E-" + op + "-001", floats = "E-" + op + "-002";
    made.push_back(quantised(signs, i8, {20, 0.5F, -3, 7, 127}));
    made.push_back(quantised(signs, i8, {20, 0.5F, 3, 13, 127}).is_unknown());
    made.push_back(quantised(floats, u8, {(1U << 25) + 1, 0x1p-26F, 4, 5, 4}));
    made.push_back(quantised(floats, u8, {1U << 25, 0x1p-26F, 4, 4, 5}).is_unknown());
  }
  return made;
}

const SamplesOf samples_of_quantisations{quantisations};

}  // namespace
}  // namespace assay::ops
