// SPDX-License-Identifier: Apache-2.0
#include "runners/merge/case_difference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/ulp_meter.hpp"

namespace assay::runners {
namespace {

std::optional<double> distance(ElementType type, std::uint64_t a, std::uint64_t b) {
  if (!is_float(type) || numerics::is_infinite(type, a)) return std::nullopt;
  return numerics::UlpMeter(type).between(b, a);
}

}  // namespace

void compare_elements(CaseDifference& out, const std::string& what, const ElementArray& a,
                      const ElementArray& b, std::int64_t width, std::size_t limit) {
  if (a.type() != b.type() || a.size() != b.size()) {
    out.notes.push_back(fmt::format("{}: {} elements of {}, {} of {}", what, a.size(),
                                    assay::name_of(a.type()), b.size(), assay::name_of(b.type())));
    return;
  }
  if (a == b) return;
  const std::int64_t columns = std::max<std::int64_t>(width, 1);
  for (std::int64_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    ++out.element_count;
    if (out.elements.size() >= limit) continue;
    out.elements.push_back(
        {what, i / columns, i % columns, a.type(), a[i], b[i], distance(a.type(), a[i], b[i])});
  }
}

}  // namespace assay::runners
