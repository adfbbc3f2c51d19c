// SPDX-License-Identifier: Apache-2.0
// Tiles of groups: whole groups of numbers, and one element for each group.
#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/quantisation/grouped.hpp"
#include "reference/ops/quantisation/parameters.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// Elements of src that the buffers of a call have room for.
constexpr std::int64_t most_numbers = 59461;

std::int64_t up(std::int64_t size, std::int64_t step) {
  return std::max((size + step - 1) / step, std::int64_t{1}) * step;
}

/// Rows come in so many.
std::int64_t row_step(Grouping grouping) {
  if (grouping == Grouping::columns) return 16;
  return grouping == Grouping::rows ? numbers_of_group : 2 * numbers_of_group;
}

Constraint whole_groups(Grouping grouping) {
  const std::int64_t rows = row_step(grouping);
  return constraint(
      "src.groups",
      "rows of src are a multiple of " + std::to_string(rows) +
          ", columns of 32, valid ones as well, and there are at most 59461 elements",
      [=](const Call& call) {
        const TileSpec& tile = call.tile("src");
        const auto whole = [](std::int64_t size, std::int64_t step) {
          return size > 0 && size % step == 0;
        };
        return whole(tile.rows(), rows) && whole(tile.valid_rows, rows) &&
               whole(tile.cols(), numbers_of_group) && whole(tile.valid_cols, numbers_of_group) &&
               tile.type.elements() <= most_numbers;
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile("src");
        const std::int64_t room_of_row = most_numbers / rows;
        tile.type.cols = std::min(up(tile.cols(), numbers_of_group),
                                  room_of_row / numbers_of_group * numbers_of_group);
        tile.type.rows = std::min(up(tile.rows(), rows), most_numbers / tile.cols() / rows * rows);
        tile.valid_rows = std::min(up(tile.valid_rows, rows), tile.rows());
        tile.valid_cols = std::min(up(tile.valid_cols, numbers_of_group), tile.cols());
      });
}

/// Rows and columns of one element for each group.
std::pair<std::int64_t, std::int64_t> grid(Grouping grouping, std::int64_t rows,
                                           std::int64_t cols) {
  if (grouping == Grouping::columns) return {rows, cols / numbers_of_group};
  if (grouping == Grouping::rows) return {rows / numbers_of_group, cols};
  return {rows / numbers_of_group / 2, cols * 2};
}

TileSpec wanted(const Call& call, const std::string& operand, Grouping grouping) {
  TileSpec tile = call.tile(operand);
  const TileSpec& matrix = call.tile("src");
  std::tie(tile.type.rows, tile.type.cols) = grid(grouping, matrix.rows(), matrix.cols());
  std::tie(tile.valid_rows, tile.valid_cols) = grid(grouping, matrix.valid_rows, matrix.valid_cols);
  tile.type.dynamic_valid_rows = matrix.type.dynamic_valid_rows;
  tile.type.dynamic_valid_cols = matrix.type.dynamic_valid_cols;
  make_well_formed(tile.type);
  return tile;
}

Constraint one_for_each(const std::string& operand, Grouping grouping, const std::string& text) {
  return constraint(
      operand + ".groups", operand + text,
      [=](const Call& call) { return call.tile(operand) == wanted(call, operand, grouping); },
      [=](Call& call, Draw&) { call.tile(operand) = wanted(call, operand, grouping); });
}

std::string text_of(Grouping grouping) {
  if (grouping == Grouping::columns)
    return " has the rows of src and a column for 32 of its columns";
  if (grouping == Grouping::rows) return " has a row for 32 rows of src, and its columns";
  return " has a row for 64 rows of src, and twice its columns";
}

