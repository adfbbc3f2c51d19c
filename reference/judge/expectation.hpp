// SPDX-License-Identifier: Apache-2.0
// Expected results of a call.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/spec/expected.hpp"
#include "reference/isa/spec/op_spec.hpp"
#include "reference/judge/standard.hpp"

namespace assay {

/// Expected results of a case, one per Form::results, for given contents before the call.
std::vector<Expected> expect(const Call& call, std::span<const ElementArray> before,
                             const ToleranceLookup& tolerances);
/// The same where `known` is what expect() gave with other tolerances, or empty: what has none is
/// taken from there.
std::vector<Expected> expect(const Call& call, std::span<const ElementArray> before,
                             const ToleranceLookup& tolerances, std::span<const Expected> known);

/// Whether every result is a function of elements that poison does not reach (Result::function, and
/// valid regions of the arguments that cover that of the result): expect() then gives the same for
/// both poisons. Elsewhere pages read padding, or what dst held.
bool depends_on_arguments_alone(const Call& call);

/// Elements and texts of a promise that are compared with an output.
std::int64_t compared_of(std::span<const Expected> expected);

/// Asserted in every build, because pages compute with what they are given: one array of the type
/// of each operand, a complete tile with its valid region within it, a view that is all in its
/// memory. Throws std::logic_error; code that reads calls from files checks them before.
void require_evaluable(const Call& call, std::span<const ElementArray> before);

/// Expected contents for one result, of the page or of an erratum.
Expected expect(const Call& call, const Result& result, std::span<const ElementArray> before,
                const ToleranceLookup& tolerances);

/// The result of the page's function for contents, by the readings that it applies itself. If
/// `asked` is not empty, the other places of a result that follows in place mean nothing.
Expected evaluate(const Call& call, const Result& result, std::span<const ElementArray> contents,
                  const ToleranceLookup& tolerances, std::span<const std::uint8_t> asked);

}  // namespace assay
