// SPDX-License-Identifier: Apache-2.0
// Views of global memory as loads use them: legal layout pairs, shapes and strides, and the element
// that lands at each place of the tile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

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

/// The prose of the page about pairs and pads, and contradictions between sources.
std::vector<std::string> load_notes();
std::vector<Ambiguity> load_ambiguities();

/// Sets layout, box and fractal of dst and the layout of src.
void set_pair(Call& call, const LoadPair& pair);

/// Draws a shape that suits the layouts of src and dst, strides for it, and fits dst's valid
/// region.
void spread_view(Call& call, Draw& draw);

/// Draws strides for the shape: contiguous, with gaps, or with exchanged outer dimensions; and a
/// base.
void draw_strides(GlobalSpec& global, Draw& draw);

/// Makes an ND view two rows that are more than 65,535 blocks of 32 bytes apart, with a gap of more
/// than 2 MiB between them. Returns false and changes nothing unless its elements are float: what
/// lies in such a gap is drawn and compared, which costs as much as its elements.
bool set_rows_far_apart(GlobalSpec& global, Draw& draw);

/// Gives an ND or DN view four or more blocks in the outer dimensions, all sizes known at launch;
/// or two blocks so far apart that offsets in elements take more than 16 bits.
void shape_many_blocks(GlobalSpec& global, Draw& draw);
void shape_far_blocks(GlobalSpec& global, Draw& draw);

/// Index of the view's element (row, col). Source: MODEL section 4.2.
Dims5 view_index(const GlobalSpec& global, std::int64_t row, std::int64_t col);

/// The pattern that a load pads a tile with; nothing if no page says. Sources:
/// docs/isa/state-and-types/data-format.md and layout.md, docs/isa/TFILLPAD.md.
std::optional<std::uint64_t> loaded_pad(const TileType& type, Target target,
                                        const ChosenReadings& readings);

/// The contents of dst after a load: the view in the valid region, and around it the pad or the
/// previous contents, as decision 006 says.
Expected loaded_tile(const Evaluation& inputs);
/// The same where every pad is 0.
Expected loaded_with_zero_pads(const Evaluation& inputs);

/// Known deviations of implementations.
std::vector<Erratum> tload_errata();

}  // namespace assay::ops
