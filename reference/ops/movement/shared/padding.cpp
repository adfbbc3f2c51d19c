// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/padding.hpp"

#include <algorithm>
#include <span>

#include "reference/isa/types/target_types.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/movement/shared/table_moves.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* padding_page = "TFILLPAD page";

const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
const Elements elements{i8, u8, i16, u16, i32, u32, e4m3, e5m2, e8m0, hif8, f16, bf16, f32};
/// And what is of 8 bytes, so that a breach is one of sizes.
const Elements with_pads{i8,   u8,   i16,  u16,  i32, u32,  i64, u64,
                         e4m3, e5m2, e8m0, hif8, f16, bf16, f32};

Constraint equally_wide() {
  const auto pick = [](Call& call, Draw& draw, bool alike) {
    const ElementType leader = call.tile("src").type.element;
    Elements some;
    for (const ElementType element : with_pads) {
      if ((bits_of(element) == bits_of(leader)) != alike) continue;
      if (has_type(call.target, element)) some.push_back(element);
    }
    TileType& type = call.tile("dst").type;
    type.element =
        alike && draw.chance(75) ? leader : draw.pick(std::span<const ElementType>(some));
    make_well_formed(type);
  };
  Constraint made = same_width("dst", "src");
  made.impose = [=](Call& call, Draw& draw) { pick(call, draw, true); };
  made.breach = [=](Call& call, Draw& draw) { pick(call, draw, false); };
  return made;
}

}  // namespace

Constraints padded_elements(const std::string& operand) {
  const Elements small{e2m1, e1m2, i4};  // the page counts bytes, which two of these share
  return {element_is(operand, a2a3_elements, small)
              .on({a2a3})
              .from(padding_page, "elements have 1, 2 or 4 bytes"),
          element_is(operand, elements, small)
              .on({a5, cpu})
              .from(padding_page, "elements have 1, 2 or 4 bytes")};
}

Constraint has_pad() {
  const auto set = [](Call& call, PadKind kind) { call.tile("dst").type.pad = {kind, 0}; };
  return constraint(
      "dst.pad", "PadVal of dst is not Null",
      [](const Call& call) { return call.tile("dst").type.pad.kind != PadKind::null; },
      [=](Call& call, Draw& draw) {
        set(call, draw.pick({PadKind::zero, PadKind::max, PadKind::min}));
      },
      [=](Call& call, Draw&) { set(call, PadKind::null); });
}

std::uint64_t pad_of(const TileType& type, const ChosenReadings& readings) {
  const bool smallest = type.element == e4m3 && type.pad.kind == PadKind::min &&
                        readings.of(Choice::e4m3_minimum) == minimum_is_smallest;
  return smallest ? numerics::smallest_normal(type.element) : pad_bits(type.pad, type.element);
}

Constraints padded_tiles() {
  Constraints all = joined(
      padded_elements("src"),
      Constraints{
          equally_wide().from(padding_page, "element sizes are equal"),
          invariant(element_is("dst", with_pads)).named("dst.padded").from("MODEL 1.3", "pads"),
          has_pad().from(padding_page, "PadVal of dst is not Null")});
  for (const char* operand : {"src", "dst"}) {
    all = joined(
        all,
        Constraints{invariant(located_in(operand, {Location::vec})).from(padding_page, "Vec tiles"),
                    plain_fractal(operand)},
        plain_rows_on_devices(operand));
  }
  all.push_back(valid_within_shape("dst").from("Tile class", "static bounds"));
  return all;
}

Constraint covers_source() {
  return invariant(constraint(
      "dst.covers", "what is valid in src is valid in dst",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &in = call.tile("src");
        return out.valid_rows >= in.valid_rows && out.valid_cols >= in.valid_cols;
      },
      [](Call& call, Draw&) {
        TileSpec& out = call.tile("dst");
        const TileSpec& in = call.tile("src");
        set_valid(out, std::max(out.valid_rows, in.valid_rows),
                  std::max(out.valid_cols, in.valid_cols));
      }));
}

Constraint larger_shape() {
  const auto grow = [](std::int64_t& size, std::int64_t least) { size = std::max(size, least); };
  return constraint(
      "dst.covering_shape", "Rows and Cols of dst are no smaller than those of src",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &in = call.tile("src");
        return out.rows() >= in.rows() && out.cols() >= in.cols();
      },
      [=](Call& call, Draw& draw) {
        TileType& out = call.tile("dst").type;
        const TileType& in = call.tile("src").type;
        grow(out.rows, in.rows + draw.integer(0, 3));
        grow(out.cols, in.cols + draw.integer(0, 40));
        make_well_formed(out);
      },
      [](Call& call, Draw& draw) {
        TileType& in = call.tile("src").type;
        const TileType& out = call.tile("dst").type;
        if (draw.chance(50)) {
          in.rows = out.rows + 32;
        } else {
          in.cols = out.cols + 32;
        }
        make_well_formed(in);
      });
}

Result padded() {
  Result result =
      depending_on({Choice::e4m3_minimum}, {.operand = "dst", .flow = {.copies = true}});
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec &out = inputs.call.tile("dst"), &in = inputs.call.tile("src");
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    const std::uint64_t pad = pad_of(out.type, inputs.readings);
    for (std::int64_t place = 0; place < out.rows() * out.cols(); ++place) {
      expected.set_exact(place, pad);
    }
    for_each_valid(in, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      expected.set_exact(expected.at(row, col), inputs.of("src")[index]);
    });
    return expected;
  };
  return result;
}

std::vector<Scenario> padding_scenarios() {
  return {{.name = "other kind",
           .text = "elements of dst are of another kind than those of src",
           .apply = [](Call& call, Draw& draw) {
             const ElementType from = call.tile("src").type.element;
             Elements others;
             for (const ElementType to : elements) {
               const bool alike = is_float(to) == is_float(from) && bits_of(from) > 8;
               if (bits_of(to) != bits_of(from) || to == from || alike) continue;
               if (has_type(call.target, to)) others.push_back(to);
             }
             if (others.empty()) return;
             TileType& type = call.tile("dst").type;
             type.element = draw.pick(std::span<const ElementType>(others));
             make_well_formed(type);
           }}};
}

std::vector<Ambiguity> padding_ambiguities() {
  return {{"the formula has every element of dst, devices fill no rows beyond its valid ones",
           "decision 104: all of Rows and Cols"},
          {"A2A3 trusts a load to have padded the last block of 32 bytes where both tiles have one "
           "pad",
           "decision 104: it is filled"},
          {"pages take elements of equal sizes for one another, the CPU converts numbers",
           "decision 104: bits"},
          {"the page of pads has infinities of floats where there are some, and headers have zero "
           "for types unknown to them",
           "decision 104: the infinities, and the ends of the range of e4m3 and e8m0"},
          {"numeric_limits<T>::min() of a float is its smallest positive normal number, and the "
           "page has it as the counterpart of max()",
           "choice e4m3_minimum (191)"}};
}

std::vector<std::string> padding_notes() { return {"not tested: floats of 4 bits"}; }

}  // namespace assay::ops
