// SPDX-License-Identifier: Apache-2.0
// Views of global memory as loads use them: legal layout pairs, shapes and strides, and the element
// that lands at each place of the tile.
#pragma once

#include <vector>

#include "reference/isa/op_spec.hpp"

namespace assay::ops {

/// A layout of global memory and the tile layout that a load puts it into.
struct LoadPair {
  GlobalLayout from;
  TileLayout to;
  friend bool operator==(const LoadPair&, const LoadPair&) = default;
};

/// MX_A_* and MX_B_*: scale factors, e8m0 in boxes of 32 bytes.
bool is_scale(GlobalLayout layout);

/// Elements of a 32-byte block; 64 for 4-bit formats.
std::int64_t block_elements(ElementType element);

/// Whether the target can load src's layout into dst's layout and memory, with the fractal size
/// that goes with it.
bool is_load_pair(const Call& call);
void impose_load_pair(Call& call, Draw& draw);
void breach_load_pair(Call& call, Draw& draw);

/// Sets layout, box and fractal of dst and the layout of src.
void set_pair(Call& call, const LoadPair& pair);

/// Draws a shape that suits the layouts of src and dst, strides for it, and fits dst's valid
/// region.
void spread_view(Call& call, Draw& draw);

/// Draws strides for the shape: contiguous, with gaps, or with exchanged outer dimensions; and a
/// base.
void draw_strides(GlobalSpec& global, Draw& draw);

/// Index of the view's element (row, col). Source: MODEL section 4.2.
Dims5 view_index(const GlobalSpec& global, std::int64_t row, std::int64_t col);

/// What a load leaves in dst: the view in the valid region, pads and untouched elements around it
/// as decision 006 says.
Expected loaded_tile(const Evaluation& inputs);

}  // namespace assay::ops
