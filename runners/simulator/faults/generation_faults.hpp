// SPDX-License-Identifier: Apache-2.0
// Faults of instructions that make a tile from a few numbers.
#pragma once

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/generation/random.hpp"
#include "runners/simulator/rules/generation.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

// ---- triangles ----

inline bool is_triangle(const Request& request) { return request.row->run == run_triangle; }

struct DiagonalLost : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (!is_triangle(request)) return bits;
    const auto diagonal = static_cast<std::int32_t>(request[1].scalar_bits);
    return element.place.col - element.place.row == diagonal ? 0 : bits;
  }
};

struct DiagonalFromCorner : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t scalar(const Request& request, const assay_operand&, std::uint32_t,
                       std::uint64_t bits) const override {
    return is_triangle(request) && static_cast<std::int32_t>(bits) < 0 ? 0 : bits;
  }
};

// ---- sequences ----

inline bool is_sequence(const Request& request) { return request.row->run == run_sequence; }

/// What counts up is negated afterwards.
struct SequenceNegated : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (!is_sequence(request) || request.attribute(sequence_direction) != "1") return bits;
    if (float_format(request[0].element)) return bits;
    const std::uint64_t up = request[1].scalar_bits + static_cast<std::uint64_t>(element.place.col);
    return (0 - up) & ones(width_of(request[0].element));
  }
};

struct SequenceRestarts : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (!is_sequence(request) || float_format(request[0].element)) return bits;
    const auto lanes = static_cast<std::uint64_t>(256 / size_of(request[0].element));
    const std::uint64_t before = static_cast<std::uint64_t>(element.place.col) / lanes * lanes;
    const bool down = request.attribute(sequence_direction) == "1";
    return (down ? bits + before : bits - before) & ones(width_of(request[0].element));
  }
};

// ---- counts ----

inline bool is_count(const Request& request) { return request.row->run == run_counts; }

struct BinsAccumulate : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile& dst) const override {
    for (std::int64_t row = 0; is_count(request) && row < request[0].valid_rows; ++row) {
      for (std::int64_t bin = 1; bin < bins; ++bin) {
        dst.set(row, bin, dst.get(row, bin - 1) + dst.get(row, bin));
      }
    }
  }
};

struct MatchOfFirstRow : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place, Place& from) const override {
    if (is_count(request)) from.row = 0;
  }
};

// ---- random numbers ----

/// A word of the block of an element, with another state.
inline std::uint64_t word_with(const Written& element, const RandomState& state) {
  const std::int64_t blocks = (element.request[0].valid_cols + 3) / 4;
  const std::int64_t block = element.place.row * blocks + element.place.col / 4;
  const Words words = random_block(state, static_cast<std::uint64_t>(block));
  return words.at(static_cast<std::size_t>(element.place.col % 4));
}

inline bool is_random(const Request& request) { return request.row->run == run_random; }

struct RoundsOfTheDefault : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (!is_random(element.request)) return bits;
    RandomState state = random_state(element.request);
    state.rounds = 10;
    return word_with(element, state);
  }
};

struct CounterCarryLost : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (!is_random(element.request)) return bits;
    RandomState state = random_state(element.request);
    const std::int64_t blocks = (element.request[0].valid_cols + 3) / 4;
    const std::int64_t block = element.place.row * blocks + element.place.col / 4;
    state.counter[0] += static_cast<std::uint32_t>(block);
    return random_block(state, 0).at(static_cast<std::size_t>(element.place.col % 4));
  }
};

}  // namespace assay::simulator::fault_hooks
