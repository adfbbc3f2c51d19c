// SPDX-License-Identifier: Apache-2.0
// Windows of tiles: a small tile is a part of a large one, at two indices that count elements.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

inline const Operand index_row{"indexRow", Role::input, OperandKind::scalar};
inline const Operand index_col{"indexCol", Role::input, OperandKind::scalar};

std::int64_t row_index(const Call& call);
std::int64_t col_index(const Call& call);

/// Which tile has the window, and which one goes in or comes out of it.
struct Window {
  std::string large;
  std::string small;
  /// Boxes of the large tile are cut in the direction in which they have no blocks of 32 bytes:
  /// between rows of NZ, and between columns of ZN.
  bool cuts_boxes = false;
};

/// The indices are uint16_t.
Constraints index_types(const std::string& page);
/// All of `small` lies inside all of `large`, whatever is valid.
Constraint window_in_shape(const Window& window);
/// The valid region of `small` lies inside the valid region of `large`.
Constraint window_in_region(const Window& window);
/// The valid region of `small` lies inside `large`.
Constraint region_in_shape(const Window& window);
/// Sizes and indices are multiples of whole boxes, in both directions or but in the free one.
Constraint window_of_boxes(const Window& window);
/// Into ZN tiles indexRow and the valid rows of src are multiples of a block of 32 bytes.
Constraint whole_blocks_of_rows();
/// Elements of four bits are moved in whole bytes, and a window of them out of ZN goes into ZN.
Constraints packed_window(const Window& window);
/// Both tiles have the same layout.
Constraint same_layout(const std::string& operand, const std::string& as);
/// A left operand of the matrix unit is ZZ on A2A3 and NZ elsewhere, a right one ZN (MODEL 2).
Constraint operand_layout(const std::string& operand);

/// "inner", "corner": a window in the middle, and one that ends where the large tile does; where
/// boxes are cut, "inside a box": one that begins there.
std::vector<Scenario> window_scenarios(const Window& window);

std::vector<Ambiguity> extraction_ambiguities();
std::vector<std::string> extraction_notes();
std::vector<Erratum> textract_errata();
std::vector<Ambiguity> insertion_ambiguities();
std::vector<std::string> insertion_notes();

}  // namespace assay::ops
