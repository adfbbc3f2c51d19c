// SPDX-License-Identifier: Apache-2.0
// The two ways a command can fail that are not verdicts.
#pragma once

#include <stdexcept>

namespace assay::runners {

/// What the user asked for cannot be done: exit code 2. One sentence: what, where, what to do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The machine refused: output cannot be written, a worker cannot start. Exit code 3.
class InfraError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr int exit_conforms = 0;
inline constexpr int exit_deviates = 1;
inline constexpr int exit_usage = 2;
inline constexpr int exit_infra = 3;

}  // namespace assay::runners
