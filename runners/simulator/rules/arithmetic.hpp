// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles: what machines' headers refuse.
#pragma once

#include <cstddef>
#include <string_view>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// Which tiles a lane reads, in which order.
enum class Reads : std::uint8_t {
  one,          ///< operand 1
  two,          ///< 1, 2
  three,        ///< 1, 2, 3
  two_and_old,  ///< 1, 2 and what the destination held
};

struct ArithmeticRules {
  std::string_view op;
  Reads reads;
  Elements a2a3, a5, cpu;      ///< element types
  bool scratch = false;        ///< a scratch tile comes last
  bool one_tile_type = false;  ///< the CPU wants all tiles of one type
  bool cpu_regions = true;     ///< the CPU compares valid regions
  MoreRules more = no_more;

  constexpr std::size_t sources() const {
    if (reads == Reads::one) return 1;
    return reads == Reads::three ? 3 : 2;
  }
  constexpr const Elements& taken(Machine machine) const {
    if (machine == Machine::cpu) return cpu;
    return machine == Machine::a5 ? a5 : a2a3;
  }
};

/// The CPU compares the static parts of two valid regions.
constexpr void one_valid_mode(Rules& rules, const Request& request) {
  constexpr std::uint32_t modes = ASSAY_DYNAMIC_VALID_ROWS | ASSAY_DYNAMIC_VALID_COLS;
  rules.type(request.on_device() || (request[0].flags & modes) == (request[1].flags & modes),
             "static ValidRow and ValidCol must be equal");
}

constexpr void not_empty_on_a2a3(Rules& rules, const Request& request) {
  rules.launch(
      request.machine != Machine::a2a3 || (request[0].valid_rows > 0 && request[0].valid_cols > 0),
      "valid rows and columns must not be zero");
}

