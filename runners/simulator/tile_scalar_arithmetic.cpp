// SPDX-License-Identifier: Apache-2.0
// Tile with scalar: one sheet per instruction.
#include <algorithm>
#include <cmath>

#include "runners/simulator/tile_scalar.hpp"

namespace assay::simulator {
namespace {

constexpr Elements none{};
constexpr Elements halves{ASSAY_F16, ASSAY_F32};
constexpr Elements vector_types{ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_F32};
constexpr Elements no_bytes{ASSAY_I16, ASSAY_U16, ASSAY_I32,  ASSAY_U32, ASSAY_I64,
                            ASSAY_U64, ASSAY_F16, ASSAY_BF16, ASSAY_F32};
constexpr Elements divided{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32,
                           ASSAY_I64, ASSAY_U64, ASSAY_F16, ASSAY_F32};
constexpr Elements short_types{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F16, ASSAY_F32};
constexpr Elements integers_to_32{ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32};
constexpr Elements integers{ASSAY_I8,  ASSAY_U8,  ASSAY_I16, ASSAY_U16,
                            ASSAY_I32, ASSAY_U32, ASSAY_I64, ASSAY_U64};
constexpr Elements shifted_on_a2a3{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32};

/// The first generation adds the scalar that it negated as a float.
std::uint64_t integer_less_scalar(const Unit& unit, Inputs in) {
  if (unit.machine != Machine::a2a3) return integer_difference(unit, in);
  const std::uint64_t rounded = *convert(unit.element, in[1], ASSAY_F32);
  const std::uint64_t summands[] = {in[0],
                                    *convert(ASSAY_F32, rounded ^ 0x80000000U, unit.element)};
  if (unit.has(Fault::operands_swapped)) return integer_difference(unit, in);
  return integer_sum(unit, summands);
}

std::uint64_t leaky(const Unit& unit, Inputs in) {
  if (!unit.has(Fault::leaky_by_maximum)) return float_sloped(unit, in);
  const std::uint64_t both[] = {in[0], float_product(unit, in)};
  return float_maximum(unit, both);
}

/// The CPU takes powers of integers in double, too, and converts what comes out.
std::uint64_t integer_power_by_scalar(const Unit& unit, Inputs in) {
  if (!unit.on_cpu()) return integer_power(unit, in);
  const double power = std::pow(value_of(unit.element, in[0]), value_of(unit.element, in[1]));
  return convert(ASSAY_F64, encode(*float_format(ASSAY_F64), static_cast<long double>(power)),
                 unit.element)
      .value_or(0);
}

bool is_on(const Request& request, Machine machine) { return request.machine == machine; }

/// The first generation compares the wrong pair.
void square_on_a2a3(Rules& rules, const Request& request) {
  rules.launch(!is_on(request, Machine::a2a3) || request[0].valid_rows == request[1].valid_cols,
               "valid rows of dst and valid columns of src must be equal");
}

void tmp_of_dst_type_on_cpu(Rules& rules, const Request& request) {
  rules.tile(request[3]);
  rules.type(request.on_device() || is_same_tile_type(request[3], request[0]),
             "tmp must have the Tile type of dst");
}

void logic_with_scratch(Rules& rules, const Request& request) {
  tmp_of_dst_type_on_cpu(rules, request);
  if (is_on(request, Machine::a2a3)) {
    check_tiles(rules, row_major | one_element | valid_region, request[0], request[3]);
  }
}

void remainder_row(Rules& rules, const Request& request) {
  tmp_of_dst_type_on_cpu(rules, request);
  rules.launch(!is_on(request, Machine::a2a3) ||
                   (request[3].valid_rows >= 1 && request[3].valid_cols >= request[0].valid_cols),
               "tmp must have a row of the valid columns of dst");
}

void power_scratch(Rules& rules, const Request& request) {
  rules.tile(request[3]);
  const bool used = is_on(request, Machine::a2a3) && request[0].element == ASSAY_F32;
  rules.launch(!used || (request[3].valid_rows == request[0].valid_rows &&
                         request[3].valid_cols == request[0].valid_cols),
               "tmp must have the valid rows and columns of dst");
  const bool refined = is_on(request, Machine::a5) && request.form == "precise";
  rules.type(!refined || !is_integer(request[0].element), "HIGH_PRECISION has floats alone");
  rules.type(refined || !is_on(request, Machine::a5) || request[0].element != ASSAY_BF16,
             "DEFAULT has no bfloat16");
}

void one_tile_type(Rules& rules, const Request& request) {
  rules.type(is_same_tile_type(request[1], request[0]) && is_same_tile_type(request[3], request[0]),
             "all tiles must have one Tile type");
}

constexpr std::uint32_t usual_a2a3 = src_in_vec | one_element | valid_region | not_empty;
constexpr std::uint32_t usual_a5 = in_vec | valid_region;
constexpr std::uint32_t usual_cpu = in_vec | one_element;
constexpr std::uint32_t logic = row_major | one_element | valid_region;

constexpr std::array sheets{
    ScalarSheet{"TADDS",
                {vector_types, arithmetic_types, arithmetic_types},
                {usual_a2a3, usual_a5, usual_cpu | row_major},
                integer_sum,
                float_sum},
    ScalarSheet{"TSUBS",
                {vector_types, arithmetic_types, arithmetic_types},
                {usual_a2a3, usual_a5, usual_cpu},
                integer_less_scalar,
                float_difference},
    ScalarSheet{"TMULS",
                {vector_types, no_bytes, arithmetic_types},
                {usual_a2a3, in_vec | valid_columns, usual_cpu | row_major},
                integer_product,
                float_product},
    ScalarSheet{"TMINS",
                {vector_types, arithmetic_types, arithmetic_types},
                {usual_a2a3, in_vec | valid_columns, usual_cpu},
                integer_minimum,
                float_minimum},
    ScalarSheet{"TMAXS",
                {vector_types, arithmetic_types, arithmetic_types},
                {usual_a2a3 | dst_in_vec, in_vec | valid_columns, usual_cpu | row_major},
                integer_maximum,
                float_maximum},
    ScalarSheet{"TLRELU",
                {halves, halves, arithmetic_types},
                {usual_a2a3 | dst_in_vec, usual_a5, usual_cpu | row_major},
                integer_sloped,
                leaky},
    ScalarSheet{"TDIVS",
                {vector_types, divided, arithmetic_types},
                {usual_a2a3 | dst_in_vec, usual_a5, usual_cpu | row_major},
                integer_quotient,
                float_quotient},
    ScalarSheet{"TFMODS",
                {Elements{ASSAY_F32}, short_types, arithmetic_types},
                {usual_a2a3 | dst_in_vec | row_major, usual_a5 | one_element, usual_cpu},
                integer_fmod,
                float_fmod},
    ScalarSheet{"TREMS",
                {Elements{ASSAY_I32, ASSAY_F32}, divided, arithmetic_types},
                {usual_a2a3 | dst_in_vec | row_major, usual_a5 | one_element, usual_cpu},
                integer_modulo,
                float_modulo,
                remainder_row},
    ScalarSheet{
        "TPOWS",
        {Elements{ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F32},
         Elements{ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F16,
                  ASSAY_BF16, ASSAY_F32},
         arithmetic_types},
        {in_vec | row_major | one_element | valid_region,
         in_vec | row_major | one_element | valid_region, usual_cpu | row_major},
        integer_power_by_scalar,
        float_power,
        power_scratch},
    ScalarSheet{"TADDSC",
                {none, none, arithmetic_types},
                {checks_nothing, checks_nothing, checks_nothing},
                integer_sum_of_three,
                float_sum_of_three,
                one_tile_type},
    ScalarSheet{"TSUBSC",
                {none, none, arithmetic_types},
                {checks_nothing, checks_nothing, checks_nothing},
                integer_difference_and_sum,
                float_difference_and_sum,
                one_tile_type},
    ScalarSheet{"TSHLS",
                {shifted_on_a2a3, integers, integers},
                {usual_a2a3 & ~valid_rows, usual_a5, usual_cpu},
                shifted_left_by_scalar,
                nullptr,
                square_on_a2a3},
    ScalarSheet{"TSHRS",
                {shifted_on_a2a3, integers, integers},
                {usual_a2a3 & ~valid_rows, usual_a5, usual_cpu},
                shifted_right_by_scalar,
                nullptr,
                square_on_a2a3},
    ScalarSheet{"TANDS",
                {integers_to_32, integers_to_32, integers},
                {logic, logic, usual_cpu},
                logic_and,
                nullptr,
                nullptr,
                true},
    ScalarSheet{"TORS",
                {integers_to_32, integers_to_32, integers},
                {logic, logic, usual_cpu},
                logic_or,
                nullptr,
                nullptr,
                true},
    ScalarSheet{"TXORS",
                {integers_to_32, integers_to_32, integers},
                {logic | dst_in_vec, logic, one_element},
                logic_xor,
                nullptr,
                logic_with_scratch,
                true},
};

}  // namespace

const ScalarSheet* scalar_sheet(std::string_view op) {
  const auto* found = std::ranges::find(sheets, op, &ScalarSheet::op);
  return found == sheets.end() ? nullptr : found;
}

}  // namespace assay::simulator
