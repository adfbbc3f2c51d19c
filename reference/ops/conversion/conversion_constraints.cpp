// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/conversion/conversion_constraints.hpp"

#include <algorithm>

#include "reference/ops/conversion/conversion_choice.hpp"
#include "reference/ops/conversion/matrix.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

constexpr std::int64_t block = 32;

std::int64_t blocks(std::int64_t count, std::int64_t in_a_block) {
  return block * ((count + in_a_block - 1) / in_a_block);
}

/// float to int16: whole repeats of 64 columns, then the columns left over, row after row.
std::int64_t for_floats(std::int64_t rows, std::int64_t cols, std::int64_t pitch) {
  const std::int64_t repeats = 256 * std::min<std::int64_t>(cols / 64, 255);
  const std::int64_t rest = cols % 64;
  if (rest == 0) return repeats;
  const std::int64_t rows_before = std::min<std::int64_t>(rows, 255) - 1;
  return std::max(repeats, block * (rows_before * pitch / 8) + blocks(rest, 8));
}

std::int64_t for_halves(std::int64_t cols, ElementType to) {
  const std::int64_t most = std::min<std::int64_t>(cols, 64);
  const std::int64_t needed = blocks(most, 8);
  return to == i8 ? std::max(needed, 128 + blocks(most, 16)) : needed;
}

/// One row of exactly `bytes` bytes, a multiple of 32.
void resize(TileSpec& tile, std::int64_t bytes) {
  tile.type.rows = 1;
  tile.type.cols = bytes * 8 / bits_of(tile.type.element);
  make_well_formed(tile.type);
  tile.valid_rows = 1;
  tile.valid_cols = std::min(tile.valid_cols, tile.type.cols);
}

/// From a float to int16 without saturation, where that is not so already: only then is there an
/// edge.
void steer(Call& call) {
  if (scratch_bytes(call) != 0) return;
  TileType& out = call.tile("dst").type;
  out.element = i16;
  make_well_formed(out);
  if (call.attributes.size() > 1) call.attributes[1] = static_cast<int>(Saturation::off);
}

}  // namespace

std::int64_t scratch_bytes(const Call& call) {
  const Pair pair = pair_of(call);
  const bool concerned = pair.target == a2a3 && narrows_by_int32(pair) &&
                         saturations_of(call).front() == Saturation::off;
  if (!concerned) return 0;
  const TileSpec& out = call.tile("dst");
  if (pair.from == f32) {
    return for_floats(out.valid_rows, out.valid_cols, call.tile("src").cols());
  }
  return for_halves(out.valid_cols, pair.to);
}

Constraint enough_scratch() {
  Constraint made =
      vocabulary::constraint(
          "tmp.bytes", "tmp holds the integers of 32 bits that a wrapping conversion goes through",
          [](const Call& call) { return call.tile("tmp").type.bytes() >= scratch_bytes(call); },
          [](Call& call, Draw&) { resize(call.tile("tmp"), scratch_bytes(call)); },
          [](Call& call, Draw&) {
            const std::int64_t needed = scratch_bytes(call);
            if (needed > block) resize(call.tile("tmp"), needed - block);
          })
          .at(launch);
  made.edge = [](Call& call, Draw&, Edge side) {
    steer(call);
    const std::int64_t needed = scratch_bytes(call);
    if (needed == 0 || side == Edge::largest || side == Edge::above) return false;
    if (side == Edge::below && needed <= block) return false;
    const std::int64_t wanted = side == Edge::below ? needed - block : needed;
    resize(call.tile("tmp"), wanted);
    return call.tile("tmp").type.bytes() == wanted;
  };
  return made;
}

Constraint known_pair() {
  const auto legal = [](const Call& call) {
    return destinations(call.target, call.tile("src").type.element);
  };
  const auto change = [](Call& call, ElementType to) {
    TileType& type = call.tile("dst").type;
    type.element = to;
    make_well_formed(type);
  };
  return vocabulary::constraint(
      "dst.pair", "the target converts the element type of src to that of dst",
      [=](const Call& call) {
        const vocabulary::Elements list = legal(call);
        return list.empty() || std::ranges::find(list, call.tile("dst").type.element) != list.end();
      },
      [=](Call& call, Draw& draw) {
        const vocabulary::Elements list = legal(call);
        change(call, draw.pick(std::span<const ElementType>(list)));
      },
      [=](Call& call, Draw& draw) {
        ElementType other{};
        if (vocabulary::draw_other_element(draw, legal(call), {}, other)) change(call, other);
      });
}

Constraint whole_rows(const std::string& operand) {
  const auto concerned = [=](const Call& call) {
    return bits_of(call.tile(operand).type.element) == 4;
  };
  return vocabulary::constraint(
      operand + ".whole_rows",
      "the columns of " + operand + " are a multiple of 64 where it has elements of 4 bits",
      [=](const Call& call) { return !concerned(call) || call.tile(operand).cols() % 64 == 0; },
      [=](Call& call, Draw&) {
        TileType& type = call.tile(operand).type;
        type.cols = (type.cols + 63) / 64 * 64;
      },
      [=](Call& call, Draw&) {
        if (concerned(call)) call.tile(operand).type.cols += 32;
      });
}

}  // namespace assay::ops
