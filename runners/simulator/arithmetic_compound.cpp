// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles in several steps or with scratch: one sheet per instruction.
#include <algorithm>
#include <array>
#include <bit>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/narrowing.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

constexpr Elements halves{ASSAY_F16, ASSAY_F32};
constexpr Elements power_types{ASSAY_I8,  ASSAY_U8,  ASSAY_I16,  ASSAY_U16, ASSAY_I32,
                               ASSAY_U32, ASSAY_F16, ASSAY_BF16, ASSAY_F32};

constexpr std::array sheets{
    Sheet{.op = "TREM",
          .reads = Reads::two,
          .a2a3 = {ASSAY_I32, ASSAY_F32},
          .a5 = {ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_I64, ASSAY_U64, ASSAY_F16,
                 ASSAY_F32},
          .cpu = arithmetic_types,
          .integer = integer_modulo,
          .floating = float_modulo,
          .scratch = true,
          .half_register = true},
    Sheet{.op = "TFMOD",
          .reads = Reads::two,
          .a2a3 = {ASSAY_F32},
          .a5 = {ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F16, ASSAY_F32},
          .cpu = arithmetic_types,
          .integer = integer_fmod,
          .floating = float_fmod},
    Sheet{.op = "TPOW",
          .reads = Reads::two,
          .a2a3 = {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F32},
          .a5 = power_types,
          .cpu = arithmetic_types,
          .integer = integer_power,
          .floating = float_power,
          .scratch = true,
          .cpu_regions = false},
    Sheet{.op = "TPRELU",
          .reads = Reads::two,
          .a2a3 = halves,
          .a5 = halves,
          .cpu = arithmetic_types,
          .integer = integer_sloped,
          .floating = float_sloped,
          .scratch = true},
    Sheet{.op = "TADDC",
          .reads = Reads::three,
          .a2a3 = {},
          .a5 = {},
          .cpu = arithmetic_types,
          .integer = integer_sum_of_three,
          .floating = float_sum_of_three,
          .one_tile_type = true,
          .cpu_regions = false},
    Sheet{.op = "TSUBC",
          .reads = Reads::three,
          .a2a3 = {},
          .a5 = {},
          .cpu = arithmetic_types,
          .integer = integer_difference_and_sum,
          .floating = float_difference_and_sum,
          .one_tile_type = true,
          .cpu_regions = false},
    Sheet{.op = "TMULADDDST",
          .reads = Reads::two_and_old,
          .a2a3 = halves,
          .a5 = halves,
          .cpu = arithmetic_types,
          .integer = integer_accumulated,
          .floating = float_accumulated},
    Sheet{.op = "TFUSEDMULADD",
          .reads = Reads::two_and_old,
          .a2a3 = halves,
          .a5 = halves,
          .cpu = arithmetic_types,
          .integer = integer_multiplied,
          .floating = float_multiplied},
    Sheet{.op = "TFUSEDMULADDRELU",
          .reads = Reads::two_and_old,
          .a2a3 = halves,
          .a5 = halves,
          .cpu = arithmetic_types,
          .integer = integer_multiplied_rectified,
          .floating = float_multiplied_rectified},
    Sheet{.op = "TSUBRELU",
          .reads = Reads::two,
          .a2a3 = halves,
          .a5 = halves,
          .cpu = arithmetic_types,
          .integer = integer_difference_rectified,
          .floating = float_difference_rectified},
};

const Sheet& sheet_of(const Request& request) {
  return *std::ranges::find(sheets, request.op, &Sheet::op);
}

Answer run_plain(const Request& request, Device& device) {
  return run_sheet(sheet_of(request), request, device);
}

/// A2A3 has a result row in tmp and words of a mask behind it.
void remainder_scratch(Rules& rules, const Request& request) {
  if (request.machine != Machine::a2a3) return;
  const std::int64_t stride = request[0].cols;
  rules.launch(request[3].valid_cols >= stride + 2 * ((stride + 63) / 64),
               "tmp has too few columns for a result row and its mask");
}

/// A2A3 converts int32 sources in place: src0 comes back from float, src1 does not.
void convert_in_place(const Request& request) {
  Tile first(request[1], Device{}), second(request[2], Device{});
  for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
    for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
      const auto a = static_cast<float>(static_cast<std::int32_t>(first.get(row, col)));
      const auto b = static_cast<float>(static_cast<std::int32_t>(second.get(row, col)));
      first.set(row, col, static_cast<std::uint64_t>(static_cast<std::int64_t>(a)));
      second.set(row, col, std::bit_cast<std::uint32_t>(b));
    }
  }
}

Answer run_trem(const Request& request, Device& device) {
  const bool consumes = request.machine == Machine::a2a3 && request.form == "consuming";
  Answer answer = run_sheet(sheet_of(request), request, device, remainder_scratch);
  if (answer.status == ASSAY_DONE && consumes && request[0].element == ASSAY_I32) {
    convert_in_place(request);
  }
  return answer;
}

void power_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  if (request.machine == Machine::a5) {
    rules.type(request.form != "plain" || dst.element != ASSAY_BF16,
               "bf16 needs PrecisionType HIGH_PRECISION");
    rules.type(request.form == "plain" || !is_integer(dst.element),
               "integers have no HIGH_PRECISION");
  }
  if (request.machine == Machine::a2a3 && !is_integer(dst.element)) {
    same_region(rules, request[3], dst);
  }
}

Answer run_tpow(const Request& request, Device& device) {
  return run_sheet(sheet_of(request), request, device, power_rules);
}

void mask_scratch(Rules& rules, const Request& request) {
  if (request.machine != Machine::a2a3) return;
  vector_tile(rules, request, request[3]);
  rules.type(request[3].element == ASSAY_U8, "tmp must be uint8");
}

Answer run_tprelu(const Request& request, Device& device) {
  return run_sheet(sheet_of(request), request, device, mask_scratch);
}

constexpr std::array ops{
    Entry{"TREM", run_trem},
    Entry{"TFMOD", run_plain},
    Entry{"TPOW", run_tpow},
    Entry{"TPRELU", run_tprelu},
    Entry{"TADDC", run_plain},
    Entry{"TSUBC", run_plain},
    Entry{"TMULADDDST", run_plain},
    Entry{"TFUSEDMULADD", run_plain},
    Entry{"TFUSEDMULADDRELU", run_plain},
    Entry{"TSUBRELU", run_plain},
    Entry{"TADDRELUCONV", run_narrowed_sum},
    Entry{"TSUBRELUCONV", run_narrowed_difference},
    Entry{"TADDDEQRELU", run_scaled_sum},
};

}  // namespace

std::span<const Entry> compound_ops() { return ops; }

}  // namespace assay::simulator
