// SPDX-License-Identifier: Apache-2.0
// From a program that fails to the one call that is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/case/program.hpp"
#include "reference/judge/judge.hpp"
#include "runners/backend/backend.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// The wrong call of a program as a case of its own.
struct IsolatedCall {
  StoredCase alone;                ///< with what stood in memory before it
  std::vector<std::string> facts;  ///< which calls the program needs, a line each
  std::uint64_t executions = 0;
};

/// Leaves calls out, the last ones first, as long as the same op and form fails in the same way
/// (for a program that was judged by its end: finds the wrong call first, by the memories that the
/// backend shows between calls, or by prefixes of the program). Then executes the wrong call alone
/// on its inputs. Data that an omitted call no longer writes is supplied, as its reader alone would
/// draw it. Throws NothingToShrink if the program does not fail, or if its call does not fail
/// alone: `failing` then, with the name of the smallest.
IsolatedCall isolate(const StoredCase& stored, Backend& backend, const Standard& standard);

}  // namespace assay::runners
