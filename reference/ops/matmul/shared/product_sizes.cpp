// SPDX-License-Identifier: Apache-2.0
// Shapes, memories and valid regions of matrix products.
#include <algorithm>
#include <array>

#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t most = 4095;  ///< rows and columns of what is multiplied

// ---- shapes ----

/// One extent of two tiles that has to be equal.
struct Tied {
  const char* name;  ///< of the constraint
  const char* text;
  std::string operand, as;
  std::int64_t TileType::*extent;
  std::int64_t TileType::*of;
};

Constraint tied(const Tied& one, const ProductPage& page) {
  return constraint(
             one.name, one.text,
             [=](const Call& call) {
               return call.tile(one.operand).type.*one.extent == call.tile(one.as).type.*one.of;
             },
             // Boxes of the one may be larger than those of the other.
             [=](Call& call, Draw&) {
               TileType &follows = call.tile(one.operand).type, &leads = call.tile(one.as).type;
               follows.*one.extent = leads.*one.of;
               make_well_formed(follows);
               leads.*one.of = follows.*one.extent;
               make_well_formed(leads);
             },
             [=](Call& call, Draw&) {
               TileType& type = call.tile(one.operand).type;
               type.*one.extent += 32;
               make_well_formed(type);
             })
      .unchecked_on(all_but(shapes_refused(page)))
      .from(page.page, "static shapes");
}

/// Two groups of 32 elements of K go together in the tiles.
Constraint whole_groups(const ProductPage& page) {
  constexpr std::int64_t pair = 64;
  return constraint(
             "aMatrix.cols", "Cols of aMatrix is a multiple of 64",
             [=](const Call& call) { return call.tile("aMatrix").cols() % pair == 0; },
             [=](Call& call, Draw&) {
               TileType& type = call.tile("aMatrix").type;
               type.cols = (type.cols + pair - 1) / pair * pair;
             },
             [=](Call& call, Draw&) {
               TileType& type = call.tile("aMatrix").type;
               type.cols += pair / 2;
               make_well_formed(type);
             })
      .unchecked_on(all_but(shapes_refused(page)))
      .from(page.page, "A5: shapes; mad_mx: K in multiples of 64");
}

// ---- memories ----

/// Bytes of the memories of the matrix unit (MODEL 5).
std::int64_t room_of(Location location, Target target) {
  const std::int64_t kibibyte = 1024;
  const bool larger = target == a5;
  switch (location) {
    case Location::left:
    case Location::right:
      return 64 * kibibyte;
    case Location::acc:
      return (larger ? 256 : 128) * kibibyte;
    case Location::bias:
      return (larger ? 4 : 1) * kibibyte;
    default:
      return std::int64_t{1} << 40;
  }
}

/// Bytes of the tiles of a call in one memory.
std::int64_t bytes_in(Location location, const Call& call) {
  std::int64_t bytes = 0;
  for (const OperandValue& value : call.operands) {
    const TileType& type = std::get<TileSpec>(value).type;
    if (type.location == location) bytes += type.bytes();
  }
  return bytes;
}

bool fits(Location location, const Call& call) {
  return bytes_in(location, call) <= room_of(location, call.target);
}

/// Halves an extent of a tile, and the valid one with it.
void halve(std::int64_t& extent, std::int64_t& valid, TileType& type) {
  extent = std::max<std::int64_t>(extent / 2, 1);
  make_well_formed(type);
  valid = std::min(valid, extent);
}

void halve_rows(TileSpec& tile) { halve(tile.type.rows, tile.valid_rows, tile.type); }
void halve_cols(TileSpec& tile) { halve(tile.type.cols, tile.valid_cols, tile.type); }

void shrink(Call& call) {
  TileSpec &a = call.tile("aMatrix"), &b = call.tile("bMatrix");
  if (!fits(Location::left, call)) (a.rows() > a.cols() ? halve_rows : halve_cols)(a);
  if (!fits(Location::right, call)) {
    if (b.cols() > 16) {
      halve_cols(b);
    } else {
      halve_cols(a);
    }
  }
  const bool rows_are_many = a.rows() > b.cols() && fits(Location::bias, call);
  if (!fits(Location::acc, call) || !fits(Location::bias, call)) {
    rows_are_many ? halve_rows(a) : halve_cols(b);
  }
}

/// The shapes that follow from those of the inputs.
void follow(Call& call) {
  const TileSpec& a = call.tile("aMatrix");
  TileSpec& b = call.tile("bMatrix");
  b.type.rows = a.cols();
  make_well_formed(b.type);
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    TileSpec& tile = std::get<TileSpec>(call.operands[i]);
    const bool results = tile.type.location == Location::acc;
    if (!results && tile.type.location != Location::bias) continue;
    tile.type.rows = results ? a.rows() : 1;
    tile.type.cols = b.cols();
    make_well_formed(tile.type);
  }
}