Constraint shape_of_source() {
  return constraint(
      "dst.shape", "dst has the shape and the valid region of src",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &matrix = call.tile("src");
        return out.rows() == matrix.rows() && out.cols() == matrix.cols() &&
               out.valid_rows == matrix.valid_rows && out.valid_cols == matrix.valid_cols;
      },
      [](Call& call, Draw&) {
        TileSpec& out = call.tile("dst");
        const TileSpec& matrix = call.tile("src");
        out.type.rows = matrix.rows();
        out.type.cols = matrix.cols();
        out.type.dynamic_valid_rows = matrix.type.dynamic_valid_rows;
        out.type.dynamic_valid_cols = matrix.type.dynamic_valid_cols;
        out.valid_rows = matrix.valid_rows;
        out.valid_cols = matrix.valid_cols;
      });
}

/// The attribute that says which codes dst has.
std::size_t format_attribute(const Call& call) {
  const auto& attributes = call.form->attributes;
  const auto found = std::ranges::find_if(attributes, [](const Attribute& one) {
    return one.name == "mx_alg" || one.name == "quant_type";
  });
  return static_cast<std::size_t>(found - attributes.begin());
}

bool has_small_codes(const Call& call) {
  const std::string_view value = call.attribute(call.form->attributes[format_attribute(call)].name);
  return value == "OcpMxFp4E2M1" || value == "MXFP4_E2M1";
}

void take_codes(Call& call, bool small) { call.attributes[format_attribute(call)] = small ? 1 : 0; }

Constraint codes_of_source() {
  return constraint(
      "src.of_format", "src of codes of 4 bits is half or bfloat16_t",
      [](const Call& call) {
        return !has_small_codes(call) || call.tile("src").type.element != f32;
      },
      [](Call& call, Draw&) { take_codes(call, false); },
      [](Call& call, Draw&) {
        call.tile("src").type.element = f32;
        take_codes(call, true);
        call.tile("dst").type.element = e2m1;
      });
}

Constraint codes_of_format() {
  return constraint(
      "dst.element", "dst is int8_t for codes of 8 bits, float4_e2m1x2_t for codes of 4",
      [](const Call& call) {
        return call.tile("dst").type.element == (has_small_codes(call) ? e2m1 : i8);
      },
      [](Call& call, Draw&) { call.tile("dst").type.element = has_small_codes(call) ? e2m1 : i8; },
      [](Call& call, Draw& draw) {
        ElementType other = i16;
        // The page calls int8_t an alias of e4m3, which is not tried.
        if (draw_other_element(draw, {i8, e2m1}, {e4m3}, other)) {
          call.tile("dst").type.element = other;
        }
      });
}

}  // namespace

Constraints constraints_of_groups(const GroupPage& given) {
  const char* page = given.page;
  const Grouping of_scratch =
      given.grouping == Grouping::columns ? Grouping::columns : Grouping::rows;
  Constraints all{
      element_is("src", {f32, f16, bf16}).from(page, "input types of MX formats"),
      codes_of_source().unchecked_on({cpu}).from(page, "MXFP4 takes FP16 and BF16 only"),
      codes_of_format().from(page, "dst of MXFP8 and MXFP4"),
      element_is("exp", {u8}).unchecked_on(every_target).from(page, "exp is uint8_t")};
  for (const char* operand : {"max", "scaling"}) {
    all.push_back(
        invariant(same_element(operand, "src")).from(page, "scratch has the type of src"));
  }
  for (const char* operand : {"src", "dst"}) {
    all = joined(std::move(all), quantised_matrix(operand, page, no_target));
  }
  for (const char* operand : {"exp", "max", "scaling"}) {
    for (Constraint& one : quantised_matrix(operand, page, no_target)) {
      all.push_back(invariant(std::move(one)));
    }
  }
  all.push_back(
      invariant(whole_groups(given.grouping)).from(page, "multiples of rows and columns"));
  all.push_back(invariant(shape_of_source()).from(page, "M x N"));
  all.push_back(invariant(one_for_each("exp", given.grouping, text_of(given.grouping)))
                    .from(page, "shapes of exp"));
  for (const char* operand : {"max", "scaling"}) {
    all.push_back(invariant(one_for_each(operand, of_scratch, text_of(of_scratch)))
                      .from(page, "shapes of max and scaling"));
  }
  return bounded_together(std::move(all));
}

}  // namespace assay::ops
