// SPDX-License-Identifier: Apache-2.0
// How pages turn mathematics over exact numbers into acceptable results.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/ops/placement.hpp"

namespace assay::ops {

/// dst[i,j] = function(arguments[0][i,j], ...), or of the elements given by `placements`, over the
/// valid region of dst, rounded once within the tolerance of `accuracy`; outside it dst is
/// unspecified. Arguments are tiles, or scalars that count for every element, all of one element
/// type. If the exact result is NaN any NaN is acceptable.
struct Elementwise {
  Function function;
  std::vector<std::string> arguments = {"src"};
  std::string accuracy = {};
  Promise promised = {};
  std::string destination = "dst";
  std::vector<Placement> placements = {};  ///< one per argument; all of them `same` where empty
  /// The function that combines the arguments into one, rounded to their type to nearest even,
  /// before `function` is applied to that.
  std::optional<Function> inner = {};
};
Result rounded(Elementwise formula);

/// Calls `visit(index, row, col)` for every element of the valid region.
void for_each_valid(const TileSpec& tile,
                    const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& visit);

/// The pattern that PadValue represents in an element type; of e4m3 and e8m0, which have no
/// infinity, Max and Min are the ends of their range. Source: MODEL section 1.3.
std::uint64_t pad_bits(const Pad& pad, ElementType element);

}  // namespace assay::ops
