// SPDX-License-Identifier: Apache-2.0
// Lines of any numbers, with which an order of additions is compared.
#pragma once

#include <cstddef>
#include <vector>

#include "runners/sweep/line_call.hpp"

namespace assay::runners {

/// The same lines for the same call: numbers of many digits within some binades; few digits far
/// apart, which make ties; and the smallest ones. The factors of a product share its exponent.
std::vector<Line> drawn_lines(const LineCall& call, std::size_t count);

}  // namespace assay::runners
