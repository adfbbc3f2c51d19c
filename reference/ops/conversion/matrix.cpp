// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/conversion/matrix.hpp"

#include <algorithm>

namespace assay::ops {
namespace {

using enum ElementType;
using Elements = std::vector<ElementType>;

struct Row {
  ElementType from;
  Elements to;
};
using Matrix = std::vector<Row>;

const Matrix& a2a3_matrix() {
  static const Matrix rows{
      {f32, {f16, f32, bf16, i16, i32, i64}},
      {f16, {f32, i32, i16, i8, u8, i4}},
      {bf16, {f32, i32}},
      {i16, {f16, f32}},
      {i32, {f32, i16, i64, f16}},
      {i64, {f32, i32}},
      {u8, {f16}},
      {i8, {f16}},
      {i4, {f16}},
  };
  return rows;
}

const Matrix& a5_matrix() {
  static const Matrix rows{
      {f32, {f32, f16, bf16, i16, i32, i64, e4m3, e5m2, hif8}},
      {f16, {f32, i32, i16, i8, u8, hif8}},
      {bf16, {f32, i32, f16, e1m2, e2m1}},
      {i16, {u8, f16, f32, u32, i32}},
      {i32, {f32, i16, u16, i64, u8}},
      {i64, {f32, i32}},
      {u32, {u8, u16, i16}},
      {u8, {f16, u16}},
      {i8, {f16, i16, i32}},
      {e4m3, {f32}},
      {e5m2, {f32}},
      {hif8, {f32}},
      {e2m1, {bf16}},
      {e1m2, {bf16}},
  };
  return rows;
}

const Matrix& cpu_matrix() {
  static const Matrix rows = [] {
    const Elements all{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
    Matrix made;
    for (const ElementType from : all) {
      Elements others = all;
      // A copy shows nothing, but for the type that devices make whole.
      if (from != f32) std::erase(others, from);
      made.push_back({from, others});
    }
    return made;
  }();
  return rows;
}

const Matrix& matrix_of(Target target) {
  if (target == Target::a2a3) return a2a3_matrix();
  return target == Target::a5 ? a5_matrix() : cpu_matrix();
}

bool one_of(ElementType type, std::initializer_list<ElementType> list) {
  return std::ranges::find(list, type) != list.end();
}

/// Whether the instruction behind the pair comes in every rounding variant.
bool takes_modes(const Pair& pair) {
  if (pair.target == Target::cpu || (is_float(pair.from) && is_integer(pair.to))) return true;
  if (pair.from == f32) return one_of(pair.to, {f32, f16, bf16});
  if (pair.from == bf16) return one_of(pair.to, {f16, e1m2, e2m1});
  return (pair.from == i16 && pair.to == f16) || (one_of(pair.from, {i32, i64}) && pair.to == f32);
}

/// Without a mode: floats are cut to integers, everything else goes to the nearest value.
std::vector<Rounding> usual_roundings(const Pair& pair) {
  if (pair.to == hif8) return {Rounding::nearest_away};
  const bool cut = is_float(pair.from) && is_integer(pair.to);
  if (!cut) return {Rounding::nearest_even};
  // A plain hardware conversion, about which no more is said.
  if (pair.to == i4) return {Rounding::toward_zero, Rounding::nearest_even};
  return {Rounding::toward_zero};
}

}  // namespace

const Elements& sources(Target target) {
  static const auto list = [](Target of) {
    Elements made;
    for (const Row& row : matrix_of(of)) made.push_back(row.from);
    return made;
  };
  static const Elements a2a3 = list(Target::a2a3), a5 = list(Target::a5), cpu = list(Target::cpu);
  if (target == Target::a2a3) return a2a3;
  return target == Target::a5 ? a5 : cpu;
}

const Elements& destinations(Target target, ElementType from) {
  static const Elements none;
  const Matrix& matrix = matrix_of(target);
  const auto found = std::ranges::find(matrix, from, &Row::from);
  return found == matrix.end() ? none : found->to;
}

std::vector<Rounding> roundings(const Pair& pair, CastMode asked) {
  if (asked == CastMode::none || !takes_modes(pair)) return usual_roundings(pair);
  switch (asked) {
    case CastMode::rint:
      return {Rounding::nearest_even};
    case CastMode::round:
      return {Rounding::nearest_away};
    case CastMode::floor:
      return {Rounding::floor};
    case CastMode::ceil:
      return {Rounding::ceil};
    case CastMode::trunc:
      return {Rounding::toward_zero};
    default:
      break;
  }
  if (pair.target == Target::cpu) return {Rounding::odd};
  if (pair.from == f32 && pair.to == f16) return {Rounding::odd};
  return usual_roundings(pair);
}

Rounding rounding_of_cpu_headers(const Pair& pair, CastMode asked) {
  if (!is_float(pair.from) || !is_integer(pair.to)) return Rounding::nearest_even;
  return asked == CastMode::odd ? Rounding::nearest_odd : roundings(pair, asked).front();
}

bool usually_wraps(const Pair& pair) {
  return (pair.from == f16 && one_of(pair.to, {u8, i8, i16})) ||
         (pair.from == f32 && pair.to == i16) || (pair.from == i64 && pair.to == i32) ||
         (pair.from == i32 && pair.to == i16);
}

Saturation usual_saturation(const Pair& pair) {
  return pair.target == Target::cpu || usually_wraps(pair) ? Saturation::off : Saturation::on;
}

bool saturation_is_ambient(const Pair& pair) {
  if (pair.target == Target::cpu) return false;
  // The path that multiplies by a scale of 1 is not said to look at the control bit.
  if (pair.target == Target::a2a3) return pair.from == i32 && pair.to == f16;
  return one_of(pair.to, {e4m3, e5m2, hif8, e1m2, e2m1}) || (pair.from == i16 && pair.to == u32);
}

}  // namespace assay::ops
