// SPDX-License-Identifier: Apache-2.0
// The promises of scenarios of moves, tested in the calls that are drawn for them.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "generators/draw/drawing.hpp"
#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

using Judged = std::function<bool(const Call&)>;

/// How many of the calls that are drawn for a scenario keep what it says, and how many there are.
struct Shown {
  int keep = 0;
  int all = 0;
};

Shown shown(const std::string& op_name, const std::string& form, Target target, ElementType lead,
            const std::string& scenario, const Judged& keeps) {
  Shown count;
  const OpSpec* op = find_op(op_name);
  for (const Form& one : op->forms) {
    if (one.name != form) continue;
    for (const Recipe& recipe : recipes(*op, one, target, lead)) {
      if (recipe.scenario != scenario || !recipe.intent.legal()) continue;
      for (std::uint32_t key = 0; key < 8; ++key) {
        const auto signature = draw_signature(recipe, key << 16U, most_attempts);
        if (!signature) continue;
        ++count.all;
        if (keeps(draw_launch(recipe, key << 16U, *signature))) ++count.keep;
      }
    }
  }
  return count;
}

void expect_shown(const Shown& count) {
  EXPECT_GE(count.all, 8);
  EXPECT_EQ(count.keep, count.all);
}

bool is_far(const GlobalSpec& view) {
  constexpr std::int64_t blocks = 65'535, bytes = 4;
  const std::int64_t gap = (view.stride[3] - view.shape[4]) * bytes;
  return view.shape[3] == 2 && view.stride[3] * bytes > blocks * 32 && gap > (2 << 20);
}

TEST(Scenarios, OfFarRowsStepOverMoreThanCountersHold) {
  for (const Target target : all_targets) {
    expect_shown(shown("TLOAD", "tile", target, ElementType::f32, "far rows",
                       [](const Call& call) { return is_far(call.global("src")); }));
    expect_shown(shown("TSTORE", "tile", target, ElementType::f32, "far rows",
                       [](const Call& call) { return is_far(call.global("dst")); }));
  }
}

TEST(Scenarios, OfManyRowsHaveMoreThanALaterPageAllows) {
  expect_shown(
      shown("TLOAD", "tile", Target::a2a3, ElementType::f16, "many rows", [](const Call& call) {
        const TileSpec& tile = call.tile("dst");
        return tile.type.location == Location::vec && tile.valid_rows > 4095;
      }));
}

bool begins_inside_a_box(const Call& call, const char* large) {
  const TileType& type = call.tile(large).type;
  if (!type.is_boxed()) return true;
  const bool rows = type.layout() == TileLayout::NZ;
  return call.scalar(rows ? "indexRow" : "indexCol").bits % 16 != 0;
}

TEST(Scenarios, OfWindowsCutBoxesInTheFreeDirection) {
  expect_shown(shown("TINSERT", "mat", Target::a5, ElementType::f16, "inside a box",
                     [](const Call& call) { return begins_inside_a_box(call, "dst"); }));
  expect_shown(shown("TEXTRACT", "cube", Target::a5, ElementType::f16, "inside a box",
                     [](const Call& call) { return begins_inside_a_box(call, "src"); }));
}

TEST(Scenarios, OfImagesHaveEachConversion) {
  const std::pair<const char*, const char*> conversions[] = {
      {"unequal blocks", "NCHW NC1HWC0"},         {"four lanes", "NCHW NC1HWC0"},
      {"out of blocks", "NC1HWC0 NCHW"},          {"groups", "GNCHW GNC1HWC0"},
      {"groups out of blocks", "GNC1HWC0 GNCHW"}, {"weights", "NC1HWC0 FRACTAL_Z"},
      {"deep weights", "NCDHW FRACTAL_Z_3D"}};
  for (const auto& [scenario, layouts] : conversions) {
    expect_shown(shown("TTRANS", "image", Target::a2a3, ElementType::i8, scenario,
                       [&, wanted = std::string(layouts)](const Call& call) {
                         const ConvShape &in = *call.tile("src").type.conv,
                                         &out = *call.tile("dst").type.conv;
                         const std::string both = std::string(name_of(in.layout)) + " " +
                                                  std::string(name_of(out.layout));
                         return both == wanted;
                       }));
  }
}

TEST(Scenarios, OfSplitsHaveARemainder) {
  expect_shown(
      shown("TINSERT", "split", Target::a5, ElementType::f16, "uneven", [](const Call& call) {
        const TileSpec& in = call.tile("src");
        return in.valid_cols % 16 == 0 && in.valid_cols / 16 % 2 == 1;
      }));
}

}  // namespace
}  // namespace assay::generators
