// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of ops on accumulators.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/isa/spec/erratum.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

std::vector<Erratum> tinsert_fp_errata();
std::vector<Erratum> tstore_fp_errata();
/// Errata of the quantiser of hosts, for an op whose result is `quantised` of elements, in `file`.
std::vector<Erratum> quantiser_errata(const std::string& op, const std::string& file,
                                      const std::function<Result(ElementFunction)>& result);
/// The same of forms with preQuantScalar, from the number `first` on.
std::vector<Erratum> one_descriptor_errata(const std::string& op, int first,
                                           const std::string& file,
                                           const std::function<Result(ElementFunction)>& result);

/// `element`, in forms that add as a sum.
ElementFunction summed_in_sums(const ElementFunction& element);

}  // namespace assay::ops
