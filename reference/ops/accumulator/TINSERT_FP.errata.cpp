// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TINSERT_FP.
#include "reference/ops/header_errata.hpp"
#include "reference/ops/movement/accumulator/accumulator_errata.hpp"
#include "reference/ops/movement/accumulator/accumulator_windows.hpp"
#include "reference/ops/movement/shared/window.hpp"

namespace assay::ops {
namespace {

bool reaches_into_padding(const Call& call) {
  const TileSpec &in = call.tile("src"), &out = call.tile("dst");
  return row_index(call) + in.valid_rows > out.valid_rows ||
         col_index(call) + in.valid_cols > out.valid_cols;
}

}  // namespace

std::vector<Erratum> tinsert_fp_errata() {
  return followed(
      quantiser_errata("TINSERT_FP", "TInsert.hpp", inserted_through),
      {among(refusing(of_headers(Target::cpu, "E-TINSERT_FP-003", "TInsert.hpp",
                                 "windows beyond the valid region of dst are asserted against"),
                      {}),
             "a window that is not all valid in dst", reaches_into_padding)});
}

}  // namespace assay::ops
