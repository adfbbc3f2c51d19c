// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "reference/numerics/classify.hpp"
#include "reports/findings/pattern.hpp"

namespace assay::reports {
namespace {

enum class Place : std::uint8_t { last_row, last_column, tail_of_block, tail_of_repeat };

struct NamedPlace {
  Place place;
  const char* text;
};
/// The narrowest first.
constexpr std::array<NamedPlace, 4> places{
    {{Place::last_row, "the last valid row"},
     {Place::last_column, "the last valid column"},
     {Place::tail_of_block, "the columns beyond the last whole 32 bytes of a row"},
     {Place::tail_of_repeat, "the columns beyond the last whole 256 bytes of a row"}}};

constexpr std::int64_t block_bytes = 32;
constexpr std::int64_t repeat_bytes = 256;

/// Rows and columns from which on an element is in the place.
struct Corner {
  std::int64_t row = 0;
  std::int64_t col = 0;
};

std::int64_t tail_of(const WrongTile& tile, std::int64_t bytes) {
  const std::int64_t whole = bytes * 8 / bits_of(tile.element);
  return tile.valid_cols / whole * whole;
}

Corner corner_of(Place place, const WrongTile& tile) {
  switch (place) {
    case Place::last_row:
      return {tile.valid_rows - 1, 0};
    case Place::last_column:
      return {0, tile.valid_cols - 1};
    case Place::tail_of_block:
      return {0, tail_of(tile, block_bytes)};
    case Place::tail_of_repeat:
      break;
  }
  return {0, tail_of(tile, repeat_bytes)};
}

/// Whether all wrong elements are in the place; nothing if the tile cannot show it.
std::optional<bool> is_all_in(Place place, const WrongTile& tile) {
  const Corner corner = corner_of(place, tile);
  const bool is_part = corner.row > 0 || corner.col > 0;
  if (!is_part || corner.row >= tile.valid_rows || corner.col >= tile.valid_cols)
    return std::nullopt;
  std::int64_t listed = 0;
  bool inside = true;
  for (std::size_t i = 0; i + 1 < tile.runs.size(); i += 2) {
    listed += tile.runs[i + 1];
    for (std::int64_t element = tile.runs[i]; element < tile.runs[i] + tile.runs[i + 1];
         ++element) {
      const std::int64_t row = element / tile.cols;
      const std::int64_t col = element % tile.cols;
      inside = inside && row >= corner.row && col >= corner.col && row < tile.valid_rows &&
               col < tile.valid_cols;
    }
  }
  if (listed == 0 || (inside && listed != tile.wrong)) return std::nullopt;
  return inside;
}

bool has_exponent_field(ElementType type) {
  const ElementFormat& format = format_of(type);
  return is_float(type) && format.exponent_bits + format.precision == format.bits;
}

/// Biased, zero of a subnormal; nothing of zeros, infinities and NaN.
std::optional<std::int64_t> exponent_of(ElementType type, std::uint64_t bits) {
  if (numerics::is_nan(type, bits) || numerics::is_infinite(type, bits) ||
      numerics::is_zero(type, bits)) {
    return std::nullopt;
  }
  const ElementFormat& format = format_of(type);
  const std::uint64_t field = (bits & mask_of(type)) >> (format.precision - 1);
  return static_cast<std::int64_t>(field & ((std::uint64_t{1} << format.exponent_bits) - 1));
}

void add_exponents(WrongBrief& brief, const WrongTile& tile) {
  if (!has_exponent_field(tile.element)) return;
  for (const WrongElement& element : tile.elements) {
    const auto exponent = exponent_of(tile.element, element.expected);
    if (!exponent) continue;
    brief.highest = std::max(brief.lowest ? brief.highest : *exponent, *exponent);
    brief.lowest = std::min(brief.lowest.value_or(*exponent), *exponent);
  }
}

}  // namespace

WrongBrief brief_of(const CaseRecord& record) {
  if (record.distant) return record.distant->brief();
  WrongBrief brief{.pattern = pattern_of(record)};
  brief.in_place.fill(-1);
  if (record.tiles.empty()) return brief;
  const WrongTile& tile = record.tiles.front();
  brief.element = tile.element;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto answer = is_all_in(places.at(i).place, tile);
    if (answer) brief.in_place.at(i) = *answer ? 1 : 0;
  }
  add_exponents(brief, tile);
  return brief;
}

