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

/// The conversions of either device, except those of elements of 4 bits.
const Matrix& cpu_matrix() {
  static const Matrix rows = [] {
    Matrix made;
    const auto add = [&](ElementType from, ElementType to) {
      if (bits_of(from) == 4 || bits_of(to) == 4) return;
      auto row = std::ranges::find(made, from, &Row::from);
      if (row == made.end()) row = made.insert(made.end(), {from, {}});
      if (std::ranges::find(row->to, to) == row->to.end()) row->to.push_back(to);
    };
    for (const Matrix* device : {&a2a3_matrix(), &a5_matrix()}) {
      for (const Row& row : *device) {
        for (const ElementType to : row.to) add(row.from, to);
      }
    }
    return made;
  }();
  return rows;
}

const Matrix& matrix_of(Target target) {
  if (target == Target::a2a3) return a2a3_matrix();
  return target == Target::a5 ? a5_matrix() : cpu_matrix();
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

Rounding rounding_of(const Pair& pair, CastMode asked) {
  switch (asked) {
    case CastMode::rint:
      return Rounding::nearest_even;
    case CastMode::round:
      return Rounding::nearest_away;
    case CastMode::floor:
      return Rounding::floor;
    case CastMode::ceil:
      return Rounding::ceil;
    case CastMode::trunc:
      return Rounding::toward_zero;
    case CastMode::odd:
      return Rounding::odd;
    default:
      break;
  }
  const bool cut = is_float(pair.from) && is_integer(pair.to);
  return cut ? Rounding::toward_zero : Rounding::nearest_even;
}

bool narrows_by_int32(const Pair& pair) {
  return (pair.from == f16 && (pair.to == i8 || pair.to == i16)) ||
         (pair.from == f32 && pair.to == i16);
}

}  // namespace assay::ops
