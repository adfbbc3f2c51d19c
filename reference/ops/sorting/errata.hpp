// SPDX-License-Identifier: Apache-2.0
// Known deviations of instructions that sort.
#pragma once

#include <vector>

#include "reference/isa/spec/erratum.hpp"

namespace assay::ops {

std::vector<Erratum> tsort32_errata();
std::vector<Erratum> tmrgsort_errata();

}  // namespace assay::ops
