// SPDX-License-Identifier: Apache-2.0
// Executes one call again and again with new contents, on a worker process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"
#include "reference/judge/sweep_record.hpp"
#include "runners/call/image.hpp"
#include "runners/sweep/plan.hpp"
#include "runners/worker/process.hpp"

namespace assay::runners {

/// What outputs and scratch hold before a call.
enum class Before : std::uint8_t { first_poison, second_poison };

/// The call of a sweep as an image that is written once: a call copies it into the arena, and what
/// the backend had no business to change is compared as a block. What the image says of memory is
/// what CallImage says, so a result is the same as that of a run.
class SweepDevice {
 public:
  /// Starts the worker. Throws as WorkerProcess does.
  SweepDevice(const SweepPlan& plan, WorkerOptions options);

  const BackendInfo& info() const { return worker_.info(); }

  /// Executes the call. `arguments` are packed elements of a whole tile, one span per argument;
  /// `result` receives those of the result tile, as the backend left them.
  Outcome execute(std::span<const std::span<const std::byte>> arguments,
                  std::span<std::byte> result, Before before = Before::first_poison);

  /// A guard band or an input that the last call changed, though it was done.
  const std::optional<SweepIncident>& damage() const { return damage_; }

 private:
  /// Memory of an operand within the arena.
  struct Place {
    std::size_t begin = 0;
    std::size_t bytes = 0;
  };

  void draw_image();
  bool untouched(std::span<const std::byte> arena, std::span<const std::byte> image) const;
  std::optional<SweepIncident> find_damage(std::span<const std::byte> arena,
                                           std::span<const std::byte> image) const;

  const SweepPlan& plan_;
  CallImage layout_;
  std::array<std::vector<ElementArray>, 2> contents_;  ///< of all operands, by Before
  std::array<std::vector<std::byte>, 2> images_;       ///< by Before
  std::vector<Place> places_;                          ///< of all operands
  std::vector<Place> watched_;  ///< pieces of the image that no call may change
  std::optional<SweepIncident> damage_;
  WorkerProcess worker_;
};

}  // namespace assay::runners
