// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/partial/partial_search.hpp"

#include "reference/numerics/classify.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

// ---- operands ----

/// The page enforces pairs of types on A2A3 alone.
Constraint pair_of_types() {
  const auto set_index = [](Call& call, ElementType element) {
    TileType& type = call.tile("dstIdx").type;
    type.element = element;
    make_well_formed(type);
  };
  return constraint(
      "dstIdx.pair", "indices of float have no 16 bits",
      [](const Call& call) {
        return call.tile("dstVal").type.element != f32 ||
               bits_of(call.tile("dstIdx").type.element) != 16;
      },
      [=](Call& call, Draw& draw) {
        set_index(call, draw.pick({i32, u32}));
      },
      [=](Call& call, Draw& draw) {
        call.tile("dstVal").type.element = f32;
        make_well_formed(call.tile("dstVal").type);
        set_index(call, draw.pick({i16, u16}));
      });
}

Constraints types_of_search(const std::string& page) {
  return joined(
      element_types("dstVal", page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}, .listed = {a5}}),
      one_element_type({"src0Val", "src1Val"}, "dstVal", page),
      Constraints{element_is("dstIdx", {i16, u16, i32, u32})
                      .unchecked_on({cpu})
                      .from(page, "index types, of half on A2A3 and of all values on A5"),
                  pair_of_types().unchecked_on({a5, cpu}).from(
                      page, "index types of float, enforced on A2A3")},
      one_element_type({"src0Idx", "src1Idx"}, "dstIdx", page));
}

// ---- results ----

enum class Winner : std::uint8_t { first, second, any };

/// Any where no source says more: a NaN is neither above nor below a number (decision 195).
Winner winner_of(const Value& a, const Value& b, bool largest) {
  if (numerics::is_nan(a.type, a.bits) || numerics::is_nan(b.type, b.bits)) return Winner::any;
  if (numerics::is_zero(a.type, a.bits) && numerics::is_zero(b.type, b.bits)) {
    return Winner::second;
  }
  const std::int64_t x = numerics::order_key(a.type, a.bits);
  const std::int64_t y = numerics::order_key(b.type, b.bits);
  if (largest ? x <= y : x >= y) return Winner::second;
  return Winner::first;
}

/// One of the arguments from `first` on, that of the winner among the first two.
Result selected(const PartialTiles& tiles, std::vector<Argument> arguments, std::size_t first,
                bool largest) {
  Result result = per_element(
      std::move(arguments),
      [=](const ElementContext& cell) {
        const std::uint64_t one = cell.arguments[first].bits;
        const std::uint64_t other = cell.arguments[first + 1].bits;
        switch (winner_of(cell.arguments[0], cell.arguments[1], largest)) {
          case Winner::first:
            return exactly(one);
          case Winner::second:
            return exactly(other);
          default:
            return either(other, one);
        }
      },
      {}, tiles.out);
  return where_both(no_arithmetic(std::move(result)), tiles);
}

}  // namespace

Constraints search_constraints(const std::string& page) {
  const Names all{"dstVal", "src0Val", "src1Val", "dstIdx", "src0Idx", "src1Idx"};
  Constraints regions = partial_regions(page, value_tiles, every_target);
  for (const auto& [index, value] :
       {std::pair{"dstIdx", "dstVal"}, {"src0Idx", "src0Val"}, {"src1Idx", "src1Val"}}) {
    regions.push_back(equal_region(index, value, page, every_target));
  }
  return joined(types_of_search(page), vec_tiles(all, page, {.row_major = no_target}),
                std::move(regions));
}

Result selected_value(bool largest) {
  return growing(selected(value_tiles, {{"src0Val"}, {"src1Val"}}, 0, largest));
}

Result selected_index(bool largest) {
  return selected(index_tiles, {{"src0Val"}, {"src1Val"}, {"src0Idx"}, {"src1Idx"}}, 2, largest);
}

std::vector<Ambiguity> search_ambiguities(const std::string& op) {
  return {{"of equal values the page takes that of src1, headers of devices take that of src0",
           "the page's formula; errata E-" + op + "-001 and E-" + op + "-002"},
          {"neither condition of the formula holds where a value is NaN",
           "decision 195: either value, and either index"},
          {"the page requires pairs of types on all targets and names A2A3 where they are enforced",
           "constraint dstIdx.pair: a breach need not be refused elsewhere"},
          {"regions are said to be equal, and other patterns to be left to the implementation",
           "constraints src0Val.within and src1Val.within: a breach need not be refused; what the "
           "page says must match is refused"},
          {"the page asks no target for row-major tiles, and none for tiles in Vec",
           "decision 195: tiles of legal calls are in Vec and row-major on every target"}};
}

}  // namespace assay::ops