Constraint fit_in_memory() {
  const auto all_fit = [](const Call& call) {
    return fits(Location::left, call) && fits(Location::right, call) && fits(Location::acc, call) &&
           fits(Location::bias, call);
  };
  return invariant(constraint("tiles.fit", "the tiles fit in the memories of the matrix unit",
                              all_fit,
                              [=](Call& call, Draw&) {
                                constexpr int enough = 64;
                                for (int i = 0; i < enough && !all_fit(call); ++i) {
                                  shrink(call);
                                  follow(call);
                                }
                              }))
      .on(devices)
      .from("MODEL 5", "memories");
}

// ---- valid regions ----

enum class Of : std::uint8_t { m, k, n };

/// The place of an extent in the valid region of a tile.
std::int64_t& extent_in(TileSpec& tile, bool rows) {
  return rows ? tile.valid_rows : tile.valid_cols;
}

/// Everything at its smallest, except one extent, which is at least `size`.
void stretch(Call& call, Of which, std::int64_t size) {
  TileType &a = call.tile("aMatrix").type, &b = call.tile("bMatrix").type;
  a.rows = which == Of::m ? size : 1;
  a.cols = which == Of::k ? size : 1;
  b.cols = which == Of::n ? size : 1;
  a.dynamic_valid_rows = a.dynamic_valid_cols = b.dynamic_valid_cols = true;
  make_well_formed(a);
  b.rows = a.cols;
  make_well_formed(b);
  for (OperandValue& value : call.operands) {
    TileSpec& other = std::get<TileSpec>(value);
    other.valid_rows = std::min(other.valid_rows, other.rows());
    other.valid_cols = std::min(other.valid_cols, other.cols());
  }
}

/// Leaves little to compute in the other extents if one is so large.
void narrow_others(Call& call, Of which) {
  constexpr std::int64_t few = 1;
  TileSpec &a = call.tile("aMatrix"), &b = call.tile("bMatrix");
  if (which != Of::m && a.type.dynamic_valid_rows) a.valid_rows = std::min(a.valid_rows, few);
  if (which != Of::n && b.type.dynamic_valid_cols) b.valid_cols = std::min(b.valid_cols, few);
}

/// M, K or N, with the operand that the page takes it from.
struct Extent {
  Of which;
  std::string operand;
  bool rows;
  const char* name;
  const char* text;

  std::int64_t in(const Call& call) const {
    const TileSpec& tile = call.tile(operand);
    return rows ? tile.valid_rows : tile.valid_cols;
  }
  void set(Call& call, std::int64_t size) const {
    TileSpec& tile = call.tile(operand);
    const TileType& type = tile.type;
    if ((rows ? type.rows : type.cols) < size) stretch(call, which, size);
    if (size >= most) narrow_others(call, which);
    extent_in(tile, rows) = size;
    (rows ? tile.type.dynamic_valid_rows : tile.type.dynamic_valid_cols) = true;
  }
};

Constraint in_range(const Extent& one, const ProductPage& page) {
  Constraint made = constraint(
      one.name, one.text,
      [=](const Call& call) { return one.in(call) >= 1 && one.in(call) <= most; },
      [=](Call& call, Draw&) { one.set(call, std::clamp<std::int64_t>(one.in(call), 1, most)); },
      [=](Call& call, Draw&) { one.set(call, 0); });
  made.edge = [=](Call& call, Draw&, Edge side) {
    constexpr std::array sizes{std::int64_t{1}, most, std::int64_t{0}, most + 1};
    one.set(call, sizes.at(static_cast<std::size_t>(side)));
    return true;
  };
  return std::move(made)
      .at(launch)
      .unchecked_on(all_but(page.extents))
      .from(page.page, "run time: m, k, n");
}

/// With scales A5 takes whole pairs of groups of 32.
Constraint in_groups(const Extent& inner) {
  constexpr std::int64_t pair = 64, most_in_pairs = most / pair * pair;
  Constraint made = constraint(
      "aMatrix.groups", "K is a multiple of 64 in [64, 4032]",
      [=](const Call& call) {
        const std::int64_t k = inner.in(call);
        return k % pair == 0 && k >= pair && k <= most_in_pairs;
      },
      [=](Call& call, Draw&) {
        const std::int64_t whole = (inner.in(call) + pair - 1) / pair * pair;
        inner.set(call, std::clamp(whole, pair, most_in_pairs));
      },
      [=](Call& call, Draw& draw) { inner.set(call, inner.in(call)-draw.integer(1, pair - 1)); });
  made.edge = [=](Call& call, Draw&, Edge side) {
    constexpr std::array sizes{pair, most_in_pairs, std::int64_t{0}, most_in_pairs + pair};
    inner.set(call, sizes.at(static_cast<std::size_t>(side)));
    return true;
  };
  return std::move(made)
      .at(launch)
      .on({a5})
      .unchecked_on(every_target)
      .from("cube pages", "mad_mx: K in multiples of 64");
}

