// SPDX-License-Identifier: Apache-2.0
// Results that have two sides: where an argument is known within bounds, both may be right.
#pragma once

#include <functional>
#include <span>

#include "reference/isa/result.hpp"
#include "reference/numerics/knowledge.hpp"

namespace assay {

/// What is known of a result, all of its operand, from what is known of every operand before the
/// call.
using Branches = std::function<KnownElements(const Call&, std::span<const KnownElements>)>;

/// The result with that said by its page, for those that no Flow describes: comparisons, and what
/// is selected by masks of them.
Result branching(Result result, Branches branches);

/// What was said so; null where nothing was.
const Branches* branches_of(const Result& result);

}  // namespace assay
