// SPDX-License-Identifier: Apache-2.0
// Types and layouts of matrix products.
#include "reference/ops/matmul/shared/product_constraints.hpp"

#include <algorithm>
#include <utility>

#include "reference/ops/matmul/shared/product.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

const Types inputs{.a2a3 = {i8, f16, f32, bf16}, .a5 = {i8, f16, bf16, f32, e4m3, e5m2, hif8}};

constexpr const char* unit_page = "cube pages";

bool is_fp8(ElementType type) { return type == e4m3 || type == e5m2; }
bool is_fp4(ElementType type) { return type == e2m1 || type == e1m2; }

Elements partners_of(ElementType left, bool scaled) {
  if (is_fp8(left)) return {e4m3, e5m2};
  if (scaled && is_fp4(left)) return {e2m1, e1m2};
  return {left};
}

/// Types that the list of A5 has in one item, without a word on whether both inputs are of one.
Elements perhaps_paired(const Call& call) {
  const Elements item{f16, bf16, f32};
  const ElementType left = call.tile("aMatrix").type.element;
  const bool listed = std::ranges::find(item, left) != item.end();
  return call.target == a5 && listed ? item : Elements{};
}

ElementType accumulator_of(ElementType left) { return is_float(left) ? f32 : i32; }

void set_type(TileSpec& tile, ElementType type) {
  tile.type.element = type;
  make_well_formed(tile.type);
}

Constraint partner(const ProductPage& page) {
  const auto legal = [scaled = page.scaled](const Call& call) {
    return partners_of(call.tile("aMatrix").type.element, scaled);
  };
  return constraint(
             "bMatrix.element",
             page.scaled ? "bMatrix has 8 bits if aMatrix has, and 4 if it has 4"
                         : "bMatrix has the element type of aMatrix; e4m3 and e5m2 mix",
             [=](const Call& call) {
               const Elements list = legal(call);
               return std::ranges::find(list, call.tile("bMatrix").type.element) != list.end();
             },
             [=](Call& call, Draw& draw) {
               const Elements list = legal(call);
               set_type(call.tile("bMatrix"), draw.pick(std::span<const ElementType>(list)));
             },
             [=](Call& call, Draw& draw) {
               ElementType other{};
               if (draw_other_element(draw, legal(call), perhaps_paired(call), other)) {
                 set_type(call.tile("bMatrix"), other);
               }
             })
      .unchecked_on({cpu})
      .from(page.page, "pairs of input types");
}

Constraint accumulator(const ProductPage& page) {
  const std::string& c = page.c;
  const auto legal = [](const Call& call) {
    return accumulator_of(call.tile("aMatrix").type.element);
  };
  return constraint(
             c + ".element", c + " is int32_t for integers and float for floats",
             [=](const Call& call) { return call.tile(c).type.element == legal(call); },
             [=](Call& call, Draw&) { set_type(call.tile(c), legal(call)); },
             [=](Call& call, Draw& draw) {
               ElementType other{};
               if (draw_other_element(draw, {legal(call)}, {}, other)) {
                 set_type(call.tile(c), other);
               }
             })
      .unchecked_on({cpu})
      .from(page.page, "type of the accumulator");
}

/// The tag that makes boxes of 16 x 16 whatever the element.
Constraint accumulator_fractal(const std::string& c) {
  return invariant(constraint(
      c + ".fractal", "SFractalSize of " + c + " is 1024",
      [=](const Call& call) { return call.tile(c).type.fractal == 1024; },
      [=](Call& call, Draw&) {
        call.tile(c).type.fractal = 1024;
        make_well_formed(call.tile(c).type);
      }));
}

/// A check of A5; elsewhere what MODEL 2 says of such tiles.
Constraints layout(const std::string& operand, TileLayout on_a2a3, TileLayout elsewhere,
                   const ProductPage& page) {
  Constraints list{
      layout_is(operand, {elsewhere}).on({a5}).from(page.page, "A5: fractals and layouts"),
      invariant(layout_is(operand, {elsewhere}))
          .named(operand + ".layout_of_cpu")
          .on({cpu})
          .from("MODEL 2", "layouts of the matrix unit")};
  if (page.scaled) return list;  // which A2A3 does not have
  list.insert(list.begin() + 1, invariant(layout_is(operand, {on_a2a3}))
                                    .named(operand + ".layout_of_a2a3")
                                    .on({a2a3})
                                    .from("MODEL 2", "layouts of the matrix unit"));
  return list;
}

Constraint placed(const std::string& operand, Location where, const ProductPage& page) {
  return located_in(operand, {where})
      .unchecked_on(all_but(page.statics))
      .from(page.page, "tile locations");
}

}  // namespace

Constraints types_of_product(const ProductPage& page) {
  const Constraints leading = page.scaled
                                  ? Constraints{element_is("aMatrix", {e4m3, e5m2, e2m1, e1m2})
                                                    .unchecked_on({cpu})
                                                    .from(page.page, "A5: triples of types")}
                                  : element_types("aMatrix", page.page, inputs);
  return joined(leading, Constraints{partner(page), accumulator(page)});
}

Constraints tiles_of_product(const ProductPage& page) {
  const std::string& c = page.c;
  return joined(
      Constraints{placed("aMatrix", Location::left, page), placed("bMatrix", Location::right, page),
                  placed(c, Location::acc, page), plain_fractal("aMatrix"),
                  plain_fractal("bMatrix"), accumulator_fractal(c)},
      layout("aMatrix", TileLayout::ZZ, TileLayout::NZ, page),
      layout("bMatrix", TileLayout::ZN, TileLayout::ZN, page),
      layout(c, TileLayout::NZ, TileLayout::NZ, page),
      Constraints{whole_boxes("aMatrix"), whole_boxes("bMatrix"), whole_boxes(c)});
}

std::vector<MayRefuse> refusals_of_products() {
  const auto on_cpu = [](std::string text, std::string bullet, bool floats) {
    return MayRefuse{.text = std::move(text),
                     .targets = {cpu},
                     .source = {unit_page, std::move(bullet)},
                     .among = [floats](const Call& call) {
                       const ElementType type = call.tile("aMatrix").type.element;
                       return bits_of(type) == 8 && is_float(type) == floats;
                     }};
  };
  const auto has_other_pair = [](const Call& call) {
    const ElementType left = call.tile("aMatrix").type.element;
    return left == hif8 || (is_fp8(left) && left != call.tile("bMatrix").type.element);
  };
  return {on_cpu("products of int8", "Target Profiles: int8 cube path: No", false),
          on_cpu("products of floats of 8 bits", "Target Profiles: fp8 cube path: No", true),
          {.text = "products of hif8, and of e4m3 with e5m2",
           .targets = {a5},
           .source = {"TMATMUL page", "A5: selected fp8 pairs, and hifloat8 (target-defined)"},
           .among = has_other_pair}};
}

std::vector<MayRefuse> refusals_of_scaled_products() {
  return {{.text = "products with scales",
           .targets = {cpu},
           .source = {unit_page, "Target Profiles: MX block-scale path: No"}}};
}

Constraints constraints_of_product(const ProductPage& page) {
  const Constraints scales = page.scaled ? scales_of_product(page) : Constraints{};
  return joined(types_of_product(page), tiles_of_product(page), shapes_of_product(page),
                extents_of_product(page), scales);
}

}  // namespace assay::ops
