// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/shift_by_scalar.hpp"

#include <algorithm>

namespace assay::ops {
namespace {

using namespace vocabulary;

numerics::Wide amount_of(const Call& call) {
  const ElementType type = call.tile("src").type.element;
  return numerics::integer_value(type, converted_scalar(call));
}

void pass(Call& call, std::int64_t amount) {
  call.scalar("scalar") = {i32, static_cast<std::uint64_t>(amount) & mask_of(i32)};
}

void make_region(Call& call, std::int64_t rows, std::int64_t cols) {
  for (const char* operand : {"dst", "src"}) set_valid(call.tile(operand), rows, cols);
}

}  // namespace

Constraint not_negative(const std::string& page) {
  Constraint made = constraint(
      "scalar.not_negative", "the converted scalar is not negative",
      [](const Call& call) {
        return !is_integer(call.tile("src").type.element) || amount_of(call) >= 0;
      },
      [](Call& call, Draw& draw) {
        pass(call, draw.integer(0, bits_of(call.tile("src").type.element) + 1));
      },
      [](Call& call, Draw& draw) { pass(call, -draw.integer(1, 100)); });
  made.edge = [](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    pass(call, side == Edge::smallest ? 0 : -1);
    return true;
  };
  return std::move(made).at(launch).unchecked_on(every_target).from(page, "shift amounts are >= 0");
}

Constraint square_region() {
  return constraint(
             "dst.square", "dst has as many valid rows as src has valid columns",
             [](const Call& call) {
               return call.tile("dst").valid_rows == call.tile("src").valid_cols;
             },
             [](Call& call, Draw&) {
               const TileSpec& out = call.tile("dst");
               const std::int64_t side = std::min(out.valid_rows, out.valid_cols);
               make_region(call, side, side);
             },
             [](Call& call, Draw& draw) {
               for (const char* operand : {"dst", "src"}) {
                 TileType& type = call.tile(operand).type;
                 type.dynamic_valid_rows = type.dynamic_valid_cols = true;
               }
               const std::int64_t rows = call.tile("dst").valid_rows;
               make_region(call, rows, rows + draw.integer(1, 5));
             })
      .at(launch)
      .on({a2a3})
      .unchecked_on({a2a3})
      .from("A2A3 header", "debug builds compare rows with columns");
}

Scenario within_width() {
  return {.name = "within",
          .text = "an amount from 1 to the width less 1",
          .apply = [](Call& call, Draw& draw) {
            pass(call, draw.integer(1, bits_of(call.tile("src").type.element) - 1));
          }};
}

std::vector<Ambiguity> shift_ambiguities() {
  return {
      {"debug builds of A2A3 compare the valid rows of dst with the valid columns of src",
       "decision 021, constraint dst.square: square regions on a2a3, no promised refusal of "
       "others"},
      {"an amount of the width or more is defined by no target alike, and tests draw 1 to 6",
       "decision 021: promoted to 32 bits on cpu, the low six bits for 64 bits on a5, else "
       "target-defined"},
      {"an older page leaves 64 bits out for A5",
       "constraint src.element on a5: the header's list"},
  };
}

}  // namespace assay::ops
