// SPDX-License-Identifier: Apache-2.0
// The loops of the other *_lanes.hpp headers as one table.
#pragma once

#include "reference/numerics/kernels/arithmetic_lanes.hpp"
#include "reference/numerics/kernels/decode_lanes.hpp"
#include "reference/numerics/kernels/direct_lanes.hpp"
#include "reference/numerics/kernels/distance_lanes.hpp"
#include "reference/numerics/kernels/encode_lanes.hpp"
#include "reference/numerics/kernels/exponential_lanes.hpp"
#include "reference/numerics/kernels/kernels.hpp"
#include "reference/numerics/kernels/power_lanes.hpp"

namespace assay::numerics::kernels {
namespace {

constexpr int at(Function function) { return static_cast<int>(function); }

template <ResultOf result_of>
constexpr void set_root(Kernels& table, Function function) {
  table.direct[at(function)] = direct_root<result_of>;
  table.direct_distances[at(function)] = root_distances<result_of>;
}

template <bool is_reciprocal>
constexpr void set_quotient(Kernels& table, Function function) {
  table.direct[at(function)] = direct_quotient<is_reciprocal>;
  table.direct_distances[at(function)] = quotient_distances<is_reciprocal>;
}

constexpr void set_functions(Kernels& table) {
  table.evaluate[at(Function::identity)] = identity;
  table.evaluate[at(Function::add)] = add<false>;
  table.evaluate[at(Function::subtract)] = subtract<false>;
  table.evaluate[at(Function::multiply)] = multiply;
  table.evaluate[at(Function::divide)] = divide;
  table.evaluate[at(Function::fused_multiply_add)] = fused_multiply_add<false>;
  table.evaluate[at(Function::square_root)] = square_root;
  table.evaluate[at(Function::reciprocal_square_root)] = reciprocal_square_root;
  table.evaluate[at(Function::reciprocal)] = reciprocal;
  table.evaluate[at(Function::exponential)] = exponential;
  table.evaluate[at(Function::logarithm)] = logarithm;
  table.evaluate[at(Function::power)] = power;
  table.sum_to_floor[at(Function::add)] = add<true>;
  table.sum_to_floor[at(Function::subtract)] = subtract<true>;
  table.sum_to_floor[at(Function::fused_multiply_add)] = fused_multiply_add<true>;
  table.direct[at(Function::add)] = direct<Function::add>;
  table.direct[at(Function::subtract)] = direct<Function::subtract>;
  table.direct[at(Function::multiply)] = direct<Function::multiply>;
  set_quotient<false>(table, Function::divide);
  set_quotient<true>(table, Function::reciprocal);
  set_root<single::square_root>(table, Function::square_root);
  set_root<single::reciprocal_square_root>(table, Function::reciprocal_square_root);
}

template <RoundMode mode>
constexpr void set_mode(Kernels& table) {
  table.encode_float[static_cast<int>(mode)] = encode_float<mode>;
  table.encode_integer[static_cast<int>(mode)] = encode_integer<mode>;
}

constexpr Kernels make_table(const char* name) {
  Kernels table{};
  table.name = name;
  table.decode_f32 = decode_number<float>;
  table.decode_f16 = decode_f16;
  table.decode_bf16 = decode_bf16;
  table.decode_i8 = decode_number<std::int8_t>;
  table.decode_u8 = decode_number<std::uint8_t>;
  table.decode_i16 = decode_number<std::int16_t>;
  table.decode_u16 = decode_number<std::uint16_t>;
  table.decode_i32 = decode_number<std::int32_t>;
  table.decode_u32 = decode_number<std::uint32_t>;
  set_functions(table);
  set_mode<RoundMode::nearest_even>(table);
  set_mode<RoundMode::nearest_away>(table);
  set_mode<RoundMode::floor>(table);
  set_mode<RoundMode::ceil>(table);
  set_mode<RoundMode::toward_zero>(table);
  set_mode<RoundMode::odd>(table);
  table.encode_f32_nearest = encode_f32_nearest;
  table.distance = distance;
  table.ends_in_ulp = ends_in_ulp;
  table.ends_relative = ends_relative;
  table.narrow_to_16 = narrow<std::uint16_t>;
  table.narrow_to_8 = narrow<std::uint8_t>;
  return table;
}

}  // namespace
}  // namespace assay::numerics::kernels
