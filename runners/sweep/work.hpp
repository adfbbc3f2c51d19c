// SPDX-License-Identifier: Apache-2.0
// One thread's share of a sweep: chunks of inputs through a backend and into a tally.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generators/generate.hpp"
#include "runners/backend/backend.hpp"
#include "runners/sweep/chunks.hpp"
#include "runners/sweep/tally.hpp"

namespace assay::runners {

class SweepWork {
 public:
  SweepWork(const SweepRules& rules, Backend& backend);

  /// Executes the first call of the sweep, to see whether the backend supports it. Throws
  /// UsageError where it does not.
  void probe();

  /// Chunk `index`. Of its first lost call the input that did it is searched. Throws InfraError
  /// where the backend or the harness breaks, UsageError where the backend does not implement the
  /// call.
  SweepPart chunk(std::size_t index);

 private:
  /// Inputs [first, first + count) of the sweep.
  struct Inputs {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
  };

  Trial call(std::uint64_t first, std::uint64_t count);
  Trial execute(generators::Poison poison);
  std::span<const std::byte> result_of(const Trial& trial) const;
  void count_damage(const Trial& trial);
  void repeat_tile(std::uint64_t first, const Trial& before);
  bool is_lost(const Inputs& inputs);
  void lose(const Inputs& inputs, const Outcome& outcome, bool search);
  Inputs culprit_among(const Inputs& inputs);

  const SweepRules& rules_;
  Backend& backend_;
  SweepTally tally_;
};

}  // namespace assay::runners
