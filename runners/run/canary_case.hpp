// SPDX-License-Identifier: Apache-2.0
// Distinguishes a board that has died from an op that fails.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "runners/run/case_work.hpp"

namespace assay::runners {

/// Remembers a small case that conformed in this run and runs it again when another one fails. Any
/// number of threads.
class CanaryCase {
 public:
  CanaryCase(Standard standard, std::string backend)
      : standard_(std::move(standard)), backend_(std::move(backend)) {}

  /// Takes the case for a canary if it conforms and is smaller than the one it has.
  void offer(const CaseResult& result);

  /// Nothing while the board does what it did, or while no canary is known; else what the
  /// canary shows. A canary that fails is tried once more in a new process, so that neither a
  /// flaky op nor a process that earlier calls spoiled is taken for a death.
  std::optional<std::string> board_loss(Backend& backend) const;

  /// Name of the canary; empty while there is none, or if its name does not draw it.
  std::string name() const;

 private:
  Standard standard_;
  std::string backend_;
  mutable std::mutex mutex_;
  std::optional<StoredCase> known_good_;
  std::int64_t bytes_ = 0;
};

}  // namespace assay::runners
