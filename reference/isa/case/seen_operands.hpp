// SPDX-License-Identifier: Apache-2.0
// Results that cannot depend on more than they name.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/call/call.hpp"
#include "reference/isa/call/contents.hpp"
#include "reference/isa/spec/result.hpp"

namespace assay {

/// How much of an operand is seen: all of it, or of a tile the valid region alone.
enum class Seen : std::uint8_t { whole, valid };

/// The result with semantics that get the contents of these operands alone, of those that the form
/// has: what all others hold, and what is not seen of these, is zeros to them, so that it makes no
/// difference.
Result seeing_only(std::vector<std::string> operands, Seen seen, Result result);

/// seeing_only() of what `region` says of each of these operands in a call.
Result seeing_only(std::vector<std::string> operands, RegionOf region, Result result);

/// What is acceptable as a result. One that follows in place (Flow::in_place) gets only the
/// operands that it names, and of these only where the destination is valid; zeros otherwise.
Expected evaluated(const Result& result, const Evaluation& inputs);

/// Whether a call has the same acceptable results in two contents, because the semantics of all
/// results see equal ones, as evaluated() shows them. False where that is not known without
/// evaluating them.
bool sees_the_same(const Call& call, std::span<const ElementArray> one,
                   std::span<const ElementArray> other);

}  // namespace assay
