// SPDX-License-Identifier: Apache-2.0
// One thread's share of a sweep: chunks of inputs through a worker and into a tally.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runners/sweep/device.hpp"
#include "runners/sweep/tally.hpp"

namespace assay::runners {

/// A chunk is what a line of the journal holds. It depends on the sweep alone, so that sums do not
/// depend on how many threads there are.
inline constexpr std::uint64_t chunk_inputs = std::uint64_t{1} << 18;

/// A sweep ends early where so many calls are lost.
inline constexpr std::size_t most_lost_calls = 16;

class SweepWork {
 public:
  /// Starts the worker. Throws as WorkerProcess does.
  SweepWork(const SweepRules& rules, const WorkerOptions& options);

  const BackendInfo& info() const { return device_.info(); }

  /// Executes the first call of the sweep, to see whether the backend supports it. Throws
  /// UsageError where it does not.
  void probe();

  /// Chunk `index`. Of its first lost call the input that did it is searched. Throws InfraError
  /// where the device or the harness breaks, UsageError where the backend does not implement the
  /// call.
  SweepPart chunk(std::size_t index);

 private:
  /// Inputs [first, first + count) of the sweep.
  struct Inputs {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
  };

  Outcome call(std::uint64_t first, std::uint64_t count, std::span<std::byte> result);
  Outcome execute(std::span<std::byte> result, Before before);
  void repeat_tile(std::uint64_t first);
  bool is_lost(const Inputs& inputs);
  void lose(const Inputs& inputs, const Outcome& outcome, bool search);
  Inputs culprit_among(const Inputs& inputs);

  const SweepRules& rules_;
  SweepDevice device_;
  SweepTally tally_;
  std::span<const std::span<const std::byte>> arguments_;
  std::vector<std::byte> got_;
  std::vector<std::byte> again_;
};

}  // namespace assay::runners
