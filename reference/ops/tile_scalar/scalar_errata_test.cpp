// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of instructions with a scalar. Patterns by hand, erroneous ones as the
// headers have them.
#include "reference/ops/errata_samples_test.hpp"
#include "reference/ops/tile_scalar/scalar_row_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// Sources hold one pattern, other tiles 9.
Sample scalar_sample(const std::string& number, const Call& call, std::uint64_t src) {
  Sample made(number, call);
  for (const Operand& operand : call.form->operands) {
    if (operand.kind == OperandKind::tile) {
      made.holds(operand.name, operand.role == Role::input ? src : 9);
    }
  }
  return made;
}

/// A row, of which dst has another type.
Sample scalar_row(const std::string& number, const char* form, Target target, ElementType type,
                  ElementType result, ScalarSpec scalar, std::int64_t valid, std::uint64_t src) {
  return scalar_sample(
      number, scalar_call({op_of_number(number), form, target}, type, result, scalar, valid), src);
}

Samples of_columns_beyond_64() {
  Samples made;
  const auto add = [&](const std::string& op, std::uint64_t promised) {
    made.push_back(scalar_row("E-" + op + "-001", "plain", a5, i64, i64, {i32, 2}, 70, 6)
                       .gives(64, promised, 9));
  };
  add("TADDS", 8);
  add("TSUBS", 4);
  add("TMULS", 12);
  add("TMAXS", 6);
  add("TMINS", 2);
  add("TDIVS", 3);
  add("TREMS", 0);
  add("TSHLS", 24);
  add("TSHRS", 1);
  return made;
}

/// Two rows of three columns that a constant gives; six elements are reached in a row: not the
/// second row, which holds 9.
Samples of_short_expansions() {
  const auto ragged = [](const char* number, const char* form, std::uint64_t src) {
    Call call = scalar_call({op_of_number(number), form, a2a3}, u8, u8, {i32, 0x0F}, 3);
    for (OperandValue& operand : call.operands) {
      if (!std::holds_alternative<TileSpec>(operand)) continue;
      TileSpec& tile = std::get<TileSpec>(operand);
      tile.type.rows = tile.valid_rows = 2;
      tile.type.dynamic_valid_cols = false;
    }
    return scalar_sample(number, call, src);
  };
  return {ragged("E-TANDS-001", "plain", 0xFF).gives(128, 0x0F, 9),
          ragged("E-TORS-001", "plain", 0).gives(128, 0x0F, 9),
          // src | 9, which is in tmp, and not (src & 9).
          ragged("E-TXORS-001", "tmp", 0xF0).gives(128, 0xFF, 0xF9)};
}

Samples of_scalar_arithmetic() {
  constexpr std::uint64_t one = 0x3F800000, nan = 0x7FC00000;
  const ScalarSpec ones{f32, one};
  const auto of_ones = [&](const char* number, const char* form, Target target, std::uint64_t src) {
    return scalar_row(number, form, target, f32, f32, ones, 8, src);
  };
  return {
      // (1 + 2^-10)^2 is 1 + 2^-9 + 2^-20; half has no place for the last term.
      scalar_row("E-TAXPY-003", "plain", cpu, f16, f32, {f16, 0x3C01}, 1, 0x3C01)
          .holds("dst", 0)
          .gives(0, 0x3F804008, 0x3F804000),
      // 3^25 does not fit in 32 bits.
      scalar_row("E-TPOWS-001", "plain", cpu, i32, i32, {i32, 25}, 1, 3)
          .gives(0, 0x46562AA3, 0x80000000),
      scalar_row("E-TREMS-002", "plain", a2a3, i32, i32, {i32, 3}, 65, 7).gives(64, 1, 0xFFFFFFFE),
      // -(2^24 + 1) by way of float is -2^24.
      scalar_row("E-TSUBS-002", "plain", a2a3, i32, i32, {i32, 0x01000001}, 8, 0)
          .gives(0, 0xFEFFFFFF, 0xFF000000),
      // 0x80000000 << 4 carries 8 into the high word, or -8.
      scalar_row("E-TSHLS-003", "plain", a5, u64, u64, {i32, 4}, 8, 0x80000000)
          .gives(0, 0x800000000, 0xFFFFFFF800000000),
      // Where src is what dst held.
      of_ones("E-TFMODS-002", "plain", a2a3, 9).gives(0, 9, 0),
      of_ones("E-TDIVS-007", "scalar_first", a2a3, 9).gives(0, 0x7F800000, one),
      // 9 / 8 of the smallest number; the reciprocal is infinite.
      scalar_row("E-TDIVS-008", "plain", a2a3, f32, f32, {f32, 8}, 8, 9)
          .gives(0, 0x3F900000, 0x7F800000),
      of_ones("E-TREMS-006", "plain", a2a3, 9)
          .where("tmp", [](TileSpec& tmp) { tmp = tile(f32, 1, 256, 1, 256); })
          .gives(0, 9, 0),
      of_ones("E-TMAXS-004", "plain", cpu, nan).gives(0, one, nan),
      of_ones("E-TMINS-004", "plain", cpu, nan).gives(0, one, nan)};
}

