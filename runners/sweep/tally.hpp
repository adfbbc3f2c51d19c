// SPDX-License-Identifier: Apache-2.0
// Judges the inputs of a sweep, a tile at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/judge/inputs/pattern_view.hpp"
#include "reference/judge/records/sweep_record.hpp"
#include "reference/numerics/ulp_meter.hpp"
#include "runners/sweep/plan.hpp"

namespace assay::runners {

/// Lookup tables that all threads of a sweep share.
class SweepRules {
 public:
  explicit SweepRules(const SweepPlan& plan)
      : plan_(plan), from_(plan.from), to_(plan.to), distance_(plan.to, numerics::Centre::nearby) {}

  const SweepPlan& plan() const { return plan_; }
  const PatternView& from() const { return from_; }
  const PatternView& to() const { return to_; }
  const numerics::UlpMeter& distance() const { return distance_; }
  /// Errors are listed by the input of a function of one argument, otherwise by the expected
  /// result.
  bool columns_by_result() const { return plan_.arguments.size() > 1; }
  const PatternView& columns() const { return columns_by_result() ? to_ : from_; }

 private:
  const SweepPlan& plan_;
  PatternView from_;
  PatternView to_;
  numerics::UlpMeter distance_;
};

/// Adds up tiles until the sum is taken. One per thread. What is acceptable is what the page
/// says of the whole call, as in a run.
class SweepTally {
 public:
  explicit SweepTally(const SweepRules& rules);

  /// Draws the inputs [first, first + count), at most a tile, and returns them packed, one span per
  /// argument; the rest of the tile repeats the last input. Inputs that the page keeps from the
  /// target are replaced as the page says.
  std::span<const std::span<const std::byte>> draw(std::uint64_t first, std::size_t count);

  /// The contents of every operand of the call for the inputs drawn last, outputs and scratch with
  /// the first poison.
  const std::vector<ElementArray>& contents() const { return contents_; }

  /// Counts what came back for the inputs drawn last.
  void judge(std::span<const std::byte> got);
  /// Counts them as lost.
  void lose();
  /// Blames the inputs drawn last.
  void add(SweepIncident incident);

  /// True where no input since the last take() was outside the tolerance.
  bool all_right() const { return part_.wrong == 0; }

  /// First input among those drawn last whose results differ.
  std::optional<std::size_t> first_difference(std::span<const std::byte> got,
                                              std::span<const std::byte> again);

  /// The counts since the last take().
  SweepPart take();

 private:
  struct Words {
    std::vector<std::uint32_t> bits;
    std::vector<std::uint32_t> keys;
  };
  /// A compared result in relation to its promise.
  struct Comparison {
    bool right = false;
    double ulp = 0;
  };

  void withhold();
  void compute(std::span<const std::byte> got);
  void count_element(std::size_t i, Accept accept);
  Comparison in_interval(std::size_t i, Accept accept) const;
  Comparison among_choices(std::size_t i, Accept accept) const;
  void count_classes(std::vector<ClassTable>& tables, std::size_t i);
  SweepInput input_at(std::size_t i, double ulp) const;
  void keep_worst(std::size_t i, double ulp);

  const SweepRules& rules_;
  std::uint64_t first_ = 0;
  std::size_t count_ = 0;
  std::vector<std::vector<std::uint32_t>> arguments_;  ///< that were asked for
  std::vector<ElementArray> contents_;                 ///< of every operand, as the call sees them
  std::vector<std::span<const std::byte>> argument_spans_;
  std::vector<std::vector<std::uint8_t>> argument_classes_;
  std::vector<std::uint8_t> withheld_;  ///< empty where the page keeps nothing back
  ExpectedTile expected_;
  Words value_, low_, high_, got_;
  std::vector<std::uint8_t> got_classes_;
  std::vector<std::uint16_t> places_;

  SweepPart part_;
  std::vector<SweepColumn> columns_;  ///< all columns of the type
  /// Neighbouring sums do not wait for each other; which of them takes an error depends on the
  /// place of the input alone.
  std::array<double, 8> sums_{};
};

}  // namespace assay::runners
