// SPDX-License-Identifier: Apache-2.0
// What implementations are known to do instead of what ops on accumulators promise.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/isa/erratum.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

std::vector<Erratum> tinsert_fp_errata();
std::vector<Erratum> tstore_fp_errata();
/// How the quantiser of hosts differs, of an op whose result is `quantised` of elements, in `file`.
std::vector<Erratum> quantiser_errata(const std::string& op, const std::string& file,
                                      const std::function<Result(ElementFunction)>& result);
/// The same of forms with preQuantScalar, from the number `first` on.
std::vector<Erratum> one_descriptor_errata(const std::string& op, int first,
                                           const std::string& file,
                                           const std::function<Result(ElementFunction)>& result);

/// `element`, in forms that add as a sum.
ElementFunction summed_in_sums(const ElementFunction& element);

}  // namespace assay::ops
