// SPDX-License-Identifier: Apache-2.0
// The single constraints of loads: the page says where they hold and names their sources.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

// ---- the view: src ----

/// The layouts of src and dst are a pair that the memory of dst can load.
Constraint layout_pair();
/// 64-bit elements are loaded from ND to ND or from DN to DN only.
Constraint wide_layouts();
/// 64-bit elements keep the layout, whichever it is.
Constraint wide_rewriting();
/// Static leading ones and plain boxes of the two loads that rewrite the layout.
Constraint rewriting_view();
/// NZ views are blocks of 16 x C0 elements.
Constraint block_view();
/// Mat loads that keep the layout move whole blocks of 32 bytes.
Constraint whole_blocks();
/// Every dimension of src is positive.
Constraint positive_shape();
/// The innermost dimensions, which a load moves as one run, are contiguous, and pairs of 4-bit
/// elements are never torn.
Constraint contiguous_runs();

// ---- the tile: dst ----

/// dst is no convolution tile.
Constraint plain_tile();
/// PadVal of a 64-bit tile is Null or Zero.
Constraint wide_pads();
/// A Mat tile has at most 16384 rows.
Constraint mat_rows();
/// A Mat tile has at most 524288 elements.
Constraint mat_size();
/// SFractalSize is 32 for scales and 512 otherwise.
Constraint fitting_fractal();

// ---- both: the valid region of dst has the rows and columns of the view ----

/// For loads of ND that have no dynamic size on A5, where the compiler sees it.
Constraint static_view();
/// For the others that keep the layout.
Constraint same_layout_view();
/// For loads that change the layout; scale_pairs() is about scales without a partner.
Constraint rewritten_view();

// ---- scale factors of A5 ----

Constraint block_scale_shape();
Constraint plain_scale_shape();
/// A left scale has even valid columns, a right scale even valid rows.
Constraint scale_pairs();
/// Whether dst gets scales without a partner.
bool has_odd_scales(const Call& call);

/// "tail", "five_dims", "rewrite", "scale": shapes that the page requires.
std::vector<Scenario> load_scenarios();
/// Views of many and of far blocks.
std::vector<Scenario> load_block_scenarios();

}  // namespace assay::ops
