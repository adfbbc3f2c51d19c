// SPDX-License-Identifier: Apache-2.0
// Which addresses of scales a case has, and what implementations do instead.
#include "reference/ops/memory/scale_address.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "reference/isa/call/physical.hpp"
#include "reference/isa/case/program.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr int shift = 4;        ///< SHIFT_MX_ADDR
constexpr int other_shift = 2;  ///< as one page prints it
/// Bytes between two addresses whose scales begin at multiples of 32, where tiles may.
constexpr std::int64_t step = std::int64_t{32} << shift;
constexpr std::int64_t least_bytes = step >> shift;

/// Multiples of `step` at which src ends in its memory and dst in what the case shows.
std::int64_t last_step(const Call& call) {
  const TileType& from = call.tile("src").type;
  const std::int64_t room = capacity_of(memory_of(from.location), call.target) - from.bytes();
  const std::int64_t shown = call.tile("storage").type.bytes() - call.tile("dst").type.bytes();
  return std::min(room / step, shown / least_bytes);
}

/// A row or a column of so many bytes, all of it valid.
void make_line(TileSpec& tile, std::int64_t bytes, bool as_row) {
  TileType& type = tile.type;
  type.slayout = SLayout::none_box;
  type.blayout = as_row ? BLayout::row_major : BLayout::col_major;
  const std::int64_t count = bytes / size_of(type.element);
  type.rows = tile.valid_rows = as_row ? 1 : count;
  type.cols = tile.valid_cols = as_row ? count : 1;
}

/// Boxes in rows and columns, not as many in a row as in a column.
void make_boxes(TileSpec& tile, Draw& draw) {
  TileType& type = tile.type;
  type.blayout = draw.pick({BLayout::row_major, BLayout::col_major});
  type.slayout = draw.pick({SLayout::row_major, SLayout::col_major});
  const BoxShape box = box_of(type);
  const bool wide = draw.chance(50);
  type.rows = tile.valid_rows = (wide ? 2 : 3) * box.rows;
  type.cols = tile.valid_cols = (wide ? 3 : 2) * box.cols;
}

/// dst lies among scales, and the case shows all of their memory.
void show_all(Call& call, Draw& draw) {
  TileSpec& shown = call.tile("storage");
  shown.type.location = call.tile("dst").type.location =
      draw.pick({Location::scale_left, Location::scale_right});
  call.tile("src").type.location =
      shown.type.location == Location::scale_left ? Location::left : Location::right;
  shown.type.element = u8;
  shown.type.rows = shown.valid_rows = 1;
  shown.type.cols = shown.valid_cols = capacity_of(memory_of(shown.type.location), call.target);
}

/// dst has the contents of the memory of src from its address on; after src that is anything.
Result seen_in_src() {
  Result result{.operand = "dst"};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec &out = inputs.call.tile("dst"), &from = inputs.call.tile("src");
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    const auto held = static_cast<std::size_t>(from.type.bytes());
    const auto seen = static_cast<std::size_t>(out.type.bytes());
    std::vector<std::byte> memory(std::max(held, seen));
    scatter(from, inputs.of("src"), std::span(memory).first(held));
    const ElementArray now = gather(out, std::span(memory).first(seen));
    const PhysicalOffset offset(out.type);
    const auto width = static_cast<std::int64_t>(size_of(out.type.element));
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const bool inside = (offset(row, col) + 1) * width <= from.type.bytes();
      if (inside) {
        expected.set_exact(index, now[index]);
      } else {
        expected.set_accept(index, Accept::target_defined);
      }
    });
    return expected;
  };
  return result;
}

}  // namespace

std::int64_t scale_address_of(const Call& call, const ChosenReadings& readings) {
  const bool prints_two = readings.of(Choice::scale_address) == shift_of_two;
  const auto address = static_cast<std::int64_t>(call.scalar(src_address.name).bits);
  return address >> (prints_two ? other_shift : shift);
}

Constraint scaled_memory() {
  const auto wanted = [](const Call& call) {
    const bool right = call.tile("dst").type.location == Location::scale_right;
    return right ? Location::right : Location::left;
  };
  return invariant(constraint(
      "src.location",
      "src is in Left where dst is in ScaleLeft, in Right where it is in ScaleRight",
      [=](const Call& call) { return call.tile("src").type.location == wanted(call); },
      [=](Call& call, Draw&) { call.tile("src").type.location = wanted(call); }));
}

