// SPDX-License-Identifier: Apache-2.0
// A page of no real instruction, with one of everything that generators must cope with.
#pragma once

#include "reference/isa/spec/op_spec.hpp"

namespace assay::generators {

/// Instruction SAMPLE with four forms:
///   unary   tiles in and out with a scratch tile; has an ordered constraint (src.rows, launch, [1,
///   48]),
///   a
///           constraint that nothing breaks (tmp.bytes), one that falls with another (dst.element),
///           one that is stated twice (dst.location), and the scenario "one row";
///   move    a tile from a view of global memory;
///   spread  a tile from a scalar, with an attribute; a constraint on cpu alone;
///   conv    a convolution tile from a scalar.
const OpSpec& sample_page();

}  // namespace assay::generators
