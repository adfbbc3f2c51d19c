// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of pages of matrix products; the numbers
// are those of each op.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/spec/erratum.hpp"

namespace assay::ops {

/// Checks that headers lack, and types that those of the CPU do not list: 001 to 003.
std::vector<Erratum> errata_of_product(const std::string& op);
/// Those, and from 004 on what an accumulator, a bias, or a vector adds.
std::vector<Erratum> errata_of_accumulation(const std::string& op);
std::vector<Erratum> errata_of_biased_product(const std::string& op);
std::vector<Erratum> errata_of_vector_product(const std::string& op);
std::vector<Erratum> errata_of_vector_accumulation(const std::string& op);
std::vector<Erratum> errata_of_biased_vector_product(const std::string& op);

/// Of products with scales: what A5 does not check and does not read, and how the CPU reads small
/// floats.
std::vector<Erratum> errata_of_scaled_product(const std::string& op);
std::vector<Erratum> errata_of_scaled_vector_product(const std::string& op);

}  // namespace assay::ops
