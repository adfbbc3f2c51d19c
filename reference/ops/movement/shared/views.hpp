// SPDX-License-Identifier: Apache-2.0
// Views: a tile that has the bytes of another one, in another type or from another place on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// TileType of both tiles is equal.
Constraint one_location();
/// Rows * Cols elements of both tiles have as many bytes.
Constraint equal_bytes();
/// Both tiles have boxes, or none has.
Constraint boxes_alike();
/// A tile of the matrix unit is one that its place takes: in Left and Right an operand in the
/// layout of the target, in Acc an accumulator, in Mat and Vec any tile with SFractalSize 512.
Constraint suits_its_place(const std::string& operand);
/// The first element of dst is made of valid ones: else a case would promise nothing.
Constraint first_is_valid();

/// Valid elements of dst whose bytes are those of valid elements of src have these bytes; all
/// others are unspecified.
Result reinterpreted();

/// Rows of both are equally long, or columns if they lie one after the other: then one step from
/// element to element is enough for both.
Constraint one_step();
/// BLayout of both is equal.
Constraint one_direction();
/// Valid rows and columns of dst are no more than those of src.
Constraint no_more_valid();
/// The indices leave room for the valid region of dst in that of src.
Constraint view_in_region();
/// A view begins with a block of 32 bytes, as all tiles do.
Constraint aligned_view();

std::vector<Ambiguity> reshape_ambiguities();
std::vector<Erratum> treshape_errata();
std::vector<Ambiguity> subview_ambiguities();

}  // namespace assay::ops
