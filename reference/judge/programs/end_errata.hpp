// SPDX-License-Identifier: Apache-2.0
// Errata carried through calls whose intermediate state was not observed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case/program.hpp"
#include "reference/judge/programs/judged_call.hpp"
#include "reference/judge/standard.hpp"

namespace assay {

/// How errata in effect explain memories that are not as promised.
struct EndReading {
  enum class Kind : std::uint8_t {
    none,       ///< no set of them leads to these memories
    known,      ///< `errata` do, and every byte that is not as promised is within what they give
    undecided,  ///< `errata` may: what some of them give cannot be computed or says too little
  };
  Kind kind = Kind::none;
  std::vector<SeenErratum> errata;
  std::string names;  ///< "E-TEXP-001 (flushes) and E-TADD-002 (wraps)"
};

/// Holds what executions of a stretch left against what the calls leave where errata of one
/// implementation apply, in any set of them that makes a difference, smaller sets first. Each call
/// has what such calls before it left; where its inputs are known to the bit its results are those
/// of the errata (as judge() composes them), and else open. `before` and `after` as of
/// judged_range().
EndReading read_with_errata(const Program& program, const CallRange& range,
                            std::span<const ProgramMemory> before,
                            std::span<const ProgramMemory> after, const Standard& standard);

}  // namespace assay
