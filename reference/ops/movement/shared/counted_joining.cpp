// SPDX-License-Identifier: Apache-2.0
// Concatenated tiles, with a column count for each row (decision 105).
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "reference/ops/movement/shared/joining.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::array<const char*, 2> indices{"src0Idx", "src1Idx"};
constexpr std::array<const char*, 2> sources{"src0", "src1"};

constexpr const char* figure = "docs/figures/isa/TCONCAT_idx.svg";

bool is_count_type(ElementType element) {
  return is_integer(element) && bits_of(element) >= 8 && bits_of(element) <= 32;
}

/// The largest number of a tile of counts.
std::int64_t largest_count(const Call& call, const char* operand) {
  const ElementType element = call.tile(operand).type.element;
  const int bits = bits_of(element) - (is_signed(element) ? 1 : 0);
  return (std::int64_t{1} << bits) - 1;
}

/// The divisors of the figure for bytes, by the readings of Choice::count_units: the size of an
/// index, in its procedure, and of an element, in its note.
std::array<std::int64_t, 2> units_of(const Call& call) {
  return {size_of(call.tile(indices[0]).type.element), size_of(call.tile("src0").type.element)};
}

/// Columns that row `row` takes of a source if bytes are divided by `unit`; nothing if the value
/// there is no count of columns that the source has.
std::optional<std::int64_t> columns_of(const Evaluation& inputs, std::size_t source,
                                       std::int64_t row, std::int64_t unit) {
  const char* name = indices.at(source);
  if (row >= inputs.call.tile(name).rows()) return std::nullopt;
  const std::int64_t pitch = inputs.call.tile(name).cols();
  const auto bytes = static_cast<std::int64_t>(inputs.of(name)[row * pitch]);
  const std::int64_t valid = inputs.call.tile(sources.at(source)).valid_cols;
  const bool counts = bytes <= largest_count(inputs.call, name) && bytes % unit == 0;
  return counts && bytes / unit <= valid ? std::optional(bytes / unit) : std::nullopt;
}

/// The columns that a row takes of both sources.
struct Columns {
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t unit = 0;
};

/// Nothing if the counts of the row have no meaning.
std::optional<Columns> columns_of_row(const Evaluation& inputs, std::int64_t row) {
  const std::int64_t unit = units_of(inputs.call).at(inputs.readings.of(Choice::count_units));
  const auto first = columns_of(inputs, 0, row, unit);
  const auto second = columns_of(inputs, 1, row, unit);
  if (!first || !second) return std::nullopt;
  return Columns{*first, *second, unit};
}

void set_count_type(Call& call, ElementType element) {
  for (const char* name : {"src0Idx", "src1Idx", "dstIdx"}) {
    if (!call.form->has(name)) continue;
    call.tile(name).type.element = element;
    make_well_formed(call.tile(name).type);
  }
}

/// Of all tiles of counts, which have one type.
Constraint count_types() {
  return constraint(
      "counts.integer", "index tiles have integers of 8, 16 or 32 bits",
      [](const Call& call) {
        return std::ranges::all_of(
            indices, [&](const char* name) { return is_count_type(call.tile(name).type.element); });
      },
      // Mostly as wide as the elements, where both readings are one.
      [](Call& call, Draw& draw) {
        const int bits =
            draw.chance(60) ? bits_of(call.tile("src0").type.element) : draw.pick({8, 16, 32});
        const bool sign = draw.chance(50);
        set_count_type(call, bits == 8    ? (sign ? i8 : u8)
                             : bits == 16 ? (sign ? i16 : u16)
                                          : (sign ? i32 : u32));
      },
      [](Call& call, Draw& draw) {
        set_count_type(call, draw.pick({f16, bf16, f32}));
      });
}

/// One column, a count for each row of src0.
Constraint count_for_each_row(const std::string& operand) {
  return invariant(constraint(
      operand + ".rows", operand + " has one valid column, with the valid rows of src0",
      [=](const Call& call) {
        const TileSpec& tile = call.tile(operand);
        return tile.valid_rows == call.tile("src0").valid_rows && tile.valid_cols == 1;
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        tile.type.dynamic_valid_cols = true;
        set_valid(tile, call.tile("src0").valid_rows, 1);
      }));
}

Constraints counts(const std::string& operand, const std::string& page) {
  return joined(vector_tile(operand, page),
                Constraints{count_for_each_row(operand).at(launch).from("decision 105", "counts")});
}

std::int64_t columns_of_sources(const Call& call) {
  return call.tile("src0").valid_cols + call.tile("src1").valid_cols;
}

/// So many columns limit what rows take.
bool are_few(std::int64_t cols, const Call& call) {
  return cols >= 1 && 4 * cols <= columns_of_sources(call);
}

Constraint some_columns() {
  return invariant(constraint(
      "dst.columns", "dst has the valid columns of both sources, or at most a quarter of them",
      [](const Call& call) {
        const TileSpec& tile = call.tile("dst");
        return tile.valid_cols == columns_of_sources(call) || are_few(tile.valid_cols, call);
      },
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("dst");
        set_valid(tile, tile.valid_rows, columns_of_sources(call));
      }));
}

/// Room for counts wherever a source may put them.
Constraint count_of_rows() {
  return invariant(constraint(
      "dstIdx.room", "dstIdx has one valid column, and Rows for the valid rows of dst",
      [](const Call& call) {
        const TileSpec& tile = call.tile("dstIdx");
        return tile.valid_cols == 1 && tile.rows() >= call.tile("dst").valid_rows;
      },
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("dstIdx");
        tile.type.dynamic_valid_cols = tile.type.dynamic_valid_rows = true;
        tile.type.rows = std::max(tile.type.rows, call.tile("dst").valid_rows);
        make_well_formed(tile.type);
        tile.valid_cols = 1;
      }));
}

