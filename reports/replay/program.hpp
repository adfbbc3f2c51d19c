// SPDX-License-Identifier: Apache-2.0
// A program call by call.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>

#include "reference/isa/case/program.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay::reports {

/// A line for each memory, and one for each call: where its operands are (hexadecimal addresses in
/// bytes), and what became of it. `kinds` has the verdicts of the first calls; none if they were
/// judged together.
void print_program(std::ostream& out, const Program& program, std::span<const VerdictKind> kinds,
                   bool colour);

}  // namespace assay::reports
