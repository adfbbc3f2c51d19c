// SPDX-License-Identifier: Apache-2.0
#include "generators/draw/common_scenarios.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "generators/draw/random_operand.hpp"
#include "generators/shapes/empty.hpp"
#include "generators/shapes/in_place.hpp"
#include "generators/shapes/lines.hpp"
#include "generators/shapes/scalar_types.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

struct Shape {
  std::int64_t rows;
  std::int64_t cols;
};

/// A little more than there must be, so that the last row may be left out.
constexpr std::array<Shape, 6> shapes{
    {{132, 128}, {260, 64}, {520, 32}, {66, 256}, {1040, 16}, {17, 1024}}};
/// Prime counts of lines, which no count of threads divides.
constexpr std::array<Shape, 6> prime_shapes{
    {{131, 128}, {257, 64}, {521, 32}, {67, 256}, {1031, 16}, {17, 1024}}};
/// So many lines may be left out.
constexpr std::int64_t most_left_out = 3;
constexpr std::array<Shape, 6> part_shapes{
    {{134, 128}, {260, 64}, {524, 32}, {68, 256}, {1034, 16}, {20, 1024}}};

std::size_t lead_of(const Call& call) { return call.form->index_of(call.form->lead); }

const TileSpec* lead_tile(const Call& call) {
  return std::get_if<TileSpec>(&call.operands[lead_of(call)]);
}

/// Tiles that a call computes from or to.
template <typename CallType, typename Function>
void for_each_tile(CallType& call, Function&& function) {
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (call.form->operands[i].role == Role::scratch) continue;
    if (auto* tile = std::get_if<TileSpec>(&call.operands[i])) function(*tile, i);
  }
}

bool has_columns_in_line(const TileType& type) {
  return !type.is_boxed() && type.blayout == BLayout::col_major;
}

/// All tiles, since either of two operands that are equally large may follow the other. Of a matrix
/// product the lead alone: with both factors large it takes seconds.
void enlarge_tiles(Call& call, const Shape& shape) {
  const bool lead_alone = multiplies(*call.form);
  for_each_tile(call, [&](TileSpec& tile, std::size_t operand) {
    if (lead_alone && operand != lead_of(call)) return;
    tile.type.rows = shape.rows;
    tile.type.cols = shape.cols;
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
    make_well_formed(tile.type);
    tile.valid_rows = tile.rows();
    tile.valid_cols = tile.cols();
  });
}

bool shows_many(const Call& call) {
  const OperandValue& lead = call.operands[lead_of(call)];
  if (const auto* view = std::get_if<GlobalSpec>(&lead)) return view->elements() >= many_elements;
  const TileSpec* tile = lead_tile(call);
  return tile != nullptr && tile->valid_rows * tile->valid_cols >= many_elements;
}

void enlarge(Call& call, Draw& draw) {
  OperandValue& lead = call.operands[lead_of(call)];
  if (auto* view = std::get_if<GlobalSpec>(&lead); view != nullptr && !shows_many(call)) {
    const Shape& shape = draw.pick(std::span<const Shape>(shapes));
    view->layout = GlobalLayout::ND;
    view->shape = {1, 1, 1, shape.rows, shape.cols};
    view->stride = contiguous(*view);
    return;
  }
  auto* tile = std::get_if<TileSpec>(&lead);
  if (tile == nullptr || tile->type.conv) return;
  if (tile->type.elements() < many_elements) {
    enlarge_tiles(call, draw.pick(std::span<const Shape>(shapes)));
  }
  const std::int64_t left_out = draw.integer(0, 1);
  for (OperandValue& value : call.operands) {
    auto* one = std::get_if<TileSpec>(&value);
    if (one == nullptr || one->rows() != tile->rows() || one->cols() != tile->cols()) continue;
    one->valid_rows = one->rows() - left_out;
    one->valid_cols = one->cols();
  }
}

/// Rows and columns of the lead, and columns of the other tiles of a product whose sums are twelve
/// times as long as what a matrix unit multiplies at once.
constexpr Shape deep_lead{128, 1536};
constexpr std::int64_t deep_columns = 256;

void deepen(Call& call, Draw&) {
  if (!multiplies(*call.form)) return;
  for_each_tile(call, [&](TileSpec& tile, std::size_t operand) {
    if (operand == lead_of(call)) tile.type.rows = deep_lead.rows;
    tile.type.cols = operand == lead_of(call) ? deep_lead.cols : deep_columns;
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
    make_well_formed(tile.type);
    tile.valid_rows = tile.rows();
    tile.valid_cols = tile.cols();
  });
}

