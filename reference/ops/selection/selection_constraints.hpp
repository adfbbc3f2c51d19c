// SPDX-License-Identifier: Apache-2.0
// Constraints that compare and select instructions share.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "reference/ops/page.hpp"

namespace assay::ops {

/// Which targets refuse what, for the place of a tile.
struct Enforced {
  TargetSet location = every_target;
  TargetSet layout = every_target;
};

/// A tile in Vec and row-major, without boxes and with a plain tag: `where` limits location and
/// layout to some targets.
Constraints placed(const std::string& operand, const std::string& page, TargetSet in_vec,
                   TargetSet row_major, const Enforced& enforced);

/// Element types of the mask that a comparison of such elements writes: uint8 on A2A3 and uint32 on
/// A5. The CPU has uint32, and uint8 for elements that A2A3 compares, which are `of_a2a3`.
vocabulary::Elements masks_of_comparison(const Call& call, const vocabulary::Elements& of_a2a3);
/// The mask has one of them. No breach of it has uint8 where A2A3 compares such elements.
Constraint mask_of_comparison(const vocabulary::Elements& of_a2a3);

/// At launch both have the same number of valid rows.
Constraint same_valid_rows(const std::string& operand, const std::string& as);

/// At launch `mask` has exactly the valid columns that hold a bit for every valid column of `data`.
Constraint packed_columns(const std::string& mask, const std::string& data);

/// At launch the valid region of `mask` holds a bit for every valid element of `data`.
Constraint covering_bits(const std::string& mask, const std::string& data);

/// Both are of one tile type, static valid bounds and pad included.
Constraint same_tile_type(const std::string& operand, const std::string& as);

/// The types of C++ arguments that a scalar may have.
Constraint scalar_type();

/// The scalar converts to the element type of `data`.
Constraint scalar_converts(const std::string& data);

/// The scalar as C++ converts it to the element type of `data`.
std::optional<std::uint64_t> scalar_as(const Call& call, const std::string& data);

/// Known deviations of implementations.
std::vector<Erratum> tsel_errata();
std::vector<Erratum> tsels_errata();

}  // namespace assay::ops
