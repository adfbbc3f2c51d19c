// SPDX-License-Identifier: Apache-2.0
// The zoo of known bugs.
#include "runners/simulator/faults.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/simulator.hpp"

namespace assay::simulator {
namespace {

// In the order of Fault.
constexpr std::array zoo{
    FaultInfo{"off_by_one_ulp",
              "computed and rounded floating-point results are one ulp too large"},
    FaultInfo{"nan_swallowed", "a NaN that is moved or compared turns into zero or is skipped"},
    FaultInfo{"nan_payload_lost", "a NaN that is moved keeps neither its sign nor its payload"},
    FaultInfo{"zero_sign_lost",
              "a negative zero that is moved, computed with or printed is positive"},
    FaultInfo{"subnormals_flushed", "subnormal inputs and moved values are taken as zero"},
    FaultInfo{"scalar_truncated", "a scalar is converted towards zero instead of to nearest"},
    FaultInfo{"scalar_unrounded",
              "a float meets the scalar as it was passed, not as the element that it becomes"},
    FaultInfo{"last_tie_wins", "among equal maxima the last row wins"},
    FaultInfo{"signed_compare", "unsigned values are compared as signed ones"},
    FaultInfo{"index_through_half", "row numbers pass through half and lose bits above 2048"},
    FaultInfo{"value_index_swapped", "the value goes to the index tile and the index to the value"},
    FaultInfo{"shift_masked", "a shift amount counts modulo the width of the element"},
    FaultInfo{"shift_unmasked", "a shift by the width or more gives zero"},
    FaultInfo{"shift_logical", "a right shift of a signed value fills with zeros"},
    FaultInfo{"mask_bits_reversed", "the first lane of a mask byte is in its highest bit"},
    FaultInfo{"mask_rows_joined", "mask bits run on over rows instead of starting each row anew"},
    FaultInfo{"select_swapped", "a set mask bit takes the second operand"},
    FaultInfo{"compares_bits",
              "equality is that of bit patterns: -0 differs from 0, NaN equals NaN"},
    FaultInfo{"operands_swapped",
              "the operands of a difference or of a fused product are exchanged"},
    FaultInfo{"accumulator_ignored",
              "an accumulating instruction forgets what its destination held"},
    FaultInfo{"division_reversed", "a tile over a scalar and a scalar over a tile are exchanged"},
    FaultInfo{"saturates", "integer results stop at the ends of their type instead of wrapping"},
    FaultInfo{"carry_lost", "the halves of a 64-bit sum do not know of each other"},
    FaultInfo{"quotient_floored", "integer quotients are rounded down instead of toward zero"},
    FaultInfo{"remainder_sign_swapped", "remainders have the sign of the other argument"},
    FaultInfo{"power_through_float", "integer powers are computed in floating point"},
    FaultInfo{"nan_rule_swapped", "of a number and a NaN the wrong one is the larger or smaller"},
    FaultInfo{"relu_drops_nan", "a NaN below or above zero becomes zero"},
    FaultInfo{"leaky_by_maximum", "a leaky rectifier takes the larger one of element and product"},
    FaultInfo{"narrowing_wraps", "a result too large for a narrower type keeps its low bits"},
    FaultInfo{"mode_ignored", "every conversion rounds to nearest even whatever its mode"},
    FaultInfo{"ties_even", "halfway cases go to the even neighbour instead of away from zero"},
    FaultInfo{"floor_truncates", "rounding down cuts off, so that negative values go up"},
    FaultInfo{"rounds_twice", "integers on their way to a float are rounded to bfloat16 first"},
    FaultInfo{"small_floats_cut", "floats of 4 and 8 bits are cut off instead of rounded"},
    FaultInfo{"taper_misread", "HiFloat8 near 1 is read with 4 or 5 bits of fraction"},
    FaultInfo{"nibbles_swapped", "the first of two packed elements is in the upper half byte"},
    FaultInfo{"spreads_along_wrong_axis", "a value of another row or column is spread"},
    FaultInfo{"term_dropped", "a reduction leaves its last element out"},
    FaultInfo{"term_doubled", "a reduction takes its last element twice"},
    FaultInfo{"ignores_valid_columns", "works on all columns of the tile"},
    FaultInfo{"ignores_valid_rows", "works on all rows of the tile"},
    FaultInfo{"reads_outside_valid", "takes one lane from just outside the valid region"},
    FaultInfo{"writes_past_valid", "writes one element just outside the valid region"},
    FaultInfo{"writes_guard", "writes the byte after the output"},
    FaultInfo{"modifies_input", "keeps an intermediate result in its input"},
    FaultInfo{"wrong_stride", "steps by the valid size instead of the size of the tile"},
    FaultInfo{"transposed_box", "rows and columns inside a box are exchanged"},
    FaultInfo{"gaps_ignored", "reads global memory as if it were contiguous"},
    FaultInfo{"outer_dimension_ignored", "the outermost stride of global memory is taken as zero"},
    FaultInfo{"base_offset_ignored", "the start of a view is rounded down to 32 bytes"},
    FaultInfo{"pad_missing", "a load leaves the pad out"},
    FaultInfo{"pad_everywhere", "a load pads all that is outside the valid region"},
    FaultInfo{"mat_fills_valid_only", "a fill of a Mat tile stops at its valid region"},
    FaultInfo{"last_block_unwritten", "a fill leaves the last 32-byte block out"},
    FaultInfo{"results_zero", "every result is zero"},
    FaultInfo{"writes_nothing", "reports success and does nothing"},
    FaultInfo{"nondeterministic", "the first result differs in its lowest bit in every other call"},
    FaultInfo{"depends_on_previous_call", "the first result is that of the previous call"},
    FaultInfo{"print_truncates_digit", "the last printed digit is cut off instead of rounded"},
    FaultInfo{"print_fence_missing", "no fence around the valid region of a printed tile"},
    FaultInfo{"print_wrong_width", "printed values are two characters narrower than asked for"},
    FaultInfo{"print_valid_only", "only the valid region of a device tile is printed"},
    FaultInfo{"print_last_row_lost", "the last printed row is missing"},
    FaultInfo{"accepts_everything", "answers that illegal calls were done"},
    FaultInfo{"launch_unchecked", "rules that show only when the call runs are not checked"},
    FaultInfo{"limit_off_by_one",
              "the largest legal size is refused and one below the smallest taken"},
    FaultInfo{"rejects_everything", "refuses every call"},
    FaultInfo{"hangs", "never returns when the valid columns leave 3 modulo 7"},
    FaultInfo{"crashes", "raises a segmentation fault when the valid columns leave 3 modulo 7"},
    FaultInfo{"aborts", "aborts when the valid columns leave 3 modulo 7"},
    FaultInfo{"exits", "ends its process quietly when the valid columns leave 3 modulo 7"},
    FaultInfo{"tail_skipped", "columns behind the last whole block of 32 bytes are not computed"},
    FaultInfo{"bfloat_refused", "an instruction with one source does not know bfloat16"},
    FaultInfo{"scratch_unchecked", "scratch too small for a row and its mask is taken"},
    FaultInfo{"rectified_before_scaled", "a sum is clamped at zero before it is scaled, not after"},
    FaultInfo{"scalar_through_double",
              "a 64-bit scalar passes through double and loses its low bits"},
    FaultInfo{"valid_sizes_swapped", "valid rows and valid columns are exchanged"},
    FaultInfo{"fill_from_low_word",
              "64-bit right shifts by 32 or more fill with the sign of the low word"},
    FaultInfo{"last_mask_byte_inverted", "the bits of a mask byte that is not full are inverted"},
    FaultInfo{"ordered_by_negation",
              "not above and not below stand for at most and at least, also for NaN"},
    FaultInfo{"mask_row_stuck", "every row is selected by the first row of the mask"},
    FaultInfo{"ceil_rounds", "rounding up goes to nearest, halfway cases away from zero"},
    FaultInfo{"bytes_clamp_as_signed", "results in unsigned bytes stop at 127"},
    FaultInfo{"total_carried_over",
              "a reduction of a row begins with the result of the row before"},
    FaultInfo{"block_read_whole",
              "a reduction of a row reads the last block of 32 bytes to its end"},
    FaultInfo{"result_block_stored",
              "the last result of a column of results is stored as 32 bytes"},
    FaultInfo{"total_in_source", "a sum in pairs leaves its totals in the first row of its source"},
    FaultInfo{"index_restarts", "a column number counts from the start of its register"},
    FaultInfo{"single_row_refused", "a reduction of columns refuses a source of one valid row"},
    FaultInfo{"register_not_advanced",
              "columns behind the first register meet the row's first register"},
    FaultInfo{"second_buffer_short",
              "every other call leaves the last row of a spread operation out"},
    FaultInfo{"unsigned_pads_as_signed",
              "unsigned tiles are padded with the largest signed number"},
    FaultInfo{"middle_strides_exchanged",
              "the strides of the second and third dimension are exchanged"},
    FaultInfo{"block_filled", "a fill completes the last block of 32 bytes of every row"},
    FaultInfo{"unsigned_printed_signed",
              "unsigned values with their highest bit set are printed as negative"},
};
static_assert(zoo.size() == static_cast<std::size_t>(Fault::none));

}  // namespace

std::span<const FaultInfo> faults() { return zoo; }

std::optional<Fault> fault_named(std::string_view name) {
  for (std::size_t i = 0; i < zoo.size(); ++i) {
    if (zoo[i].name == name) return static_cast<Fault>(i);
  }
  return std::nullopt;
}

std::uint64_t Device::moved(std::uint32_t element, std::uint64_t bits) const {
  const std::optional<FloatFormat> format = float_format(element);
  if (!format) return bits;
  switch (fault) {
    case Fault::nan_swallowed:
      return is_nan(*format, bits) ? 0 : bits;
    case Fault::nan_payload_lost:
      return is_nan(*format, bits) ? quiet_nan(*format) : bits;
    case Fault::zero_sign_lost:
      return magnitude(*format, bits) == 0 ? 0 : bits;
    case Fault::subnormals_flushed:
      return is_subnormal(*format, bits) ? bits - magnitude(*format, bits) : bits;
    default:
      return bits;
  }
}

void Device::misbehave(const assay_operand& first) const {
  if (first.kind != ASSAY_TILE || first.valid_cols % 7 != 3) return;
  switch (fault) {
    case Fault::hangs:
      for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    case Fault::crashes:
      std::raise(SIGSEGV);
      break;
    case Fault::aborts:
      std::abort();
    case Fault::exits:
      std::_Exit(0);
    default:
      break;
  }
}

}  // namespace assay::simulator