bool shows_deep(const Call& call) {
  if (!multiplies(*call.form)) return false;
  const TileSpec& lead = *lead_tile(call);
  const TileSpec& result = call.tile(call.form->results.front().operand);
  return lead.valid_rows == deep_lead.rows && lead.valid_cols == deep_lead.cols &&
         result.valid_cols == deep_columns;
}

/// Gives every tile the type of the lead, except for the element type.
void make_alike(Call& call) {
  const TileType model = lead_tile(call)->type;
  for_each_tile(call, [&](TileSpec& tile, std::size_t) {
    const ElementType element = tile.type.element;
    tile.type = model;
    tile.type.element = element;
    tile.valid_rows = tile.rows();
    tile.valid_cols = tile.cols();
  });
}

bool are_alike(const Call& call) {
  const TileType& model = lead_tile(call)->type;
  bool alike = true;
  for_each_tile(call, [&](const TileSpec& tile, std::size_t) {
    TileType type = tile.type;
    type.element = model.element;
    alike = alike && type == model;
  });
  return alike;
}

bool is_new(const Call& call) {
  const TileSpec* lead = lead_tile(call);
  return lead != nullptr && !lead->type.conv && lead->type.elements() < many_elements;
}

/// All tiles that are as large as the lead are valid except for their last lines, since either of
/// two may follow the other. Lines are columns if columns are contiguous.
void leave_out(Call& call, std::int64_t lines) {
  const TileSpec* lead = lead_tile(call);
  if (lead == nullptr || lead->type.conv) return;
  const TileSpec model = *lead;
  const bool columns = has_columns_in_line(model.type);
  for_each_tile(call, [&](TileSpec& tile, std::size_t) {
    if (tile.rows() != model.rows() || tile.cols() != model.cols()) return;
    tile.valid_rows = tile.rows() - (columns ? 0 : lines);
    tile.valid_cols = tile.cols() - (columns ? lines : 0);
  });
}

void enlarge_alike(Call& call, Shape shape) {
  if (!is_new(call)) return;
  if (has_columns_in_line(lead_tile(call)->type)) std::swap(shape.rows, shape.cols);
  enlarge_tiles(call, shape);
  if (!multiplies(*call.form)) make_alike(call);
}

void enlarge_whole(Call& call, Draw& draw) {
  enlarge_alike(call, draw.pick(std::span<const Shape>(prime_shapes)));
  leave_out(call, 0);
}

void enlarge_in_part(Call& call, Draw& draw) {
  enlarge_alike(call, draw.pick(std::span<const Shape>(part_shapes)));
  leave_out(call, draw.integer(1, most_left_out));
}

/// Valid lines: columns if columns are contiguous.
std::int64_t lines_of(const TileSpec& tile) {
  return has_columns_in_line(tile.type) ? tile.valid_cols : tile.valid_rows;
}

std::int64_t all_lines_of(const TileSpec& tile) {
  return has_columns_in_line(tile.type) ? tile.cols() : tile.rows();
}

bool shows_alike(const Call& call) {
  const TileSpec* lead = lead_tile(call);
  return lead != nullptr && shows_many(call) && lines_of(*lead) == all_lines_of(*lead);
}

bool is_odd_and_alike(const Call& call) {
  return are_alike(call) && lines_of(*lead_tile(call)) % 2 == 1;
}

bool shows_part(const Call& call) {
  const TileSpec* lead = lead_tile(call);
  return lead != nullptr && shows_many(call) && lines_of(*lead) < all_lines_of(*lead);
}

bool always(const Call&) { return true; }

