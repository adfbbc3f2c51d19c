// SPDX-License-Identifier: Apache-2.0
// Operands drawn at random, and what is known only at launch drawn again.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/draw.hpp"

namespace assay::generators {

/// Element types that tiles and global memory can have on a target. Source: MODEL 1.1.
std::vector<ElementType> storable(Target target);

/// A size in [1, limit]: whole, one less, one, at the edges of blocks of `block` and of repeats of
/// eight blocks, one beyond a multiple of 32, at the largest count of repeats, or anything.
std::int64_t random_size(Draw& draw, std::int64_t limit, std::int64_t block);

/// A well-formed tile of at most about `elements` elements. Never a convolution tile: the page of
/// an instruction that takes one has a rule that makes it one.
TileSpec random_tile(Draw& draw, ElementType element, std::int64_t elements);

/// A view of at most about `elements` elements: contiguous, with gaps, or with outer dimensions in
/// another order. No two of its indices share an address.
GlobalSpec random_global(Draw& draw, ElementType element, std::int64_t elements);

/// A scalar whose pattern is not drawn yet, of the type `likely` or of another C++ type.
ScalarSpec random_scalar(Draw& draw, ElementType likely);

void redraw_valid(Draw& draw, TileSpec& tile);
void redraw_launch(Draw& draw, GlobalSpec& global, std::int64_t elements);
/// Half of the patterns are those of the value plan, the others small numbers.
void redraw_bits(Draw& draw, ScalarSpec& scalar, std::string_view plan);

/// Strides without gaps in the order of dimensions that the layout implies.
Dims5 contiguous(const GlobalSpec& global);

/// True where two indices of the view may share an address, or a size or stride makes no sense.
bool overlaps(const GlobalSpec& global);

}  // namespace assay::generators
