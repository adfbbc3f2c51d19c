// SPDX-License-Identifier: Apache-2.0
// The two ways a command can fail that are not verdicts.
#pragma once

#include <stdexcept>

#include "reference/support/exit_codes.hpp"

namespace assay::runners {

/// The user's request cannot be done: exit_usage. One sentence: what, where, what to do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The machine refused: output cannot be written, a worker cannot start: exit_infra.
class InfraError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace assay::runners
