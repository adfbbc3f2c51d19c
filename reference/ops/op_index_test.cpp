// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/op_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "reference/ops/tile_errata.hpp"

namespace assay {
namespace {

TEST(OpIndex, HasEachPageUnderItsNameWhicheverIsAskedForFirst) {
  const OpSpec* last = find_op(op_names().back().mnemonic);
  ASSERT_EQ(all_ops().size(), op_names().size());
  EXPECT_EQ(&all_ops().back(), last);
  for (std::size_t i = 0; i < op_names().size(); ++i) {
    EXPECT_EQ(all_ops()[i].mnemonic, op_names()[i].mnemonic);
    EXPECT_EQ(all_ops()[i].family, op_names()[i].family);
    EXPECT_EQ(find_op(op_names()[i].mnemonic), &all_ops()[i]);
  }
  EXPECT_EQ(find_op("TNONE"), nullptr);
}

TEST(OpIndex, FindsEachErratumByItsNumberAlone) {
  for (const OpSpec& page : all_ops()) {
    for (const Erratum& erratum : page.errata) {
      EXPECT_EQ(find_erratum(erratum.number), &erratum) << erratum.number;
    }
  }
  for (const Erratum& erratum : ops::errata_of_tiles()) {
    EXPECT_EQ(find_erratum(erratum.number), &erratum) << erratum.number;
  }
  for (const char* none : {"", "E-", "E--", "TADD", "E-TADD-999", "E-TNONE-001", "TADD-001"}) {
    EXPECT_EQ(find_erratum(none), nullptr) << none;
  }
}

TEST(OpIndex, GivesEveryFormTheErrataOfTiles) {
  for (const OpSpec& page : all_ops()) {
    for (const Form& form : page.forms) {
      for (const Erratum& erratum : ops::errata_of_tiles()) {
        EXPECT_EQ(std::ranges::count(form.errata, &erratum), 1) << page.mnemonic;
      }
    }
  }
}

TEST(OpIndex, HasErrataOfTilesForTheExtentsAndKindsThatTheySay) {
  const Erratum& one_extent = *find_erratum("E-TILE-001");
  const Erratum& convolution = *find_erratum("E-TILE-002");
  Call call;
  call.form = &find_op("TABS")->forms.front();
  call.target = Target::cpu;
  call.operands.assign(2, TileSpec{});
  auto& dst = std::get<TileSpec>(call.operands.front());
  for (const auto& [rows, cols] :
       {std::pair{true, true}, {true, false}, {false, true}, {false, false}}) {
    dst.type.dynamic_valid_rows = rows;
    dst.type.dynamic_valid_cols = cols;
    EXPECT_EQ(one_extent.concerns(call), rows != cols);
    EXPECT_FALSE(convolution.concerns(call));
  }
  dst.type.dynamic_valid_rows = true;
  dst.type.conv = ConvShape{};
  EXPECT_FALSE(one_extent.concerns(call));
  EXPECT_TRUE(convolution.concerns(call));
}

}  // namespace
}  // namespace assay