constexpr void reciprocal_rules(Rules& rules, const Request& request) {
  for (std::size_t i = 0; i < 2; ++i) {
    rules.type(request[i].location == ASSAY_VEC, "tiles must be in Vec");
    rules.type(request[i].block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
  }
  not_empty_on_a2a3(rules, request);
}

/// A2A3 has a result row in tmp and words of a mask behind it.
constexpr void remainder_scratch(Rules& rules, const Request& request) {
  if (request.machine != Machine::a2a3 || rules.has(Fault::scratch_unchecked)) return;
  const std::int64_t stride = request[0].cols;
  rules.launch(request[3].valid_cols >= stride + 2 * ((stride + 63) / 64),
               "tmp has too few columns for a result row and its mask");
}

constexpr void power_rules(Rules& rules, const Request& request) {
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

constexpr void mask_scratch(Rules& rules, const Request& request) {
  if (request.machine != Machine::a2a3) return;
  vector_tile(rules, request, request[3]);
  rules.type(request[3].element == ASSAY_U8, "tmp must be uint8");
}

namespace arithmetic {

inline constexpr Elements halves{ASSAY_F16, ASSAY_F32};
inline constexpr Elements vector_types{ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_F32};
inline constexpr Elements no_bytes{ASSAY_I16, ASSAY_U16, ASSAY_I32,  ASSAY_U32, ASSAY_I64,
                                   ASSAY_U64, ASSAY_F16, ASSAY_BF16, ASSAY_F32};
inline constexpr Elements divided{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32,
                                  ASSAY_I64, ASSAY_U64, ASSAY_F16, ASSAY_F32};
inline constexpr Elements reciprocated{ASSAY_I8,  ASSAY_U8,  ASSAY_I16, ASSAY_U16, ASSAY_I32,
                                       ASSAY_U32, ASSAY_I64, ASSAY_U64, ASSAY_F16, ASSAY_F32};
inline constexpr Elements with_word{ASSAY_I32, ASSAY_F16, ASSAY_F32};
inline constexpr Elements power_types{ASSAY_I8,  ASSAY_U8,  ASSAY_I16,  ASSAY_U16, ASSAY_I32,
                                      ASSAY_U32, ASSAY_F16, ASSAY_BF16, ASSAY_F32};

inline constexpr ArithmeticRules table[] = {
    ArithmeticRules{.op = "TADD",
                    .reads = Reads::two,
                    .a2a3 = vector_types,
                    .a5 = arithmetic_types,
                    .cpu = arithmetic_types,
                    .one_tile_type = true,
                    .cpu_regions = false},
    ArithmeticRules{.op = "TSUB",
                    .reads = Reads::two,
                    .a2a3 = vector_types,
                    .a5 = arithmetic_types,
                    .cpu = arithmetic_types,
                    .cpu_regions = false},
    ArithmeticRules{.op = "TMUL",
                    .reads = Reads::two,
                    .a2a3 = vector_types,
                    .a5 = no_bytes,
                    .cpu = arithmetic_types,
                    .cpu_regions = false},
    ArithmeticRules{.op = "TDIV",
                    .reads = Reads::two,
                    .a2a3 = halves,
                    .a5 = divided,
                    .cpu = arithmetic_types,
                    .cpu_regions = false},
    ArithmeticRules{.op = "TMIN",
                    .reads = Reads::two,
                    .a2a3 = vector_types,
                    .a5 = arithmetic_types,
                    .cpu = arithmetic_types},
    ArithmeticRules{.op = "TMAX",
                    .reads = Reads::two,
                    .a2a3 = vector_types,
                    .a5 = arithmetic_types,
                    .cpu = arithmetic_types,
                    .cpu_regions = false},
    ArithmeticRules{.op = "TABS",
                    .reads = Reads::one,
                    .a2a3 = halves,
                    .a5 = {ASSAY_I8, ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_F32},
                    .cpu = {ASSAY_I8, ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_BF16, ASSAY_F32},
                    .one_tile_type = true,
                    .cpu_regions = false},
    ArithmeticRules{.op = "TNEG",
                    .reads = Reads::one,
                    .a2a3 = vector_types,
                    .a5 = no_bytes,
                    .cpu = arithmetic_types,
                    .more = not_empty_on_a2a3},
    ArithmeticRules{.op = "TRELU",
                    .reads = Reads::one,
                    .a2a3 = with_word,
                    .a5 = with_word,
                    .cpu = arithmetic_types},
    ArithmeticRules{
        .op = "TEXP", .reads = Reads::one, .a2a3 = halves, .a5 = halves, .cpu = arithmetic_types},
    ArithmeticRules{
        .op = "TLOG", .reads = Reads::one, .a2a3 = halves, .a5 = halves, .cpu = arithmetic_types},
    ArithmeticRules{.op = "TSQRT",
                    .reads = Reads::one,
                    .a2a3 = halves,
                    .a5 = halves,
                    .cpu = {ASSAY_F16, ASSAY_BF16, ASSAY_F32},
                    .cpu_regions = false,
                    .more = one_valid_mode},
    ArithmeticRules{.op = "TRECIP",
                    .reads = Reads::one,
                    .a2a3 = vector_types,
                    .a5 = reciprocated,
                    .cpu = arithmetic_types,
                    .cpu_regions = false,
                    .more = reciprocal_rules},
    ArithmeticRules{.op = "TREM",
                    .reads = Reads::two,
                    .a2a3 = {ASSAY_I32, ASSAY_F32},
                    .a5 = {ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_I64, ASSAY_U64,
                           ASSAY_F16, ASSAY_F32},
                    .cpu = arithmetic_types,
                    .scratch = true,
                    .more = remainder_scratch},
    ArithmeticRules{.op = "TFMOD",
                    .reads = Reads::two,
                    .a2a3 = {ASSAY_F32},
                    .a5 = {ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F16, ASSAY_F32},
                    .cpu = arithmetic_types},
    ArithmeticRules{
        .op = "TPOW",
        .reads = Reads::two,
        .a2a3 = {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F32},
        .a5 = power_types,
        .cpu = arithmetic_types,
        .scratch = true,
        .cpu_regions = false,
        .more = power_rules},
    ArithmeticRules{.op = "TPRELU",
                    .reads = Reads::two,
                    .a2a3 = halves,
                    .a5 = halves,
                    .cpu = arithmetic_types,
                    .scratch = true,
                    .more = mask_scratch},
    ArithmeticRules{.op = "TADDC",
                    .reads = Reads::three,
                    .a2a3 = {},
                    .a5 = {},
                    .cpu = arithmetic_types,
                    .one_tile_type = true,
                    .cpu_regions = false},
    ArithmeticRules{.op = "TSUBC",
                    .reads = Reads::three,
                    .a2a3 = {},
                    .a5 = {},
                    .cpu = arithmetic_types,
                    .one_tile_type = true,
                    .cpu_regions = false},
    ArithmeticRules{.op = "TMULADDDST",
                    .reads = Reads::two_and_old,
                    .a2a3 = halves,
                    .a5 = halves,
                    .cpu = arithmetic_types},
    ArithmeticRules{.op = "TFUSEDMULADD",
                    .reads = Reads::two_and_old,
                    .a2a3 = halves,
                    .a5 = halves,
                    .cpu = arithmetic_types},
    ArithmeticRules{.op = "TFUSEDMULADDRELU",
                    .reads = Reads::two_and_old,
                    .a2a3 = halves,
                    .a5 = halves,
                    .cpu = arithmetic_types},
    ArithmeticRules{.op = "TSUBRELU",
                    .reads = Reads::two,
                    .a2a3 = halves,
                    .a5 = halves,
                    .cpu = arithmetic_types},
};

}  // namespace arithmetic

constexpr const ArithmeticRules& arithmetic_rules_of(std::string_view op) {
  const ArithmeticRules* entry = arithmetic::table;
  while (entry->op != op) ++entry;
  return *entry;
}

/// The rules of an instruction of the table.
constexpr void arithmetic_rules(Rules& rules, const Request& request) {
  const ArithmeticRules& own = arithmetic_rules_of(request.op);
  const assay_operand& dst = request[0];
  vector_tile(rules, request, dst);
  const bool unknown = rules.has(Fault::bfloat_refused) && own.reads == Reads::one &&
                       dst.element == static_cast<std::uint32_t>(ASSAY_BF16);
  rules.type(own.taken(request.machine).has(dst.element) && !unknown,
             "this element type is not taken");
  for (std::size_t i = 1; i <= own.sources(); ++i) {
    vector_tile(rules, request, request[i]);
    rules.type(request[i].element == dst.element, "one element type for all tiles");
    if (own.one_tile_type && !request.on_device()) {
      rules.type(is_same_tile_type(request[i], dst), "all tiles must have one Tile type");
    }
    if (request.on_device() || own.cpu_regions) same_region(rules, request[i], dst);
  }
  if (own.scratch) rules.tile(*request.operands.back());
  own.more(rules, request);
}

}  // namespace assay::simulator
