// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_constraints.hpp"

#include <array>

#include "reference/numerics/classify.hpp"

namespace assay::ops {

using namespace vocabulary;

Constraints type_lists(const std::string& lead, const std::string& page, const Types& types) {
  const TargetSet unlisted = all_but(types.listed);
  return {
      element_is(lead, types.a2a3, types.a2a3_undrawn)
          .on({a2a3})
          .unchecked_on(unlisted)
          .from(page, "A2A3 types"),
      element_is(lead, types.a5, types.a5_undrawn)
          .on({a5})
          .unchecked_on(unlisted)
          .from(page, "A5 types"),
      invariant(element_is(lead, types_of_any_device(types)))
          .on({cpu})
          .from(page, "types; conventions: the CPU has a subset"),
  };
}

Constraints dst_has_type_of(const std::string& source, const std::string& page, TargetSet refused) {
  return {same_element("dst", source)
              .unchecked_on(all_but(refused))
              .from(page, "one element type for both tiles")};
}

Constraints tile_with_scalar(const std::string& operand, const std::string& page, TargetSet in_vec,
                             const ScalarTiles& checks) {
  return checked_tile(operand, {.page = page,
                                .in_vec = {.on = every_target, .refused = in_vec},
                                .row_major = {.on = every_target, .refused = checks.row_major}});
}

Constraints tiles_with_scalar(const std::string& source, const std::string& page,
                              const ScalarTiles& checks) {
  return joined(tile_with_scalar("dst", page, checks.dst_in_vec, checks),
                tile_with_scalar(source, page, checks.src_in_vec, checks));
}

Constraints regions_with_scalar(const std::string& source, const std::string& page,
                                const ScalarRegions& checks) {
  Constraints list;
  if (checks.rows == checks.columns) {
    list.push_back(equal_region(source, "dst", page, checks.rows));
  } else {
    list.push_back(equal_columns("dst", source, page, checks.columns));
    list.push_back(equal_rows(source, "dst", page, checks.rows));
  }
  if (checks.not_empty_on_a2a3) {
    list.push_back(region_not_empty("dst", page, {.on = {a2a3}, .refused = {a2a3}}));
  }
  return list;
}

Scenario least_scalar() {
  return {.name = "least scalar",
          .text = "zero, or one of the smallest numbers of either sign",
          .apply = [](Call& call, Draw& draw) {
            const ElementType type = call.tile("src").type.element;
            const auto bits =
                static_cast<std::uint64_t>(std::max<std::int64_t>(draw.integer(-2, 3), 0));
            const bool negative = bits != 0 && is_signed(type) && draw.chance(50);
            const std::uint64_t sign = std::uint64_t{1} << static_cast<unsigned>(bits_of(type) - 1);
            const std::uint64_t below = is_float(type) ? bits | sign : ~bits + 1;
            call.scalar("scalar") = {type, (negative ? below : bits) & mask_of(type)};
            constexpr std::int64_t block = 256;  // bits
            TileType& dst = call.tile("dst").type;
            dst.cols = call.tile("src").type.cols + block / bits_of(dst.element);
          }};
}

Scenario inexact_scalar() {
  return {.name = "inexact",
          .text = "a scalar from 1 to 4 with more digits than an element",
          .apply = [](Call& call, Draw& draw) {
            constexpr std::uint64_t one = 0x3F800000;
            const auto digits = static_cast<std::uint64_t>(draw.integer(0, (1 << 24) - 1));
            call.scalar("scalar") = {f32, one + digits};
          }};
}

bool is_scalar_of_zero(const Call& call) {
  return numerics::is_zero(call.tile("dst").type.element, converted_scalar(call));
}

Scenario scalar_of_zero() {
  return {.name = "zero",
          .text = "a scalar of zero",
          .apply = [](Call& call, Draw&) { call.scalar("scalar").bits = 0; },
          .open = true};
}

Scenario scalar_of_minus_one() {
  return {.name = "minus one",
          .text = "a scalar of -1, and the lowest integer",
          .apply =
              [](Call& call, Draw&) {
                const ElementType type = call.tile("src").type.element;
                const std::uint64_t bits = is_float(type)
                                               ? numerics::encode(type, numerics::Real(-1.0),
                                                                  numerics::RoundMode::nearest_even)
                                               : mask_of(type);
                call.scalar("scalar") = {type, bits};
              },
          .open = true};
}

void admit_lowest(const Call& call, std::vector<ElementArray>& contents) {
  const ElementType type = call.tile("src").type.element;
  ElementArray& elements = contents[call.form->index_of("src")];
  const bool concerned = is_signed(type) && is_integer(type) && bits_of(type) >= 32;
  if (!concerned || elements.size() == 0 || converted_scalar(call) != mask_of(type)) return;
  elements.set(0, numerics::largest_finite(type, true));
}

namespace {

/// Gives tiles that number of rows and columns, all of them valid.
void have_shape(Call& call, std::int64_t rows, std::int64_t cols) {
  for (const char* operand : {"dst", "src"}) {
    TileSpec& tile = call.tile(operand);
    tile.type.rows = rows;
    tile.type.cols = cols;
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
    make_well_formed(tile.type);
    set_valid(tile, rows, cols);
  }
}

constexpr std::int64_t rows_of_large = 167;  ///< so that thousands of elements come after 16,384
constexpr std::int64_t many_cols = 128;

std::uint64_t bits_of_neutral(Neutral which, ElementType type) {
  constexpr std::uint64_t float_one = 0x3F800000;
  switch (which) {
    case Neutral::zero:
      return 0;
    case Neutral::negative_zero:
      return is_float(type) ? std::uint64_t{1} << static_cast<unsigned>(bits_of(type) - 1) : 0;
    case Neutral::one:
      return numerics::convert(f32, float_one, type).value_or(1);
    case Neutral::all_bits:
      break;
  }
  return mask_of(type);
}

/// Where the signature leaves the rows open.
void have_one_row(Call& call) {
  TileSpec& src = call.tile("src");
  if (src.type.dynamic_valid_rows) set_valid(src, 1, src.valid_cols);
}

}  // namespace

Scenario neutral_scalar(Neutral which) {
  return {.name = neutral_name,
          .text = "a scalar that leaves every element as it is",
          .apply = [which](Call& call, Draw& draw) {
            constexpr int half = 50;
            const ElementType type = call.tile("src").type.element;
            call.scalar("scalar") = {type, bits_of_neutral(which, type)};
            // At launch the signature has its shape already.
            const bool large = call.tile("src").type.elements() >= rows_of_large * many_cols;
            if (large || draw.chance(half)) {
              have_shape(call, rows_of_large, many_cols);
            } else if (draw.chance(half)) {
              have_one_row(call);
            }
            // A copy passes, element by element, if both are of one shape.
            call.tile("dst") = call.tile("src");
          }};
}

Scenario beyond_64_columns() {
  return {
      .name = "wide", .text = "more than 64 valid columns", .apply = [](Call& call, Draw& draw) {
        const std::int64_t columns = draw.integer(65, 96);
        for (const char* operand : {"dst", "src"}) {
          TileSpec& tile = call.tile(operand);
          tile.type.cols = 96;
          make_well_formed(tile.type);
          set_valid(tile, tile.valid_rows, columns);
        }
      }};
}

Scenario many_with_one_type() {
  return {.name = "large with one type",
          .text = "a prime number of rows, many elements, tmp of the Tile type of dst",
          .targets = {cpu},
          .apply = [](Call& call, Draw& draw) {
            constexpr std::array<std::int64_t, 3> rows{131, 257, 521};
            constexpr std::array<std::int64_t, 3> cols{128, 64, 32};
            const auto shape = static_cast<std::size_t>(draw.integer(0, 2));
            have_shape(call, rows.at(shape), cols.at(shape));
            call.tile("tmp") = call.tile("dst");
          }};
}

Ambiguity layout_is_documented_only() {
  return {"row-major is documented, by some pages alone, and asserted by neither device header",
          "constraints src.row_major and dst.row_major: kept on devices, no promised refusal"};
}

}  // namespace assay::ops
