// SPDX-License-Identifier: Apache-2.0
// Shrinking a failing case on the backend that fails it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "generators/shrink/smaller.hpp"
#include "reference/judge/judge.hpp"
#include "reports/findings/finding.hpp"
#include "runners/backend/backend.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/triage/nothing_to_shrink.hpp"

namespace assay::runners {

struct ShrinkOptions {
  std::uint64_t executions = 150;  ///< calls of the backend, those that confirm the end included
  /// After this no smaller case is tried.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

/// A shrunk failing case. It is legal if the case was, breaks the same single rule if the case did,
/// and fails alike (reports::fails_alike).
struct Shrunk {
  StoredCase stored;  ///< its name begins like the case's and says "shrunk"
  Verdict original;
  Verdict verdict;
  std::vector<generators::Cell> relevant;  ///< inputs that are not neutral and cannot be made so
  std::uint64_t inputs = 0;                ///< elements that the original call reads
  std::int64_t elements = 0;               ///< of all operands of the original
  std::uint64_t executions = 0;
  reports::Proof proof = {};   ///< of the cause
  bool out_of_budget = false;  ///< it may be possible to go on
  bool out_of_time = false;    ///< the same, for the deadline
  std::size_t searched = 0;    ///< stored cases that it was looked up among; 0: it was made
  std::vector<std::string> program =
      {};  ///< of a program: what it came to before its call was alone
};

/// Shrinks a case that fails on the backend of `backend`: smaller shapes and valid regions,
/// plainer layouts, fewer inputs that are not neutral, simpler bits. A program loses calls first;
/// then what stood in memory before its wrong call takes the place of the others. Throws
/// NothingToShrink where the case does not fail, InfraError where no worker can start.
Shrunk shrink(const StoredCase& stored, Backend& backend, const Standard& standard,
              const ShrinkOptions& options);

/// How it fails, what it breaks, its operands, inputs and worst element: a line each, wherever the
/// case is kept.
std::vector<std::string> facts_of(const Shrunk& shrunk);

/// About ten lines: what is left of the case named `from`, with the line that replays it.
std::string explain(const Shrunk& shrunk, const std::string& replay, const std::string& from);

/// The same as one JSON object, for scripts.
std::string shrunk_as_json(const Shrunk& shrunk, const std::string& file, const std::string& replay,
                           const std::string& from);

}  // namespace assay::runners
