// SPDX-License-Identifier: Apache-2.0
// The zoo of known bugs, and what a device with one of them remembers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runners/backend.h"

namespace assay::simulator {

enum class Fault : std::uint8_t {
  off_by_one_ulp,
  nan_swallowed,
  nan_payload_lost,
  zero_sign_lost,
  subnormals_flushed,
  scalar_truncated,
  scalar_unrounded,
  last_tie_wins,
  signed_compare,
  index_through_half,
  value_index_swapped,
  shift_masked,
  shift_unmasked,
  shift_logical,
  mask_bits_reversed,
  mask_rows_joined,
  select_swapped,
  compares_bits,
  operands_swapped,
  accumulator_ignored,
  division_reversed,
  saturates,
  carry_lost,
  quotient_floored,
  remainder_sign_swapped,
  power_through_float,
  nan_rule_swapped,
  relu_drops_nan,
  leaky_by_maximum,
  narrowing_wraps,
  mode_ignored,
  ties_even,
  floor_truncates,
  rounds_twice,
  small_floats_cut,
  taper_misread,
  nibbles_swapped,
  spreads_along_wrong_axis,
  term_dropped,
  term_doubled,
  ignores_valid_columns,
  ignores_valid_rows,
  reads_outside_valid,
  writes_past_valid,
  writes_guard,
  modifies_input,
  wrong_stride,
  transposed_box,
  gaps_ignored,
  outer_dimension_ignored,
  base_offset_ignored,
  pad_missing,
  pad_everywhere,
  mat_fills_valid_only,
  last_block_unwritten,
  results_zero,
  writes_nothing,
  nondeterministic,
  depends_on_previous_call,
  print_truncates_digit,
  print_fence_missing,
  print_wrong_width,
  print_valid_only,
  print_last_row_lost,
  accepts_everything,
  launch_unchecked,
  limit_off_by_one,
  rejects_everything,
  hangs,
  crashes,
  aborts,
  exits,
  // Held out of all tuning (suites/zoo.toml).
  tail_skipped,
  bfloat_refused,
  scratch_unchecked,
  rectified_before_scaled,
  scalar_through_double,
  valid_sizes_swapped,
  fill_from_low_word,
  last_mask_byte_inverted,
  ordered_by_negation,
  mask_row_stuck,
  ceil_rounds,
  bytes_clamp_as_signed,
  total_carried_over,
  block_read_whole,
  result_block_stored,
  total_in_source,
  index_restarts,
  single_row_refused,
  register_not_advanced,
  second_buffer_short,
  unsigned_pads_as_signed,
  middle_strides_exchanged,
  block_filled,
  unsigned_printed_signed,
  none,
};

/// The fault of a name, or nothing for a name that faults() does not list.
std::optional<Fault> fault_named(std::string_view name);

/// What outlives one call.
struct Device {
  Fault fault = Fault::none;
  std::uint64_t calls = 0;                ///< calls executed before this one
  std::optional<std::uint64_t> leftover;  ///< first result of the previous call

  bool has(Fault which) const { return fault == which; }

  /// The pattern after a pass through this device's data path: unchanged when it is healthy.
  std::uint64_t moved(std::uint32_t element, std::uint64_t bits) const;

  /// Loops for ever, crashes, aborts or exits where a fault says so and the call is one of its
  /// calls: those whose first tile has a number of valid columns that leaves 3 when divided by 7.
  void misbehave(const assay_operand& first) const;
};

}  // namespace assay::simulator