Constraint address_with_scales() {
  return invariant(constraint(
      "srcAddress.place", "srcAddress is a multiple of 512; src and dst end in their memories",
      [](const Call& call) {
        const ScalarSpec& address = call.scalar(src_address.name);
        const auto from = static_cast<std::int64_t>(address.bits);
        return address.element == u64 && from >= 0 && from % step == 0 &&
               from / step <= last_step(call);
      },
      [](Call& call, Draw& draw) {
        const std::int64_t last = std::max<std::int64_t>(last_step(call), 0);
        const std::int64_t place = draw.chance(25) ? last : draw.integer(0, last);
        call.scalar(src_address.name) = {u64, static_cast<std::uint64_t>(place * step)};
      }));
}

std::vector<Scenario> scale_scenarios() {
  const auto last = [](Call& call, Draw& draw) {
    make_line(call.tile("dst"), least_bytes, true);
    make_line(call.tile("src"), step, true);
    show_all(call, draw);
    call.scalar(src_address.name) = {u64, static_cast<std::uint64_t>(last_step(call) * step)};
  };
  const auto whole = [](bool as_row) {
    return [as_row](Call& call, Draw& draw) {
      show_all(call, draw);
      make_line(call.tile("dst"), call.tile("storage").type.bytes(), as_row);
      call.scalar(src_address.name) = {u64, 0};
    };
  };
  const auto boxes = [](Call& call, Draw& draw) {
    show_all(call, draw);
    make_boxes(call.tile("dst"), draw);
  };
  return {
      {.name = "last",
       .text = "the last scales of their memory, of the last factors of theirs",
       .apply = last},
      {.name = "row", .text = "a row that fills the memory of scales", .apply = whole(true)},
      {.name = "column", .text = "a column that fills the memory of scales", .apply = whole(false)},
      {.name = "boxes", .text = "boxes next to and below each other", .apply = boxes}};
}

void show_special_numbers(const Call& call, std::vector<ElementArray>& contents) {
  const TileSpec& out = call.tile("dst");
  const ElementType type = out.type.element;
  if (!is_float(type) || bits_of(type) < 16) return;
  ElementArray& memory = contents.at(call.form->index_of("storage"));
  const std::uint64_t plus = numerics::infinity(type, false),
                      minus = numerics::infinity(type, true);
  const std::array specials{std::uint64_t{0},
                            plus ^ minus,
                            plus,
                            minus,
                            numerics::smallest_subnormal(type),
                            numerics::largest_finite(type, false)};
  constexpr std::uint64_t one_of = 8;
  const PhysicalOffset offset(out.type);
  const std::int64_t width = size_of(type), from = scale_address_of(call, {});
  for_each_valid(out, [&](std::int64_t, std::int64_t row, std::int64_t col) {
    const std::int64_t first = from + offset(row, col) * width;
    if (first < 0 || first + width > memory.size()) return;
    const std::uint64_t drawn = memory[first] | memory[first + 1] << 8U;
    if (drawn % one_of != 0) return;
    const std::uint64_t bits = specials.at(drawn / one_of % specials.size());
    for (std::int64_t byte = 0; byte < width; ++byte) {
      memory.set(first + byte, bits >> (8 * byte) & 0xFFU);
    }
  });
}

std::vector<Ambiguity> scale_address_ambiguities() {
  return {{"the page has the constant SHIFT_MX_ADDR by name; a later page says 2, its header 4",
           "decision 142: 4, as the memories of scales have a sixteenth of those of factors"},
          {"the page says that A5 alone implements it, a later one that the CPU shifts as well",
           "the promise is one for both; decision 142"}};
}

std::vector<Erratum> scale_address_errata() {
  Erratum known = of_headers(Target::cpu, "E-TGET_SCALE_ADDR-001", "TGetScaleAddr.hpp",
                             "dst is bound to the address of src, in the memory of src");
  known.reads_more = true;
  return {giving(std::move(known), seen_in_src())};
}

}  // namespace assay::ops