Constraint single_row(const ProductPage& page) {
  return valid_rows_are("aMatrix", 1)
      .named("aMatrix.m")
      .at(launch)
      .unchecked_on(all_but(page.extents))
      .from(page.page, "m must be 1");
}

Constraints ranges(const ProductPage& page) {
  const Extent rows{Of::m, "aMatrix", true, "aMatrix.m",
                    "M, the valid rows of aMatrix, is in [1, 4095]"};
  const Extent columns{Of::n, "bMatrix", false, "bMatrix.n",
                       "N, the valid columns of bMatrix, is in [1, 4095]"};
  const Extent inner_left{Of::k, "aMatrix", false, "aMatrix.k",
                          "K, the valid columns of aMatrix, is in [1, 4095]"};
  const Extent inner_right{Of::k, "bMatrix", true, "bMatrix.k",
                           "K, the valid rows of bMatrix, is in [1, 4095]"};
  const Constraint first = page.one_row ? single_row(page) : in_range(rows, page);
  if (page.scaled) {
    return {first, in_range(inner_left, page).on({cpu}), in_groups(inner_left),
            in_range(columns, page)};
  }
  return {first, in_range(page.one_row ? inner_right : inner_left, page), in_range(columns, page)};
}

std::int64_t another(Draw& draw, std::int64_t taken, std::int64_t limit) {
  const std::int64_t drawn = draw.integer(1, std::max<std::int64_t>(limit - 1, 1));
  return drawn < taken ? drawn : drawn + 1;
}

/// One K for both inputs; the page takes it from one of them, which the other follows.
Constraint inner(const ProductPage& page) {
  const bool right_leads = page.one_row && !page.scaled;
  return constraint(
             "bMatrix.inner", "bMatrix has as many valid rows as aMatrix has valid columns",
             [](const Call& call) {
               return call.tile("bMatrix").valid_rows == call.tile("aMatrix").valid_cols;
             },
             [right_leads](Call& call, Draw&) {
               TileSpec &a = call.tile("aMatrix"), &b = call.tile("bMatrix");
               if (right_leads) {
                 a.valid_cols = b.valid_rows;
                 a.type.dynamic_valid_cols = b.type.dynamic_valid_rows;
               } else {
                 b.valid_rows = a.valid_cols;
                 b.type.dynamic_valid_rows = a.type.dynamic_valid_cols;
               }
             },
             [right_leads](Call& call, Draw& draw) {
               TileSpec &a = call.tile("aMatrix"), &b = call.tile("bMatrix");
               a.type.dynamic_valid_cols = b.type.dynamic_valid_rows = true;
               std::int64_t& follows = right_leads ? a.valid_cols : b.valid_rows;
               follows = another(draw, follows, b.rows());
             })
      .at(launch)
      .unchecked_on(every_target)
      .from(page.page, "K; the page of the instruction set: one K for both");
}

Constraint region_of_result(const ProductPage& page) {
  const std::string& c = page.c;
  return constraint(
             c + ".region", "the valid region of " + c + " is M x N",
             [=](const Call& call) {
               const auto [m, n, k] = extents_of(call);
               return call.tile(c).valid_rows == m && call.tile(c).valid_cols == n;
             },
             [=](Call& call, Draw&) {
               TileSpec& tile = call.tile(c);
               const auto [m, n, k] = extents_of(call);
               tile.valid_rows = m;
               tile.valid_cols = n;
               tile.type.dynamic_valid_rows = call.tile("aMatrix").type.dynamic_valid_rows;
               tile.type.dynamic_valid_cols = call.tile("bMatrix").type.dynamic_valid_cols;
             },
             [=](Call& call, Draw& draw) {
               TileSpec& tile = call.tile(c);
               tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
               tile.valid_cols = another(draw, tile.valid_cols, tile.cols());
             })
      .at(launch)
      .unchecked_on(every_target)
      .from(page.page, "M, N; the page of the instruction set: the valid region of the result");
}

}  // namespace

Constraints shapes_of_product(const ProductPage& page) {
  Constraints list{tied({"aMatrix.shape", "the result has the Rows of aMatrix", page.c, "aMatrix",
                         &TileType::rows, &TileType::rows},
                        page),
                   tied({"bMatrix.shape", "bMatrix has as many Rows as aMatrix has Cols", "bMatrix",
                         "aMatrix", &TileType::rows, &TileType::cols},
                        page),
                   tied({"result.shape", "the result has the Cols of bMatrix", page.c, "bMatrix",
                         &TileType::cols, &TileType::cols},
                        page),
                   fit_in_memory()};
  if (page.scaled) list.insert(list.begin(), whole_groups(page));
  return list;
}

Constraints extents_of_product(const ProductPage& page) {
  const auto bounds = [](const std::string& operand) {
    return invariant(valid_within_shape(operand)).from("Tile class", "static valid bounds");
  };
  return joined(ranges(page), Constraints{bounds("aMatrix"), bounds("bMatrix"), inner(page),
                                          region_of_result(page), bounds(page.c)});
}

}  // namespace assay::ops
