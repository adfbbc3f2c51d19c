// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/op_index.hpp"

#include <gtest/gtest.h>

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
  for (const char* none : {"", "E-", "E--", "TADD", "E-TADD-999", "E-TNONE-001", "TADD-001"}) {
    EXPECT_EQ(find_erratum(none), nullptr) << none;
  }
}

}  // namespace
}  // namespace assay
