// SPDX-License-Identifier: Apache-2.0
// Which addresses a case has, and how much memory it shows.
#include <algorithm>
#include <array>
#include <charconv>

#include "reference/isa/case/program.hpp"
#include "reference/ops/memory/assignment.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t block = 32;  ///< bytes where tiles begin

constexpr std::array<std::string_view, 13> usual_places{
    "0x0",   "0x20",  "0x40",  "0x60",  "0xA0",   "0x100", "0x1E0",
    "0x200", "0x3E0", "0x400", "0x7E0", "0x1000", "0x1020"};
/// The last blocks of all memories of MODEL 5.
constexpr std::array<std::string_view, 6> last_places{"0xFE0",   "0xFFE0",  "0x1FFE0",
                                                      "0x2FFE0", "0x3FFE0", "0x7FFE0"};
constexpr std::array<std::string_view, 7> between_places{"0x1",  "0x4",  "0x10",  "0x1F",
                                                         "0x21", "0x30", "0x1008"};

std::int64_t number_of(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data() + 2, text.data() + text.size(), number, 16);
  return number;
}

void set_address(Call& call, std::string_view text) {
  const std::vector<std::string>& values = call.form->attributes.front().values;
  call.attributes.front() = static_cast<int>(std::ranges::find(values, text) - values.begin());
}

std::int64_t rounded_up(std::int64_t bytes) { return (bytes + block - 1) / block * block; }

/// The maximum size of a tile; if its memory does not exist, that of the smallest.
std::int64_t room_of(const Call& call) {
  const std::int64_t capacity = capacity_for(call);
  return capacity > 0 ? capacity : 1024;
}

/// Bytes from the beginning of memory to the end of dst, as far as there is memory.
std::int64_t shown_bytes(const Call& call) {
  const bool constant = !call.form->attributes.empty();
  const std::int64_t from = constant ? address_of(call) : 0;
  return std::min(rounded_up(from + call.tile("dst").type.bytes()), room_of(call));
}

/// The smallest tile with a number of rows, each of a block; columns where it is column-major.
void make_blocks(Call& call, std::int64_t blocks) {
  TileSpec& out = call.tile("dst");
  out.type.slayout = SLayout::none_box;
  out.type.fractal = 512;
  const std::int64_t width = size_of(out.type.element);
  const bool rows = out.type.blayout == BLayout::row_major;
  (rows ? out.type.rows : out.type.cols) = blocks;
  (rows ? out.type.cols : out.type.rows) = block / width;
  out.valid_rows = out.rows();
  out.valid_cols = out.cols();
}

std::string_view last_place_of(std::int64_t capacity) {
  const auto is_last = [&](std::string_view text) { return number_of(text) + block == capacity; };
  for (const std::string_view text : last_places) {
    if (is_last(text)) return text;
  }
  return *std::ranges::find_if(usual_places, is_last);
}

void set_length(GlobalSpec& line, std::int64_t length) {
  line.shape = {1, 1, 1, 1, length};
  line.stride = {length, length, length, length, 1};
}

}  // namespace

std::int64_t address_of(const Call& call) {
  if (call.form->has("addr")) return static_cast<std::int64_t>(call.scalar("addr").bits);
  return number_of(call.attribute("Addr"));
}

std::int64_t capacity_for(const Call& call) {
  constexpr std::int64_t vec_of_a2a3 =
      std::int64_t{192} * 1024;  // with what other ops have as scratch
  const Location where = call.tile("dst").type.location;
  if (where == Location::vec && call.target == a2a3) return vec_of_a2a3;
  return capacity_of(memory_of(where), call.target);
}

std::vector<std::string> constant_addresses() {
  std::vector<std::string> all(usual_places.begin(), usual_places.end());
  all.insert(all.end(), last_places.begin(), last_places.end());
  all.insert(all.end(), between_places.begin(), between_places.end());
  return all;
}

Constraint stretch_of_memory() {
  const auto wanted = [](const Call& call) {
    TileType type;
    type.element = u8;
    type.location = call.tile("dst").type.location;
    type.cols = rounded_up(call.tile("storage").type.bytes());
    type.dynamic_valid_rows = type.dynamic_valid_cols = false;
    return TileSpec{type, 1, type.cols};
  };
  return invariant(constraint(
      "storage.row", "storage is a row of bytes from address 0 of the memory of dst on",
      [=](const Call& call) { return call.tile("storage") == wanted(call); },
      [=](Call& call, Draw&) { call.tile("storage") = wanted(call); }));
}

Constraint memory_holds_tile() {
  return invariant(constraint(
      "storage.end", "storage ends after dst, and not after the capacity",
      [](const Call& call) {
        const std::int64_t bytes = call.tile("storage").type.bytes();
        return bytes >= shown_bytes(call) && bytes <= room_of(call);
      },
      [](Call& call, Draw& draw) {
        TileSpec& shown = call.tile("storage");
        const std::int64_t behind = draw.integer(0, 32) * block;
        shown.type.cols = std::min(shown_bytes(call) + behind, room_of(call));
        shown.valid_cols = shown.type.cols;
      }));
}