/// Usually all tiles are as the lead is, except their elements: libraries require that of some ops.
void follow_lead(Call& call, Draw& draw) {
  constexpr int alike_percent = 75;
  const TileSpec* lead = lead_tile(call);
  if (lead == nullptr || lead->type.conv || !draw.chance(alike_percent)) return;
  const TileSpec model = *lead;
  make_alike(call);
  for_each_tile(call, [&](TileSpec& tile, std::size_t) {
    tile.valid_rows = model.valid_rows;
    tile.valid_cols = model.valid_cols;
  });
}
bool follows_lead(const Call& call) { return lead_tile(call) != nullptr && are_alike(call); }
void put_in_first_place(Call& call, Draw& draw) {
  follow_lead(call, draw);
  put_in_place(call, in_place_name);
}
void put_in_last_place(Call& call, Draw& draw) {
  follow_lead(call, draw);
  put_in_place(call, in_last_place_name);
}
void widen_plainly(Call& call, Draw& draw) { widen(call, draw, wide_name); }
void widen_in_place(Call& call, Draw& draw) {
  widen(call, draw, wide_in_place_name);
  put_in_place(call, wide_in_place_name);
}
bool shows_wide_rows(const Call& call) { return shows_wide(call, wide_name); }
bool shows_wide_in_place(const Call& call) {
  return stands_in_place(call, wide_in_place_name) && shows_wide(call, wide_in_place_name);
}
bool is_in_first_place(const Call& call) { return stands_in_place(call, in_place_name); }
bool is_in_last_place(const Call& call) { return stands_in_place(call, in_last_place_name); }

constexpr std::array<CommonScenario, common_names.size() + 6> all_common{{
    {large_name, enlarge, shows_many, always},
    {"large alike", enlarge_whole, shows_alike, is_odd_and_alike},
    {"large part", enlarge_in_part, shows_part, are_alike},
    {in_place_name, put_in_first_place, is_in_first_place, follows_lead},
    {in_last_place_name, put_in_last_place, is_in_last_place, follows_lead},
    {wide_name, widen_plainly, shows_wide_rows, always},
    {wide_in_place_name, widen_in_place, shows_wide_in_place, always},
    {empty_name, empty_tiles, shows_empty, always, true},
    {deep_product_name, deepen, shows_deep, always},
}};

template <std::size_t number>
void pass_as(Call& call, Draw&) {
  pass_scalars_as(call, scalar_scenarios.at(number).element);
}
template <std::size_t number>
bool passes_as(const Call& call) {
  return passes_scalars_as(call, scalar_scenarios.at(number).element);
}
template <std::size_t... numbers>
constexpr auto rows_of_scalars(std::index_sequence<numbers...>) {
  return std::array{CommonScenario{scalar_scenarios.at(numbers).name, pass_as<numbers>,
                                   passes_as<numbers>, always}...};
}
constexpr auto of_scalars = rows_of_scalars(std::make_index_sequence<scalar_scenarios.size()>());

/// The number of attempts that require the best.
constexpr int choosy_attempts = 8;

}  // namespace

std::span<const CommonScenario> common_scenarios() {
  static const std::vector<CommonScenario> all = [] {
    std::vector<CommonScenario> made(all_common.begin(), all_common.end());
    std::ranges::copy(of_scalars, std::back_inserter(made));
    for (const LineScenario& one : line_scenarios) {
      made.push_back({one.name, one.apply, one.shows, always});
    }
    return made;
  }();
  return all;
}

const CommonScenario* common_scenario(std::string_view name) {
  const std::span<const CommonScenario> all = common_scenarios();
  const auto found = std::ranges::find(all, name, &CommonScenario::name);
  return found == all.end() ? nullptr : &*found;
}

bool asks_for_an_end(const Form& form, const std::string& scenario) {
  if (const auto* common = common_scenario(scenario)) return common->open;
  const std::vector<Scenario>& all = form.scenarios;
  const auto found = std::ranges::find(all, scenario, &Scenario::name);
  return found != all.end() && found->open;
}

std::string plan_of_one_case(const Form& form, std::string_view scenario, std::uint64_t turn) {
  const auto has = [&](std::string_view plan) {
    return std::ranges::find(form.plans, plan) != form.plans.end();
  };
  if (is_of_lines(scenario) && has("ends")) return "ends";
  if (has("rare")) return "rare";
  if (!has("rising") && !has("falling")) return std::string(mosaic_name);
  const std::vector<std::string> plans = plans_of(form);
  return plans[turn % plans.size()];
}

bool multiplies(const Form& form) {
  return std::ranges::any_of(form.results, [](const Result& result) {
    return result.accumulates == Accumulates::products;
  });
}

bool shows(const CommonScenario& scenario, const Call& call, int attempt) {
  return scenario.shows(call) && (attempt >= choosy_attempts || scenario.shows_best(call));
}

bool is_common(std::string_view scenario) { return common_scenario(scenario) != nullptr; }

}  // namespace assay::generators
