// SPDX-License-Identifier: Apache-2.0
// Masks that comparisons write: what is compared with what, and how.
#pragma once

#include "reference/isa/spec/result.hpp"
#include "reference/ops/selection/comparison.hpp"
#include "reference/ops/selection/masks.hpp"

namespace assay::ops {

/// Between a lane and its right operand.
using Relation = std::function<bool(std::uint64_t a, std::uint64_t b)>;
/// The right operand of a lane.
using Right = std::function<std::uint64_t(std::int64_t row, std::int64_t col)>;

/// The relation that a page promises: on A2A3 int32 are compared for equality alone.
Relation promised_relation(const Call& call);
/// The relation of the call, of elements read as `type`.
Relation relation_asked_for(const Call& call, ElementType type);

/// The lane of src1 at the same place, the scalar, or in a form `tile` the first element of src1.
Right promised_right(const Evaluation& inputs);
/// The lane of src1 at the same place in memory, zero where it has none.
Right lane_on_the_right(const Evaluation& inputs);

/// The lanes of the valid region of src0. It reads `inputs` when a bit is requested.
PackedMask compared_lanes(const Evaluation& inputs, Relation relation, Right right);

/// The mask that a page promises.
Expected compared(const Evaluation& inputs);

/// Known deviations of implementations.
std::vector<Erratum> tcmp_errata();
std::vector<Erratum> tcmps_errata();

}  // namespace assay::ops
