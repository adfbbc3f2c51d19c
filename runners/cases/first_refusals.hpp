// SPDX-License-Identifier: Apache-2.0
// Which cases stay though no value of them is compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_set>

#include "runners/cases/case_drawing.hpp"

namespace assay::runners {

/// For every reason the first case of a form on a target stays, so that a library that was changed
/// is seen to take it. The others are replaced by what was drawn for them, each once.
class FirstRefusals {
 public:
  struct Counts {
    std::size_t drawn = 0;
    std::size_t left_out = 0;
  };

  /// Of the next case of a plan: sets its variant, and returns what is executed.
  const std::optional<StoredCase>& decide(CaseDrawing::Choice& choice);

  const Counts& again() const { return counts_; }

 private:
  std::set<std::string> seen_;               ///< form, target and reason
  std::unordered_set<std::uint64_t> drawn_;  ///< hashes of names
  Counts counts_;
};

}  // namespace assay::runners