Samples of_scalar_fills() {
  const auto fill = [](const char* number, Target target, ElementType type, Location location,
                       ScalarSpec scalar) {
    TileSpec out = tile(type, 2, 32, 2, 3);
    out.type.location = location;
    out.type.dynamic_valid_cols = false;
    return scalar_sample(number, sample_call(number, "tile", target, {out, scalar}), 0);
  };
  const ScalarSpec minus_two{i32, 0xFFFFFFFE};
  return {fill("E-TEXPANDS-001", a2a3, f32, Location::vec, {i32, 0}).gives(32, 0, 9),
          fill("E-TEXPANDS-002", a2a3, i8, Location::mat, minus_two).gives(1, 0xFE, 0xFF),
          fill("E-TEXPANDS-003", a5, i8, Location::mat, minus_two).gives(33, 0xFE, 0xFF),
          fill("E-TEXPANDS-004", cpu, u8, Location::mat, {i32, 7}).gives(5, 7, 9)};
}

/// What the host traps on.
Samples of_traps() {
  Samples made;
  const auto traps = [](const std::string& number, const char* form, std::uint64_t src,
                        std::uint64_t scalar) {
    return scalar_row(number, form, cpu, i32, i32, {i32, scalar}, 8, src).crashes();
  };
  for (const char* number : {"E-TDIVS-002", "E-TREMS-003", "E-TFMODS-001"}) {
    made.push_back(traps(number, "plain", 0x80000000, 0xFFFFFFFF));
    made.push_back(traps(number, "plain", 0x80000001, 0xFFFFFFFF).is_another());
    made.push_back(traps(number, "plain", 0, 5).is_another());
    made.push_back(traps(number, "plain", 5, 0));
    if (number != std::string("E-TDIVS-002")) made.back().is_another();
  }
  made.push_back(traps("E-TDIVS-002", "scalar_first", 0, 5));
  made.push_back(traps("E-TDIVS-002", "scalar_first", 5, 0).is_another());
  return made;
}

Samples of_refused_scalars() {
  const auto refused = [](const char* number, const char* form, Target target, ElementType type,
                          const char* says) {
    return scalar_row(number, form, target, type, type, {i32, 1}, 8, 0).is_refused(says);
  };
  const auto wider = [](TileSpec& tile) { tile.type.cols *= 2; };
  return {refused("E-TSHLS-002", "plain", a2a3, i32, "valid rows"),
          refused("E-TSHRS-002", "plain", a2a3, i32, "valid rows"),
          refused("E-TREMS-004", "plain", cpu, i32, "no matching function").where("tmp", wider),
          refused("E-TXORS-002", "tmp", cpu, i32, "no matching function").where("tmp", wider),
          refused("E-TDIVS-006", "scalar_first", cpu, f32, "Divider")};
}

/// Rows alone are not compared.
Samples of_unequal_rows() {
  const auto accepted = [](std::int64_t rows, std::int64_t cols) {
    return scalar_row("E-TMAXS-005", "plain", a5, f32, f32, {f32, 0}, 8, 0)
        .where("src",
               [=](TileSpec& tile) {
                 tile.type.rows = 2;
                 tile.valid_rows = rows;
                 tile.valid_cols = cols;
               })
        .breaks("src.same_valid_region");
  };
  return {accepted(2, 8), accepted(2, 9).is_another()};
}

const SamplesOf samples_of_scalars{of_unequal_rows,      of_columns_beyond_64, of_short_expansions,
                                   of_scalar_arithmetic, of_scalar_fills,      of_traps,
                                   of_refused_scalars};

}  // namespace
}  // namespace assay::ops
