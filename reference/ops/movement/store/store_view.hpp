// SPDX-License-Identifier: Apache-2.0
// Views of global memory as stores use them: pairs of layouts, shapes, and what becomes of memory.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// A tile layout and the layout of global memory that it is stored to.
struct StorePair {
  TileLayout from;
  GlobalLayout to;
  friend bool operator==(const StorePair&, const StorePair&) = default;
};

/// Sets layout and box of src and the layout of dst.
void set_pair(Call& call, const StorePair& pair);

/// Draws a shape of dst that suits both layouts, with strides and a base, and fits the valid region
/// of src to it.
void spread_stored(Call& call, Draw& draw);

/// Whether src has one row or one column, which is stored as either of ND and DN.
bool is_line(const Call& call);

/// Results of stores: elements of the view as `element` says, all else of the memory kept. The
/// argument is src[row, col], followed by the arguments of `more`.
Result stored(ElementFunction element, std::string accuracy = {}, std::vector<Argument> more = {});
/// Puts what is acceptable for one element into its place.
void put_acceptable(ExpectedTile& expected, std::int64_t place, const Acceptable& one);
/// src itself.
Acceptable copied(const ElementContext& cell);
/// The sum of the previous contents and src.
Acceptable added(const ElementContext& cell);

/// "line", "another type" and the manual's example.
std::vector<Scenario> store_scenarios();

// Notes of the page, and known deviations of implementations.
std::vector<Ambiguity> store_ambiguities();
std::vector<std::string> store_notes();
std::vector<Erratum> tstore_errata();

}  // namespace assay::ops
