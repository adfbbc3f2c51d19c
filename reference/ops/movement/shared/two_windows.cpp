// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/two_windows.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "reference/ops/movement/shared/moved.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* two_windows_page = "TEXTRACT page";
constexpr std::array<const char*, 2> windows{"dst0", "dst1"};
constexpr std::array<const char*, 2> row_indices{"indexRow0", "indexRow1"};
constexpr std::array<const char*, 2> col_indices{"indexCol0", "indexCol1"};

std::int64_t index_of(const Call& call, const char* name) {
  return static_cast<std::int64_t>(call.scalar(name).bits & mask_of(u16));
}
void set_index(Call& call, const char* name, std::int64_t index) {
  call.scalar(name) = {u16, static_cast<std::uint64_t>(index)};
}

/// Whether window `k` ends within `rows` and `cols`.
bool ends_within(const Call& call, std::size_t k, std::int64_t rows, std::int64_t cols) {
  const TileSpec& out = call.tile(windows.at(k));
  return index_of(call, row_indices.at(k)) + out.valid_rows <= rows &&
         index_of(call, col_indices.at(k)) + out.valid_cols <= cols;
}

/// Puts window `k` into what is valid in src, at any column.
void place(Call& call, Draw& draw, std::size_t k) {
  const TileSpec& in = call.tile("src");
  TileSpec& out = call.tile(windows.at(k));
  set_valid(out, std::min(out.valid_rows, in.valid_rows), std::min(out.valid_cols, in.valid_cols));
  set_index(call, row_indices.at(k), draw.integer(0, in.valid_rows - out.valid_rows));
  set_index(call, col_indices.at(k), draw.integer(0, in.valid_cols - out.valid_cols));
}

Constraint window_in_shape(std::size_t k) {
  const std::string name = windows.at(k);
  return constraint(
      name + ".bounds", "the indices leave room for the valid region of " + name + " in src",
      [=](const Call& call) {
        const TileSpec& in = call.tile("src");
        return ends_within(call, k, in.rows(), in.cols());
      },
      [=](Call& call, Draw& draw) { place(call, draw, k); },
      [=](Call& call, Draw& draw) {
        const TileSpec &in = call.tile("src"), &out = call.tile(name);
        const bool rows = draw.chance(50);
        const std::int64_t room = rows ? in.rows() - out.valid_rows : in.cols() - out.valid_cols;
        set_index(call, rows ? row_indices.at(k) : col_indices.at(k),
                  std::max<std::int64_t>(room, 0) + 1);
      });
}

/// Of a window that lies in src at all.
Constraint window_in_region(std::size_t k) {
  const std::string name = windows.at(k);
  return invariant(constraint(
      name + ".region", "the window of " + name + " is valid in src",
      [=](const Call& call) {
        const TileSpec& in = call.tile("src");
        return !ends_within(call, k, in.rows(), in.cols()) ||
               ends_within(call, k, in.valid_rows, in.valid_cols);
      },
      [=](Call& call, Draw& draw) { place(call, draw, k); }));
}

Constraint is_index(const char* name) {
  return invariant(constraint(
      std::string(name) + ".element", std::string(name) + " is uint16_t",
      [=](const Call& call) { return call.scalar(name).element == u16; },
      [=](Call& call, Draw&) { set_index(call, name, index_of(call, name)); }));
}

/// Windows of whole bytes: no element of a pair is taken alone.
Constraint pairs_of_window(std::size_t k) {
  const std::string name = windows.at(k);
  const auto is_packed = [](const Call& call) {
    return bits_of(call.tile("src").type.element) == 4;
  };
  return invariant(constraint(
      name + ".pairs", "the window of " + name + " has whole pairs of elements of four bits",
      [=](const Call& call) {
        const bool whole =
            call.tile(name).valid_cols % 2 == 0 && index_of(call, col_indices.at(k)) % 2 == 0;
        return !is_packed(call) || whole;
      },
      [=](Call& call, Draw&) {
        TileSpec &in = call.tile("src"), &out = call.tile(name);
        set_valid(in, in.valid_rows, std::max<std::int64_t>(in.valid_cols, 2));
        set_valid(out, out.valid_rows,
                  std::max<std::int64_t>(out.valid_cols - out.valid_cols % 2, 2));
        const std::int64_t begin =
            std::min(index_of(call, col_indices.at(k)), in.valid_cols - out.valid_cols);
        set_index(call, col_indices.at(k), begin - begin % 2);
      }));
}

Constraints of_window(std::size_t k) {
  const char* name = windows.at(k);
  return {
      same_element(name, "src").from(two_windows_page, "ND to 2xNZ: element types are equal"),
      located_in(name, {Location::vec}).from(two_windows_page, "ND to 2xNZ: Vec tiles"),
      layout_is(name, {TileLayout::NZ}).from(two_windows_page, "ND to 2xNZ: destinations are NZ"),
      plain_fractal(name),
      whole_boxes(name),
      valid_within_shape(name).from("Tile class", "static valid bounds"),
      is_index(row_indices.at(k)).from(two_windows_page, "parameters of the intrinsic"),
      is_index(col_indices.at(k)).from(two_windows_page, "parameters of the intrinsic"),
      pairs_of_window(k).on({a5}).at(launch).from("MODEL 1.2", "two elements share a byte"),
      window_in_region(k).at(launch).from("MODEL 2.2", "what is not valid has no value"),
      window_in_shape(k).at(launch).from(two_windows_page, "ND to 2xNZ: bounds of each window")};
}

Constraints of_source() {
  const Elements elements{i8, f16, bf16, f32, i32};
  const Elements a5_elements{i8, f16, bf16, f32, i32, hif8, e4m3, e5m2, e8m0, e2m1, e1m2};
  return {
      element_is("src", elements).on({a2a3}).from(two_windows_page, "ND to 2xNZ: element types"),
      element_is("src", a5_elements).on({a5}).from(two_windows_page, "ND to 2xNZ: element types"),
      located_in("src", {Location::vec}).from(two_windows_page, "ND to 2xNZ: Vec tiles"),
      nd_layout("src").from(two_windows_page, "ND to 2xNZ: the source is ND"),
      plain_fractal("src"),
      valid_within_shape("src").from("Tile class", "static valid bounds")};
}

Result taken(std::size_t k) {
  return moved(
      [k](const Call& call) {
        return from_corner(index_of(call, row_indices.at(k)), index_of(call, col_indices.at(k)));
      },
      windows.at(k));
}

}  // namespace

Form two_windows() {
  const auto out = [](const char* name) { return Operand{name, Role::output, OperandKind::tile}; };
  const auto index = [](const char* name) {
    return Operand{name, Role::input, OperandKind::scalar};
  };
  return {.name = "two",
          .operands = {out("dst0"), out("dst1"), src, index("indexRow0"), index("indexCol0"),
                       index("indexRow1"), index("indexCol1")},
          .lead = "src",
          .targets = devices,
          .constraints = joined(of_source(), of_window(0), of_window(1)),
          .results = {taken(0), taken(1)}};
}

}  // namespace assay::ops
