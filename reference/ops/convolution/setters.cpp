// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/convolution/setters.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "reference/ops/convolution/image.hpp"
#include "reference/ops/convolution/registers.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::array pads{"padLeft", "padRight", "padTop", "padBottom"};

/// A target may have four bits for each pad.
Constraint small_pads() {
  constexpr std::int64_t most = 15;
  return invariant(constraint(
      "settings.pads", "each of the four pads is at most 15",
      [](const Call& call) {
        return std::ranges::all_of(pads, [&](const char* name) {
          return call.scalar(name).bits <= static_cast<std::uint64_t>(most);
        });
      },
      [](Call& call, Draw& draw) {
        for (const char* name : pads) {
          set_setting(call, name,
                      draw.pick({std::int64_t{0}, std::int64_t{0}, std::int64_t{1}, std::int64_t{2},
                                 std::int64_t{3}, most}));
        }
      }));
}

}  // namespace

std::vector<Operand> setter_operands() {
  std::vector<Operand> kept{{"src", Role::in_out, OperandKind::tile}};
  for (const Operand& one : image_settings()) {
    if (is_in_registers(one.name)) kept.push_back(one);
  }
  return kept;
}

std::vector<Scenario> setter_scenarios() {
  const auto all_pads = [](std::int64_t value) {
    return [value](Call& call, Draw&) {
      for (const char* name : pads) set_setting(call, name, value);
    };
  };
  return {{.name = "most pads", .text = "the largest pad on every side", .apply = all_pads(15)},
          {.name = "no pads", .text = "no pad on any side", .apply = all_pads(0)}};
}

Result kept_tile() {
  Result result{.operand = "src", .flow = {.copies = true}};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& tile = inputs.call.tile("src");
    ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
    for_each_valid(tile, [&](std::int64_t index, std::int64_t, std::int64_t) {
      expected.set_accept(index, Accept::preserved);
    });
    return expected;
  };
  return result;
}

Constraints setter_constraints(const std::string& page) {
  const Elements a2a3_elements{i8, f16, bf16, f32};
  const Elements elements{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
  constexpr const char* reader = "TIMG2COL page";
  return {
      invariant(element_is("src", a2a3_elements)).on({a2a3}).from(reader, "A2A3: element types"),
      invariant(element_is("src", elements)).on({a5, cpu}).from(reader, "A5: element types"),
      invariant(located_in("src", {Location::mat})).from(page, "the example: in Mat"),
      plain_fractal("src"),
      settings_tile().from(page, "a configuration tile"),
      setting_types().from("Tile class", "types of its setters"),
      small_pads().from("decision 147", "four bits for a pad"),
      invariant(same_element("padValue", "src")).from("Tile class", "the pad is an element")};
}

std::vector<Ambiguity> setter_ambiguities() {
  return {
      {"which fields the registers have is left to implementations; a later page has the pads in "
       "SET_IMG2COL_PADDING, device headers in SETFMATRIX, and the value of the pad there",
       "decision 147: pads are known where both were given the same"},
      {"what MANUAL and AUTO in FmatrixMode mean is in headers alone",
       "decision 147: MANUAL writes; what AUTO leaves is not known"},
      {"a later page binds a tile for matrix products, and forbids that twice in a row",
       "decision 147: the registers are those of TIMG2COL, which may be filled again"}};
}

std::vector<std::string> setter_notes() {
  return {
      "open: what is left shows in a later TIMG2COL of a program; a single call shows that it is "
      "taken, and that memory stays what it is"};
}

}  // namespace assay::ops