std::string shared_place(std::span<const WrongBrief> failing) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::size_t known = 0;
    std::size_t inside = 0;
    for (const WrongBrief& brief : failing) {
      known += brief.in_place.at(i) >= 0 ? 1U : 0U;
      inside += brief.in_place.at(i) == 1 ? 1U : 0U;
    }
    if (known >= 2 && 2 * known >= failing.size() && 10 * inside >= 9 * known) {
      return places.at(i).text;
    }
  }
  return "";
}

namespace {

/// The first wrong row, or column, of a tile; nothing if not all of its wrong elements are listed.
std::optional<std::int64_t> start_of(const WrongTile& tile, bool rows) {
  std::int64_t listed = 0;
  std::int64_t start = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i + 1 < tile.runs.size(); i += 2) {
    listed += tile.runs[i + 1];
    const std::int64_t first = tile.runs[i];
    const std::int64_t last = first + tile.runs[i + 1] - 1;
    const bool wraps = first / tile.cols != last / tile.cols;
    start = std::min(start, rows ? first / tile.cols : wraps ? 0 : first % tile.cols);
  }
  return listed == 0 || listed != tile.wrong ? std::nullopt : std::optional(start);
}

/// The start that nine in ten tiles share, and the sizes of these.
std::optional<std::int64_t> start_of_most(std::span<const WrongTile> failing, bool rows) {
  constexpr std::size_t fewest = 3;
  std::map<std::int64_t, std::set<std::int64_t>> sizes;
  std::map<std::int64_t, std::size_t> counts;
  for (const WrongTile& tile : failing) {
    const auto start = start_of(tile, rows);
    if (!start) continue;
    ++counts[*start];
    sizes[*start].insert(rows ? tile.valid_rows : tile.valid_cols);
  }
  for (const auto& [start, count] : counts) {
    const bool most = 10 * count >= 9 * failing.size() && count >= fewest;
    if (start > 0 && most && sizes[start].size() > 1) return start;
  }
  return std::nullopt;
}

std::string power_text(std::int64_t exponent) {
  constexpr std::int64_t most_written = 20;
  constexpr std::int64_t least_written = -4;
  if (exponent > most_written || exponent < least_written) return fmt::format("2^{}", exponent);
  return fmt::format("{}", std::ldexp(1.0, static_cast<int>(exponent)));
}

}  // namespace

std::string shared_start(std::span<const WrongTile> failing) {
  if (const auto row = start_of_most(failing, true))
    return fmt::format("the rows from {} on", *row);
  if (const auto col = start_of_most(failing, false)) {
    return fmt::format("the columns from {} on", *col);
  }
  return "";
}

std::string shared_range(std::span<const WrongBrief> failing) {
  constexpr std::int64_t widest = 4;
  std::optional<ElementType> type;
  std::optional<std::int64_t> lowest;
  std::int64_t highest = 0;
  for (const WrongBrief& brief : failing) {
    if (!brief.element) continue;
    if (!has_exponent_field(*brief.element) || (type && *type != *brief.element)) return "";
    type = brief.element;
    if (!brief.lowest) continue;
    highest = std::max(lowest ? highest : brief.highest, brief.highest);
    lowest = std::min(lowest.value_or(*brief.lowest), *brief.lowest);
  }
  if (!lowest || highest - *lowest >= widest) return "";
  const ElementFormat& format = format_of(*type);
  return fmt::format("+-[{}, {})", power_text(*lowest - format.bias),
                     power_text(highest - format.bias + 1));
}

}  // namespace assay::reports
