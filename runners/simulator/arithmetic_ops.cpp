// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles: one sheet per instruction.
#include <algorithm>
#include <array>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/ops.hpp"

namespace assay::simulator {
namespace {

constexpr Elements halves{ASSAY_F16, ASSAY_F32};
constexpr Elements vector_types{ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_F32};
constexpr Elements no_bytes{ASSAY_I16, ASSAY_U16, ASSAY_I32,  ASSAY_U32, ASSAY_I64,
                            ASSAY_U64, ASSAY_F16, ASSAY_BF16, ASSAY_F32};
constexpr Elements divided{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32,
                           ASSAY_I64, ASSAY_U64, ASSAY_F16, ASSAY_F32};
constexpr Elements reciprocated{ASSAY_I8,  ASSAY_U8,  ASSAY_I16, ASSAY_U16, ASSAY_I32,
                                ASSAY_U32, ASSAY_I64, ASSAY_U64, ASSAY_F16, ASSAY_F32};
constexpr Elements with_word{ASSAY_I32, ASSAY_F16, ASSAY_F32};

constexpr std::array sheets{
    Sheet{.op = "TADD",
          .reads = Reads::two,
          .a2a3 = vector_types,
          .a5 = arithmetic_types,
          .cpu = arithmetic_types,
          .integer = integer_sum,
          .floating = float_sum,
          .one_tile_type = true,
          .cpu_regions = false},
    Sheet{.op = "TSUB",
          .reads = Reads::two,
          .a2a3 = vector_types,
          .a5 = arithmetic_types,
          .cpu = arithmetic_types,
          .integer = integer_difference,
          .floating = float_difference,
          .cpu_regions = false},
    Sheet{.op = "TMUL",
          .reads = Reads::two,
          .a2a3 = vector_types,
          .a5 = no_bytes,
          .cpu = arithmetic_types,
          .integer = integer_product,
          .floating = float_product,
          .cpu_regions = false},
    Sheet{.op = "TDIV",
          .reads = Reads::two,
          .a2a3 = halves,
          .a5 = divided,
          .cpu = arithmetic_types,
          .integer = integer_quotient,
          .floating = float_quotient,
          .cpu_regions = false,
          .half_register = true},
    Sheet{.op = "TMIN",
          .reads = Reads::two,
          .a2a3 = vector_types,
          .a5 = arithmetic_types,
          .cpu = arithmetic_types,
          .integer = integer_minimum,
          .floating = float_minimum},
    Sheet{.op = "TMAX",
          .reads = Reads::two,
          .a2a3 = vector_types,
          .a5 = arithmetic_types,
          .cpu = arithmetic_types,
          .integer = integer_maximum,
          .floating = float_maximum,
          .cpu_regions = false},
    Sheet{.op = "TABS",
          .reads = Reads::one,
          .a2a3 = halves,
          .a5 = {ASSAY_I8, ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_F32},
          .cpu = {ASSAY_I8, ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_BF16, ASSAY_F32},
          .integer = integer_magnitude,
          .floating = float_magnitude,
          .one_tile_type = true,
          .cpu_regions = false},
    Sheet{.op = "TNEG",
          .reads = Reads::one,
          .a2a3 = vector_types,
          .a5 = no_bytes,
          .cpu = arithmetic_types,
          .integer = integer_negation,
          .floating = float_negation,
          .half_register = true},
    Sheet{.op = "TRELU",
          .reads = Reads::one,
          .a2a3 = with_word,
          .a5 = with_word,
          .cpu = arithmetic_types,
          .integer = integer_rectified,
          .floating = float_rectified},
    Sheet{.op = "TEXP",
          .reads = Reads::one,
          .a2a3 = halves,
          .a5 = halves,
          .cpu = arithmetic_types,
          .integer = integer_exponential,
          .floating = float_exponential},
    Sheet{.op = "TLOG",
          .reads = Reads::one,
          .a2a3 = halves,
          .a5 = halves,
          .cpu = arithmetic_types,
          .integer = integer_logarithm,
          .floating = float_logarithm},
    Sheet{.op = "TSQRT",
          .reads = Reads::one,
          .a2a3 = halves,
          .a5 = halves,
          .cpu = {ASSAY_F16, ASSAY_BF16, ASSAY_F32},
          .integer = nullptr,
          .floating = float_root,
          .cpu_regions = false},
    Sheet{.op = "TRECIP",
          .reads = Reads::one,
          .a2a3 = vector_types,
          .a5 = reciprocated,
          .cpu = arithmetic_types,
          .integer = integer_reciprocal,
          .floating = float_reciprocal,
          .cpu_regions = false,
          .half_register = true},
};

const Sheet& sheet_of(const Request& request) {
  return *std::ranges::find(sheets, request.op, &Sheet::op);
}

Answer run_plain(const Request& request, Device& device) {
  return run_sheet(sheet_of(request), request, device);
}

/// The CPU compares the static parts of two valid regions.
void one_valid_mode(Rules& rules, const Request& request) {
  constexpr std::uint32_t modes = ASSAY_DYNAMIC_VALID_ROWS | ASSAY_DYNAMIC_VALID_COLS;
  rules.type(request.on_device() || (request[0].flags & modes) == (request[1].flags & modes),
             "static ValidRow and ValidCol must be equal");
}

Answer run_tsqrt(const Request& request, Device& device) {
  return run_sheet(sheet_of(request), request, device, one_valid_mode);
}

void in_vec_anywhere(Rules& rules, const Request& request) {
  for (std::size_t i = 0; i < 2; ++i) {
    rules.type(request[i].location == ASSAY_VEC, "tiles must be in Vec");
    rules.type(request[i].block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
  }
}

void not_empty_on_a2a3(Rules& rules, const Request& request) {
  rules.launch(
      request.machine != Machine::a2a3 || (request[0].valid_rows > 0 && request[0].valid_cols > 0),
      "valid rows and columns must not be zero");
}

Answer run_trecip(const Request& request, Device& device) {
  return run_sheet(sheet_of(request), request, device, [](Rules& rules, const Request& call) {
    in_vec_anywhere(rules, call);
    not_empty_on_a2a3(rules, call);
  });
}

Answer run_tneg(const Request& request, Device& device) {
  return run_sheet(sheet_of(request), request, device, not_empty_on_a2a3);
}

constexpr std::array ops{
    Entry{"TADD", run_plain},    Entry{"TSUB", run_plain}, Entry{"TMUL", run_plain},
    Entry{"TDIV", run_plain},    Entry{"TMIN", run_plain}, Entry{"TMAX", run_plain},
    Entry{"TABS", run_plain},    Entry{"TNEG", run_tneg},  Entry{"TRELU", run_plain},
    Entry{"TEXP", run_plain},    Entry{"TLOG", run_plain}, Entry{"TSQRT", run_tsqrt},
    Entry{"TRECIP", run_trecip},
};

}  // namespace

std::span<const Entry> arithmetic_ops() { return ops; }

}  // namespace assay::simulator
