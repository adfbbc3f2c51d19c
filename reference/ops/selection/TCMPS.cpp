// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/ops/selection/comparison.hpp"
#include "reference/ops/selection/masks.hpp"
#include "reference/ops/selection/rules.hpp"

namespace assay::ops {
namespace {

using namespace rules;

constexpr const char* page = "TCMPS page";
constexpr const char* header = "TCMPS header";

const Elements a2a3_sources{i16, u16, i32, f16, f32};
const Elements eleven{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

// ---- what is compared ----

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

std::vector<Right> rights_of(const Evaluation& at) {
  if (!at.call.form->has("src1")) {
    const std::uint64_t value = scalar_as(at.call, "src0").value_or(0);
    return {[value](std::int64_t, std::int64_t) { return value; }};
  }
  const ElementArray& elements = at.of("src1");
  const Right first = [&elements](std::int64_t, std::int64_t) { return elements[0]; };
  const std::int64_t pitch = at.call.tile("src1").cols();
  const Right each = [&elements, pitch](std::int64_t row, std::int64_t col) {
    return col < pitch && row * pitch + col < elements.size() ? elements[row * pitch + col] : 0;
  };
  const bool wide = at.call.target == a5 && bits_of(elements.type()) == 64;
  return wide ? std::vector{each, first} : std::vector{first};
}

PackedMask mask_of_call(const Evaluation& at) {
  const TileSpec& left = at.call.tile("src0");
  const ElementArray& elements = at.of("src0");
  PackedMask mask{left.valid_rows, left.valid_cols};
  for (const Relation& relation : relations_of(at.call)) {
    for (const Right& right : rights_of(at)) {
      MaskReading reading{[&left, &elements, relation, right](std::int64_t row, std::int64_t col) {
        return col < left.cols() && relation(elements[row * left.cols() + col], right(row, col));
      }};
      if (at.call.target != cpu) {
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
    const auto at = static_cast<std::size_t>(i);
    if (by_byte.accept[at] == Accept::unspecified) continue;
    const bool open = by_byte.accept[at] != Accept::exact || by_word.accept[at] == Accept::any_of;
    if (open) continue;
    expected.set_any_of(i, by_byte.value[i], by_word.value[i]);
  }
  return expected;
}

Expected compared(const Evaluation& at) {
  const TileSpec& out = at.call.tile("dst");
  const PackedMask mask = mask_of_call(at);
  const bool per_byte = at.call.target == cpu && out.type.element != u8;
  return per_byte ? bytes_or_words(out, mask) : expected_mask(out, mask);
}

// ---- rules ----

Constraint cpu_columns() {
  return rule(
             "dst.cpu_columns",
             "Cols of src0 is a multiple of 8, and dst has one valid column for every 8 of them",
             [](const Call& call) {
               const std::int64_t cols = call.tile("src0").cols();
               return cols % 8 == 0 && call.tile("dst").valid_cols == cols / 8;
             },
             [](Call& call, Draw&) {
               TileSpec& src = call.tile("src0");
               if (src.type.cols % 8 != 0) {
                 src.type.cols += 8 - src.type.cols % 8;
                 make_well_formed(src.type);
               }
               TileSpec& dst_tile = call.tile("dst");
               set_valid(dst_tile, dst_tile.valid_rows, src.cols() / 8);
             },
             [](Call& call, Draw& draw) {
               TileSpec& dst_tile = call.tile("dst");
               const std::int64_t legal = call.tile("src0").cols() / 8;
               const bool fewer = legal > 1 && draw.chance(50);
               set_valid(dst_tile, dst_tile.valid_rows, fewer ? legal - 1 : legal + 1);
             })
      .at(launch)
      .on({cpu})
      .unchecked_on({cpu})
      .from(header, "CPU: mask bytes are laid out with Cols / 8 per row");
}

/// Only 8-byte tiles on A5 are read beyond the first element.
Constraint covering_source() {
  const auto concerned = [](const Call& call) {
    return bits_of(call.tile("src0").type.element) == 64;
  };
  return rule(
             "src1.covers",
             "8-byte tiles are compared lane by lane, so src1 is valid where src0 is",
             [=](const Call& call) {
               const TileSpec& left = call.tile("src0");
               const TileSpec& right = call.tile("src1");
               return !concerned(call) ||
                      (right.valid_rows >= left.valid_rows && right.valid_cols >= left.valid_cols);
             },
             [](Call& call, Draw&) {
               const TileSpec& left = call.tile("src0");
               set_valid(call.tile("src1"), left.valid_rows, left.valid_cols);
             },
             [](Call& call, Draw&) {
               const TileSpec& left = call.tile("src0");
               TileSpec& right = call.tile("src1");
               set_valid(right, std::max<std::int64_t>(left.valid_rows - 1, 1),
                         std::max<std::int64_t>(left.valid_cols - 1, 1));
             })
      .at(launch)
      .on({a5})
      .unchecked_on({a5})
      .from(header, "A5: 64-bit tile form");
}

Rules shared_rules() {
  return joined(
      Rules{
          element_is("src0", a2a3_sources)
              .on({a2a3})
              .unchecked_on(devices)
              .from(page, "A2A3 types"),
          element_is("src0", eleven).on({a5}).unchecked_on(devices).from(page, "A5 types"),
          invariant(element_is("src0", eleven)).on({cpu}).from("CPU header", "arithmetic types"),
          element_is("dst", {u8}, {u32}).on({a2a3}).unchecked_on(devices).from(page, "mask type"),
          invariant(element_is("dst", eleven)).on({a5}).from("A5 header", "a mask of any type"),
          element_is("dst", {u8, u32}, {i8, i16, u16, i32, i64, u64})
              .on({cpu})
              .unchecked_on({cpu})
              .from(page, "mask types of the pages"),
      },
      placed("dst", page, devices, devices, {}),
      placed("src0", page, devices, devices, {.layout = no_target}),
      Rules{
          same_valid_rows("dst", "src0").unchecked_on({cpu}).from(header, "run time: equal rows"),
          packed_columns("dst", "src0")
              .on(devices)
              .unchecked_on(every_target)
              .from(page, "valid columns of a mask are packed units"),
          at_most_columns("src0", 64, 8)
              .on({a5})
              .unchecked_on({a5})
              .from(header, "A5: one word of 64 lanes for 8-byte elements"),
      });
}

Rules scalar_rules() {
  return joined(Rules{scalar_type()}, shared_rules(),
                Rules{cpu_columns(), scalar_converts("src0")});
}

Rules tile_rules() {
  return joined(Rules{same_element("src1", "src0").from(page, "one type for both tiles")},
                shared_rules(), placed("src1", page, devices, devices, {.layout = no_target}),
                Rules{covering_source()});
}

std::vector<Ambiguity> ambiguities() {
  return {
      {"pages and device headers compare with the first element of a second tile, A5 64-bit code "
       "lane by lane, and the CPU has that body behind an overload that does not compile",
       "form tile on devices only; decision 029: either reading for 64 bits on a5, constraint "
       "src1.covers"},
      {"A2A3 is documented to compare int16 and uint16 but compares their patterns as half",
       "decision 029: integers or halves, either on a2a3"},
      {"A2A3 int32 is documented to fall back to EQ, the header inverts for NE",
       "decision 028: equality or what was asked for, either on a2a3"},
      {"pages want equal valid rows and columns of src0 and dst, headers compare rows alone",
       "constraints dst.same_valid_rows and dst.packed_columns"},
      {"one page takes dst as the domain, the other and the code src0", "decision 028: src0"},
      {"the CPU packs differently where dst is not uint8 or its valid width is not Cols / 8",
       "constraint dst.cpu_columns; decision 029: bytes or words, either for wider masks on cpu"}};
}

const std::vector<std::string> notes{
    "a5: the pitch of the mask is its row in bytes, whatever its element type",
    "a2a3: NE inverts all bytes of the rows of dst",
    "cpu: equality is a distance below 1e-9 as doubles (decision 029)",
    "cpu: masks of other element types hold a byte per element as well; they are not tried"};

}  // namespace

OpSpec TCMPS() {
  return {
      .mnemonic = "TCMPS",
      .family = "selection",
      .summary = "Compares a tile with one value into a mask of packed bits.",
      .forms = {{
                    .name = "scalar",
                    .operands = {dst, src0, scalar},
                    .lead = "src0",
                    .attributes = {cmp_mode_attribute()},
                    .constraints = scalar_rules(),
                    .results = {{.operand = "dst", .semantics = compared}},
                    .scenarios = every_cmp_mode(),
                    .plans = {"ones"},
                    .admit = with_equal_lanes(false),
                },
                {
                    .name = "tile",
                    .operands = {dst, src0, src1},
                    .lead = "src0",
                    .attributes = {cmp_mode_attribute()},
                    .targets = devices,
                    .constraints = tile_rules(),
                    .results = {{.operand = "dst", .semantics = compared}},
                    .scenarios = every_cmp_mode(),
                    .plans = {"ties", "twins"},
                    .admit = with_equal_lanes(true),
                }},
      .decisions = {"002-outside-the-valid-region", "028-packed-masks", "029-loose-comparisons"},
      .ambiguities = ambiguities(),
      .notes = notes,
  };
}

}  // namespace assay::ops