Constraints counted_regions(const std::string& page) {
  return joined(
      Constraints{same_rows("src1").at(launch).from(page, "equal valid rows"),
                  same_rows("dst").at(launch).from(page, "equal valid rows"),
                  some_columns().at(launch).from("decision 105", "columns of dst"),
                  count_types().from(page, "index tiles are of integers")},
      counts("src0Idx", page), counts("src1Idx", page),
      Constraints{invariant(same_element("src1Idx", "src0Idx")).from(figure, "one idxType")});
}

/// Valid bounds are never broken: one row and one column have room everywhere.
Constraints fixed_bounds(Constraints all) {
  for (Constraint& one : all) {
    if (one.name.ends_with("valid_within_shape")) one = invariant(std::move(one));
  }
  return all;
}

Constraints never_broken(Constraints all) {
  for (Constraint& one : all) one = invariant(std::move(one));
  return all;
}

Constraints counted_rows(const std::string& page) {
  return joined(
      Constraints{invariant(same_element("dstIdx", "src0Idx")).from(figure, "one idxType")},
      fixed_bounds(vector_tile("dstIdx", page)),
      Constraints{count_of_rows().at(launch).from("decision 105", "where counts may stand"),
                  valid_rows_are("dstIdx", 1).at(launch).from(page, "dstIdx has one valid row")});
}

/// Element `col` of a row of dst; nothing after the columns of both sources.
std::optional<std::uint64_t> joined_element(const Evaluation& inputs, const Columns& columns,
                                            std::int64_t row, std::int64_t col) {
  if (col >= columns.first + columns.second) return std::nullopt;
  const bool of_first = col < columns.first;
  const std::size_t source = of_first ? 0 : 1;
  const std::int64_t pitch = inputs.call.tile(sources.at(source)).cols();
  const std::int64_t place = row * pitch + (of_first ? col : col - columns.first);
  const ElementArray& all = inputs.of(sources.at(source));
  return place < all.size() ? std::optional(all[place]) : std::nullopt;
}

/// dst[i, :] = the columns of src0 that row i takes and those of src1 after them, as far as dst
/// has valid columns; further ones are unspecified.
Result joined_columns() {
  Result result = depending_on({Choice::count_units}, {.operand = "dst"});
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    std::optional<Columns> columns;
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      if (col == 0) columns = columns_of_row(inputs, row);
      if (!columns) return;
      const auto element = joined_element(inputs, *columns, row, col);
      if (element) expected.set_exact(index, *element);
    });
    return expected;
  };
  return result;
}

/// dstIdx[i, 0] = the bytes of row i; all else there is unspecified.
Result counted_columns() {
  Result result = depending_on({Choice::count_units}, {.operand = "dstIdx"});
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const Call& call = inputs.call;
    const TileSpec &out = call.tile("dstIdx"), &joined = call.tile("dst");
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for (std::int64_t row = 0; row < std::min(joined.valid_rows, out.rows()); ++row) {
      const auto columns = columns_of_row(inputs, row);
      if (!columns) continue;
      const std::int64_t bytes =
          std::min(columns->first + columns->second, joined.valid_cols) * columns->unit;
      if (bytes > largest_count(call, "dstIdx")) continue;
      expected.set_exact(row * out.cols(), static_cast<std::uint64_t>(bytes));
    }
    return expected;
  };
  return result;
}

/// Puts numbers of columns that there are in both readings into src0Idx and src1Idx.
void make_counts(const Call& call, std::vector<ElementArray>& contents) {
  const auto [of_index, of_data] = units_of(call);
  const std::int64_t least = std::min(of_index, of_data), step = std::max(of_index, of_data);
  for (std::size_t source = 0; source < indices.size(); ++source) {
    const char* name = indices.at(source);
    const TileSpec& tile = call.tile(name);
    ElementArray& bits = contents.at(call.form->index_of(name));
    const std::int64_t bytes =
        std::min(call.tile(sources.at(source)).valid_cols * least, largest_count(call, name));
    const auto most = static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0) / step);
    const auto unit = static_cast<std::uint64_t>(step);
    for (std::int64_t row = 0; row < std::min(tile.valid_rows, tile.rows()); ++row) {
      const std::uint64_t drawn = bits[row * tile.cols()];
      if (drawn % unit == 0 && drawn / unit <= most) continue;
      bits.set(row * tile.cols(), drawn % 5 == 0 ? most * unit : drawn % (most + 1) * unit);
    }
  }
}

Scenario clamped_columns() {
  return {.name = "clamped",
          .text = "dst has fewer valid columns than some rows ask for",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("dst");
            tile.type.dynamic_valid_cols = true;
            const std::int64_t most = columns_of_sources(call) / 4;
            tile.valid_cols = draw.integer(1, std::max<std::int64_t>(most, 1));
          }};
}

}  // namespace

Form joined_by_counts(const std::string& name, const std::string& page) {
  const Operand of_first{indices[0], Role::input, OperandKind::tile};
  const Operand of_second{indices[1], Role::input, OperandKind::tile};
  Form made{.name = name,
            .operands = {dst, src0, src1, of_first, of_second},
            .lead = "src0",
            .constraints = joined(joined_tiles(page), counted_regions(page)),
            .results = {joined_columns()},
            .scenarios = {clamped_columns()},
            .admit = make_counts,
            .usual_rows = 3};
  if (name != "counted") return made;
  made.operands.insert(made.operands.begin() + 3,
                       Operand{"dstIdx", Role::output, OperandKind::tile});
  // The form without dstIdx has the breaches of all else.
  made.constraints = joined(never_broken(made.constraints), counted_rows(page));
  made.results.push_back(counted_columns());
  return made;
}

}  // namespace assay::ops
