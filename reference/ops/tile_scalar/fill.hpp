// SPDX-License-Identifier: Apache-2.0
// Tiles filled with a scalar: what comes out, and the constraints that only fills have.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

/// dst after the call: the scalar in the valid region of a Vec tile, in all of a Mat or convolution
/// tile (decision 003).
Expected filled_tile(const Evaluation& inputs);

/// The scalar as C++ converts it to the element type of dst, where that is defined.
std::optional<std::uint64_t> filling_value(const Call& call);

/// Mat and convolution tiles are filled in whole blocks of 32 bytes.
bool fills_blocks(const TileType& type);

/// Which region is filled, and what sources contradict each other about.
std::vector<std::string> fill_notes();
std::vector<Ambiguity> fill_ambiguities();

// ---- constraints ----

/// dst has 1 to 32767 blocks where it is filled in blocks; `unit` says how they are counted.
Constraint block_count(const std::string& unit);
/// The conversion of the scalar is defined and does not vanish.
Constraint convertible();
/// dst is a convolution tile whose last dimension is C0.
Constraint conv_tile();
Constraint no_convolution_tile();
/// A Vec tile dst is row-major.
Constraint row_major_in_vec();

/// A Vec tile of one row with a ragged tail.
Scenario single_row();
/// A Vec tile of several rows with a constant ValidCol below Cols.
Scenario ragged_rows();
/// FRACTAL_Z of four dimensions.
Scenario four_dims();

}  // namespace assay::ops