Constraint run_time_address() {
  return invariant(constraint(
      "addr.place", "addr is a multiple of 32, and dst ends in memory",
      [](const Call& call) {
        const std::int64_t from = address_of(call);
        const std::int64_t room = call.tile("storage").type.bytes() - call.tile("dst").type.bytes();
        return from >= 0 && from % block == 0 && from <= room;
      },
      [](Call& call, Draw& draw) {
        const std::int64_t room = call.tile("storage").type.bytes() - call.tile("dst").type.bytes();
        const std::int64_t last = std::max<std::int64_t>(room, 0) / block;
        const std::int64_t place = draw.chance(25) ? last : draw.integer(0, last);
        call.scalar("addr").bits = static_cast<std::uint64_t>(place * block);
      }));
}

Constraint integral_address() {
  return constraint(
      "addr.integral", "addr is of an integral type",
      [](const Call& call) {
        const ElementType type = element_of(call.operands[call.form->index_of("addr")]);
        return is_integer(type) && bits_of(type) >= 32;
      },
      [](Call& call, Draw& draw) {
        call.scalar("addr").element = draw.pick({i32, u32, i64, u64});
      },
      [](Call& call, Draw& draw) {
        call.scalar("addr").element = draw.pick({f32, f64});
      });
}

Constraint tile_fits() {
  return constraint(
      "dst.fits", "dst has no more bytes than its memory",
      [](const Call& call) {
        const std::int64_t capacity = capacity_for(call);
        return capacity == 0 || call.tile("dst").type.bytes() <= capacity;
      },
      [](Call& call, Draw& draw) { make_blocks(call, draw.integer(1, 1024 / block)); });
}

Constraint ends_in_memory() {
  Constraint made = constraint(
      "dst.ends", "dst ends within the capacity of its memory",
      [](const Call& call) {
        const std::int64_t capacity = capacity_for(call);
        return capacity == 0 || address_of(call) + call.tile("dst").type.bytes() <= capacity;
      },
      [](Call& call, Draw& draw) {
        const std::int64_t room = capacity_for(call) - call.tile("dst").type.bytes();
        std::vector<std::string_view> fit;
        for (const std::string_view text : usual_places) {
          if (number_of(text) <= room) fit.push_back(text);
        }
        if (fit.empty()) make_blocks(call, 1);
        set_address(call, fit.empty() ? usual_places.front()
                                      : draw.pick(std::span<const std::string_view>(fit)));
      },
      [](Call& call, Draw& draw) {
        set_address(call, last_place_of(room_of(call)));
        make_blocks(call, draw.integer(2, 8));
      });
  made.edge = [](Call& call, Draw&, Edge edge) {
    // No source says how much memory a CPU has.
    const bool beyond = edge == Edge::above && call.target != cpu;
    if (edge != Edge::largest && !beyond) return false;
    set_address(call, last_place_of(room_of(call)));
    make_blocks(call, edge == Edge::largest ? 1 : 2);
    return true;
  };
  return made;
}

Constraint address_is_aligned() {
  return constraint(
      "dst.aligned", "the address is a multiple of 32",
      [](const Call& call) { return address_of(call) % block == 0; },
      [](Call& call, Draw& draw) {
        set_address(call, draw.pick(std::span<const std::string_view>(usual_places)));
      },
      [](Call& call, Draw& draw) {
        set_address(call, draw.pick(std::span<const std::string_view>(between_places)));
      });
}

Constraint stretch_of_global() {
  const auto wanted = [](std::int64_t length, ElementType element) {
    GlobalSpec line;
    line.element = element;
    line.dynamic_shape = {false, false, false, false, true};
    set_length(line, length);
    return line;
  };
  return invariant(constraint(
      "storage.line", "storage is a line of neighbours",
      [=](const Call& call) {
        const GlobalSpec& line = call.global("storage");
        return line == wanted(line.shape[4], line.element);
      },
      [=](Call& call, Draw&) {
        GlobalSpec& line = call.global("storage");
        line = wanted(std::max<std::int64_t>(line.elements(), 1), line.element);
      }));
}

Constraint global_holds_view() {
  const auto room_for = [](const Call& call) {
    const GlobalSpec& out = call.global("dst");
    return call.global("storage").shape[4] - (out.allocation() - out.base);
  };
  return invariant(constraint(
      "storage.holds", "storage holds the view from the pointer on",
      [=](const Call& call) {
        const bool typed = call.scalar("addr").element == i64;
        return typed && address_of(call) >= 0 && address_of(call) <= room_for(call);
      },
      [=](Call& call, Draw& draw) {
        GlobalSpec& line = call.global("storage");
        if (room_for(call) < 0) {
          set_length(line, line.shape[4] - room_for(call) + draw.integer(0, 64));
        }
        const std::int64_t from = draw.integer(0, room_for(call));
        call.scalar("addr") = {i64, static_cast<std::uint64_t>(from)};
      }));
}

Scenario small_memories() {
  return {.name = "small memory",
          .text = "a table of biases or factors, or scales",
          .apply = [](Call& call, Draw& draw) {
            using enum Location;
            const bool scales = call.target != a2a3;
            call.tile("dst").type.location =
                scales ? draw.pick({bias, scaling, scale_left, scale_right})
                       : draw.pick({bias, scaling});
          }};
}

}  // namespace assay::ops
