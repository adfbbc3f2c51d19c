// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/gathering/tables.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "reference/numerics/integer.hpp"
#include "reference/ops/gathering/indices.hpp"
#include "reference/ops/movement/load/load_view.hpp"

namespace assay::ops {

const TileSpec& tile_of_table(const Call& call) {
  return call.tile(call.form->has("src") ? "src" : "dst");
}

bool names_rows(const Call& call) { return call.attribute("Coalesce") == "Row"; }

bool gathers_into_mat(const Call& call) { return !call.is_tile("idx"); }

std::int64_t entries_of(const Call& call) {
  const GlobalSpec& table = call.global("table");
  return names_rows(call) ? view_of(table).rows : table.elements();
}

std::optional<std::int64_t> entry_named(const Call& call, std::uint64_t bits, std::string_view mode,
                                        IndexWidth width) {
  const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(entries_of(call), 1));
  const ElementType type = element_of(call.operands[call.form->index_of("idx")]);
  std::uint64_t index = bits & mask_of(type);
  if (width == IndexWidth::as_64_bits) {
    index = static_cast<std::uint64_t>(numerics::integer_value(type, bits));
  }
  if (index < count) return static_cast<std::int64_t>(index);
  if (mode == "Clamp") return static_cast<std::int64_t>(count - 1);
  if (mode == "Wrap") return static_cast<std::int64_t>(index % count);
  return std::nullopt;
}

std::uint64_t index_for(const Evaluation& inputs, std::int64_t row, std::int64_t col) {
  const Call& call = inputs.call;
  const ElementArray& indices = inputs.of("idx");
  std::int64_t place = 0;
  if (gathers_into_mat(call)) {
    const GlobalSpec& view = call.global("idx");
    place = view.offset(names_rows(call) ? Dims5{0, 0, 0, 0, row} : Dims5{0, 0, 0, row, col});
  } else {
    place = names_rows(call) ? row : row * call.tile("idx").cols() + col;
  }
  return place >= 0 && place < indices.size() ? indices[place] : 0;
}

std::int64_t place_in_table(const Call& call, std::int64_t entry, std::int64_t col) {
  const GlobalSpec& table = call.global("table");
  const std::int64_t cols = std::max<std::int64_t>(view_of(table).cols, 1);
  if (names_rows(call)) return table.offset(view_index(table, entry, col));
  return table.offset(view_index(table, entry / cols, entry % cols));
}

bool wraps_in_64_bits(const Call& call, const char* attribute) {
  const auto count = static_cast<std::uint64_t>(entries_of(call));
  const ElementType type = element_of(call.operands[call.form->index_of("idx")]);
  return call.attribute(attribute) == "Wrap" && type == i32 && !std::has_single_bit(count);
}

void make_entries(const Call& call, std::vector<ElementArray>& contents, std::string_view mode) {
  const std::int64_t count = entries_of(call);
  const auto named = [&](std::uint64_t bits) {
    return entry_named(call, bits, "none").has_value();
  };
  const auto number = [](std::int64_t entry) { return static_cast<std::uint64_t>(entry); };
  LegalIndices indices{.operand = "idx", .count = count, .legal = named, .value = number};
  if (mode == "Undefined") return make_legal(call, contents, indices);
  // Beyond the table: the first few, and the ends of both types.
  const std::array<std::uint64_t, 7> beyond{number(count), number(count + 1), number(2 * count),
                                            0x7FFFFFFF,    0x80000000,        0xFFFFFFFE,
                                            0xFFFFFFFF};
  indices.count = std::max<std::int64_t>(count, 7) * 2;
  indices.legal = [&](std::uint64_t bits) {
    return named(bits) || std::ranges::find(beyond, bits) != beyond.end() || bits % 8 == 5;
  };
  indices.value = [&](std::int64_t drawn) {
    const std::int64_t half = drawn / 2;
    if (drawn % 2 == 0) return number(half % count);
    return beyond.at(static_cast<std::size_t>(half % std::ssize(beyond)));
  };
  make_legal(call, contents, indices);
}

}  // namespace assay::ops
