// SPDX-License-Identifier: Apache-2.0
// From a program that fails to the one call that is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/program.hpp"
#include "reference/judge/judge.hpp"
#include "runners/backend/backend.hpp"
#include "runners/cases/stored_case.hpp"

namespace assay::runners {

/// The wrong call of a program as a case of its own.
struct IsolatedCall {
  StoredCase alone;                ///< with what stood in memory before it
  std::vector<std::string> facts;  ///< which calls the program needs, a line each
  std::uint64_t executions = 0;
};

/// Leaves calls out, the last ones first, as long as the same op and form fails in the same way
/// (of a program that was judged by its end: finds the wrong call first, by what the backend shows
/// between calls, or by the beginnings of the program); then executes the wrong call alone on what
/// it found. What a call left out does not write any more is brought, as its reader alone would
/// draw it. Throws NothingToShrink where the program does not fail, and where its call does not
/// fail alone: `failing` then, with the name of the smallest.
IsolatedCall isolate(const StoredCase& stored, Backend& backend, const Standard& standard);

}  // namespace assay::runners
