// SPDX-License-Identifier: Apache-2.0
// Errata of searches for extremes.
#pragma once

#include <algorithm>
#include <cmath>

#include "runners/simulator/errata/reduction_errata.hpp"
#include "runners/simulator/rules/search.hpp"

namespace assay::simulator::bends {

/// The value of a pattern in a comparison of floats.
inline double compared_value(const Search& search, std::uint64_t bits) {
  if (float_format(search.element)) return value_of(search.element, bits);
  return size_of(search.element) == 2 ? value_of(ASSAY_F16, bits) : value_of(ASSAY_F32, bits);
}

/// A2A3 keeps the leader where it is not less (not more) as a half or a float.
template <Op op, bool of_floats>
struct ComparedAsFloat : Bend {
  using Bend::Bend;
  bool leads(const Search& search, std::uint64_t challenger, std::uint64_t leader,
             bool ahead) const override {
    const bool here = search.request.machine == Machine::a2a3 && op.is(search.request);
    if (!here || float_format(search.element).has_value() != of_floats) return ahead;
    const double a = compared_value(search, challenger), b = compared_value(search, leader);
    return search.smallest ? !(b <= a) : !(b >= a);
  }
};

/// A2A3 carries row numbers of two-byte sources through half.
template <Op op>
struct NumberedInHalf : Bend {
  using Bend::Bend;
  void found(const Search& search, std::uint64_t& index, std::uint64_t* value) const override {
    const Request& request = search.request;
    const bool narrow = size_of(search.element) == 2 && value == nullptr;
    if (!op.is(request) || request.machine != Machine::a2a3 || !narrow) return;
    index = *convert(ASSAY_F16, *convert(ASSAY_U32, index, ASSAY_F16), ASSAY_U32);
  }
};

/// A2A3 works in regions of tmp that may lie behind it.
template <Op op>
struct ScratchOverrun : Bend {
  using Bend::Bend;
  void ends(const Request& request) const override {
    if (!op.is(request) || request.machine != Machine::a2a3) return;
    const ColumnRoles roles = column_roles(request);
    const bool all_three = size_of(roles.src->element) == 2 && roles.value == nullptr;
    if (roles.tmp->cols >= (all_three ? 3 : 2) * gap(roles)) return;
    auto* end = static_cast<unsigned char*>(roles.tmp->data) + roles.tmp->byte_size;
    std::transform(end, end + 8, end, [](unsigned char byte) { return ~byte & 0xFF; });
  }
};

/// A comparison with a NaN is false.
template <Op op, Machine machine>
struct FirstNanStays : Bend {
  using Bend::Bend;
  bool leads(const Search& search, std::uint64_t challenger, std::uint64_t leader,
             bool ahead) const override {
    const bool here = search.request.machine == machine && op.is(search.request);
    if (!here || !float_format(search.element)) return ahead;
    const double a = compared_value(search, challenger), b = compared_value(search, leader);
    return search.smallest ? a < b : a > b;
  }
};

}  // namespace assay::simulator::bends
