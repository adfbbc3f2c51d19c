// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/lines.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <variant>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::generators {
namespace {

struct Shape {
  std::int64_t rows;
  std::int64_t cols;
};

// Columns are whole blocks of 32 bytes for elements of a byte and more.
constexpr std::array<Shape, 4> few{{{16, 32}, {33, 64}, {64, 32}, {8, 96}}};
constexpr std::array<Shape, 4> tall{{{257, 32}, {260, 32}, {264, 32}, {320, 32}}};
constexpr std::array<Shape, 4> broad{{{1, 2080}, {2, 1056}, {3, 1088}, {2, 1312}}};
constexpr std::array<Shape, 4> wide{{{8, 288}, {17, 288}, {20, 320}, {18, 288}}};
constexpr std::int64_t columns_beyond_a_byte = 257;
constexpr std::int64_t rows_of_a_byte = 256;
constexpr std::int64_t many_columns = 1024;

const TileSpec* lead_of(const Call& call) {
  return std::get_if<TileSpec>(&call.operands[call.form->index_of(call.form->lead)]);
}

/// Constraints that tie an operand to others move it from there.
void lay(Call& call, const Shape& shape, const Shape& valid) {
  const TileSpec* lead = lead_of(call);
  if (lead == nullptr || lead->type.conv) return;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    auto* tile = std::get_if<TileSpec>(&call.operands[i]);
    if (tile == nullptr || tile->type.conv || call.form->operands[i].role == Role::scratch) {
      continue;
    }
    tile->type.rows = shape.rows;
    tile->type.cols = shape.cols;
    tile->type.dynamic_valid_rows = tile->type.dynamic_valid_cols = true;
    make_well_formed(tile->type);
    tile->valid_rows = std::min(valid.rows, tile->rows());
    tile->valid_cols = std::min(valid.cols, tile->cols());
  }
}

void lay_single_column(Call& call, Draw& draw) {
  const Shape shape = draw.pick(std::span<const Shape>(few));
  lay(call, shape, {shape.rows - draw.integer(0, 1), 1});
}
void lay_single_row(Call& call, Draw& draw) {
  const Shape shape = draw.pick(std::span<const Shape>(few));
  lay(call, shape, {1, shape.cols - draw.integer(0, 1)});
}
void lay_tall(Call& call, Draw& draw) {
  const Shape shape = draw.pick(std::span<const Shape>(tall));
  lay(call, shape, {shape.rows, draw.integer(4, 9)});
}
void lay_broad(Call& call, Draw& draw) {
  const Shape shape = draw.pick(std::span<const Shape>(broad));
  lay(call, shape, shape);
}

void lay_beyond_a_byte(Call& call, Draw& draw) {
  const Shape shape = draw.pick(std::span<const Shape>(wide));
  lay(call, shape, {shape.rows - draw.integer(0, 1), columns_beyond_a_byte});
}

template <typename Shown>
bool lead_shows(const Call& call, Shown shown) {
  const TileSpec* lead = lead_of(call);
  return lead != nullptr && !lead->type.conv && shown(lead->valid_rows, lead->valid_cols);
}

bool shows_single_column(const Call& call) {
  return lead_shows(call, [](auto rows, auto cols) { return rows > 1 && cols == 1; });
}
bool shows_single_row(const Call& call) {
  return lead_shows(call, [](auto rows, auto cols) { return rows == 1 && cols > 1; });
}
/// Products have sums of their own that are long enough.
bool is_vector(const Call& call) { return lead_of(call)->type.location == Location::vec; }

bool shows_tall(const Call& call) {
  return lead_shows(call, [](auto rows, auto) { return rows >= rows_of_a_byte; }) &&
         is_vector(call);
}
bool shows_broad(const Call& call) {
  return lead_shows(call, [](auto, auto cols) { return cols > many_columns; }) && is_vector(call);
}

bool shows_beyond_a_byte(const Call& call) {
  return lead_shows(call,
                    [](auto, auto cols) {
                      return cols >= columns_beyond_a_byte && cols < 2 * rows_of_a_byte;
                    }) &&
         is_vector(call);
}

}  // namespace

const std::array<LineScenario, 5> line_scenarios{{
    {"single column", lay_single_column, shows_single_column},
    {"single row", lay_single_row, shows_single_row},
    {"over 255 rows", lay_tall, shows_tall},
    {"over 1024 columns", lay_broad, shows_broad},
    {"257 columns", lay_beyond_a_byte, shows_beyond_a_byte},
}};

bool is_of_lines(std::string_view scenario) {
  return std::ranges::find(line_scenarios, scenario, &LineScenario::name) != line_scenarios.end();
}

bool is_of_one_line(std::string_view scenario) {
  return scenario == line_scenarios[0].name || scenario == line_scenarios[1].name;
}

bool is_beyond_a_byte(std::string_view scenario) {
  return scenario == line_scenarios[2].name || scenario == line_scenarios[4].name;
}

std::size_t turn_of_specials(std::string_view scenario) {
  constexpr std::array<std::size_t, 5> turns{0, 4, 8, 9, 11};
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (line_scenarios.at(i).name == scenario) return turns.at(i);
  }
  return scenario.starts_with("large") ? 10 : 11;
}

}  // namespace assay::generators
