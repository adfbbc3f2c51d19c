// SPDX-License-Identifier: Apache-2.0
// Masks of comparisons with one value (decisions 028 and 029).
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/ops/selection/comparison.hpp"
#include "reference/ops/selection/comparison_constraints.hpp"
#include "reference/ops/selection/masks.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

/// The CPU calls numbers equal that are closer than 1e-9 as doubles; the distance of two infinities
/// is NaN, which is neither below that nor above.
bool related_loosely(CmpMode mode, ElementType type, std::uint64_t a, std::uint64_t b) {
  if (numerics::is_nan(type, a) || numerics::is_nan(type, b)) return mode == CmpMode::ne;
  const double distance =
      std::fabs(numerics::decode(type, a).to_double() - numerics::decode(type, b).to_double());
  return mode == CmpMode::eq ? distance < 1e-9 : distance >= 1e-9;
}

using Relation = std::function<bool(std::uint64_t, std::uint64_t)>;

/// What a comparison may be, the page's meaning first (decision 029).
std::vector<Relation> relations_of(const Call& call) {
  const ElementType type = call.tile("src0").type.element;
  const CmpMode mode = cmp_mode_of(call);
  const auto as = [](CmpMode wanted, ElementType seen) -> Relation {
    return [=](std::uint64_t a, std::uint64_t b) { return related(wanted, seen, a, b); };
  };
  const bool equality = mode == CmpMode::eq || mode == CmpMode::ne;
  if (call.target == cpu && equality) {
    return {as(mode, type),
            [=](std::uint64_t a, std::uint64_t b) { return related_loosely(mode, type, a, b); }};
  }
  if (call.target != a2a3) return {as(mode, type)};
  if (type == i16 || type == u16) return {as(mode, type), as(mode, f16)};
  if (type != i32 || mode == CmpMode::eq) return {as(mode, type)};
  if (mode == CmpMode::ne) return {as(mode, type), as(CmpMode::eq, type)};
  return {as(CmpMode::eq, type), as(mode, type)};
}

/// The value on the right of a lane.
using Right = std::function<std::uint64_t(std::int64_t row, std::int64_t col)>;

std::vector<Right> rights_of(const Evaluation& inputs) {
  if (!inputs.call.form->has("src1")) {
    const std::uint64_t value = scalar_as(inputs.call, "src0").value_or(0);
    return {[value](std::int64_t, std::int64_t) { return value; }};
  }
  const ElementArray& elements = inputs.of("src1");
  const Right first = [&elements](std::int64_t, std::int64_t) { return elements[0]; };
  const std::int64_t pitch = inputs.call.tile("src1").cols();
  const Right each = [&elements, pitch](std::int64_t row, std::int64_t col) {
    return col < pitch && row * pitch + col < elements.size() ? elements[row * pitch + col] : 0;
  };
  const bool wide = inputs.call.target == a5 && bits_of(elements.type()) == 64;
  return wide ? std::vector{each, first} : std::vector{first};
}

PackedMask mask_of_call(const Evaluation& inputs) {
  const TileSpec& left = inputs.call.tile("src0");
  const ElementArray& elements = inputs.of("src0");
  PackedMask mask{left.valid_rows, left.valid_cols};
  for (const Relation& relation : relations_of(inputs.call)) {
    for (const Right& right : rights_of(inputs)) {
      MaskReading reading{[&left, &elements, relation, right](std::int64_t row, std::int64_t col) {
        return col < left.cols() && relation(elements[row * left.cols() + col], right(row, col));
      }};
      if (inputs.call.target != cpu) {
        reading.tails = {reading.lanes, [](std::int64_t, std::int64_t) { return true; }};
      }
      mask.readings.push_back(std::move(reading));
    }
  }
  return mask;
}

/// On the CPU an element of the mask holds one byte, whatever its type; words that are packed as in
/// the other comparison are as good (decision 029).
ExpectedTile bytes_or_words(const TileSpec& out, const PackedMask& mask) {
  TileSpec bytes = out;
  bytes.type.element = u8;
  const ExpectedTile by_byte = expected_mask(bytes, mask);
  const ExpectedTile by_word = expected_mask(out, mask);
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  for (std::int64_t i = 0; i < by_byte.value.size(); ++i) {
    const auto place = static_cast<std::size_t>(i);
    if (by_byte.accept[place] == Accept::unspecified) continue;
    const bool open =
        by_byte.accept[place] != Accept::exact || by_word.accept[place] == Accept::any_of;
    if (open) continue;
    expected.set_any_of(i, by_byte.value[i], by_word.value[i]);
  }
  return expected;
}

}  // namespace

Expected compared_with_value(const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile("dst");
  const PackedMask mask = mask_of_call(inputs);
  const bool per_byte = inputs.call.target == cpu && out.type.element != u8;
  return per_byte ? bytes_or_words(out, mask) : expected_mask(out, mask);
}

}  // namespace assay::ops
