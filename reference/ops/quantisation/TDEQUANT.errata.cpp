// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TDEQUANT.
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/quantisation/dequantised.hpp"

namespace assay::ops {
namespace {

constexpr std::int64_t register_lanes = 64;

/// Whether the lanes of the last row end after those of its tile.
bool runs_past_the_tile(const Call& call) {
  const TileSpec& out = call.tile("dst");
  const std::int64_t registers = (out.valid_cols + register_lanes - 1) / register_lanes;
  return registers > 1 &&
         (out.valid_rows - 1) * out.cols() + registers * register_lanes > out.rows() * out.cols();
}

}  // namespace

std::vector<Erratum> tdequant_errata() {
  std::vector<Erratum> errata =
      unchecked_on_cpu("TDEQUANT", 1, "TDeQuant.hpp",
                       {"*.element", "*.row_major", "src.same_valid_region", "*.same_valid_rows"});
  errata.push_back(unchecked(Target::a2a3, "E-TDEQUANT-005", "TDequant.hpp", "*.same_valid_rows"));
  Erratum past = of_headers(Target::a5, "E-TDEQUANT-006", "TDeQuant.hpp",
                            "rows are written in whole registers, the last one past the tile");
  past.effect = ErratumEffect::anything;
  past.severity = Severity::critical;
  errata.push_back(among(std::move(past),
                         "more than 64 valid columns, and registers of the last row end after dst",
                         runs_past_the_tile));
  errata.push_back(overrunning("E-TDEQUANT-007", "TDeQuant.hpp"));
  return errata;
}

}  // namespace assay::ops
