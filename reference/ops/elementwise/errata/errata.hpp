// SPDX-License-Identifier: Apache-2.0
// Known deviations of instructions with tiles, op by op.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/spec/erratum.hpp"

namespace assay::ops {

/// The headers of neither device check that tiles lie in Vec, in two errata from `number` on.
std::vector<Erratum> anywhere_on_devices(const std::string& op, int number,
                                         const std::string& file);

std::vector<Erratum> tabs_errata();
std::vector<Erratum> tadddeqrelu_errata();
std::vector<Erratum> taddreluconv_errata();
std::vector<Erratum> tdiv_errata();
std::vector<Erratum> texp_errata();
std::vector<Erratum> tfmod_errata();
std::vector<Erratum> tfusedmuladd_errata();
std::vector<Erratum> tfusedmuladdrelu_errata();
std::vector<Erratum> tlog_errata();
std::vector<Erratum> tmax_errata();
std::vector<Erratum> tmin_errata();
std::vector<Erratum> tmuladddst_errata();
std::vector<Erratum> tneg_errata();
std::vector<Erratum> tpow_errata();
std::vector<Erratum> trecip_errata();
std::vector<Erratum> trelu_errata();
std::vector<Erratum> trem_errata();
std::vector<Erratum> trsqrt_errata();
std::vector<Erratum> tsqrt_errata();
std::vector<Erratum> tsubrelu_errata();
std::vector<Erratum> tsubreluconv_errata();

}  // namespace assay::ops
