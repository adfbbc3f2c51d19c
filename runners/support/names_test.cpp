// SPDX-License-Identifier: Apache-2.0
#include "runners/support/names.hpp"

#include <gtest/gtest.h>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

std::vector<std::string> mnemonics_of(const std::string& patterns) {
  std::vector<std::string> names;
  for (const OpSpec* op : matching_ops(patterns)) names.push_back(op->mnemonic);
  return names;
}

TEST(MatchingOps, TakesMnemonicsAndPatternsOfAListInTheOrderOfTheCatalogue) {
  const std::vector<std::string> one = mnemonics_of("TADD");
  EXPECT_EQ(one, std::vector<std::string>{"TADD"});
  std::vector<std::string> both = mnemonics_of("TADD?");
  EXPECT_EQ(both, (std::vector<std::string>{"TADDC", "TADDS"}));
  EXPECT_EQ(mnemonics_of("tadds,TADDC,TADD?"), both);
  both.insert(both.begin(), "TADD");
  EXPECT_EQ(mnemonics_of("TADD?,,TADD"), both);
}

TEST(MatchingOps, RefusesAListWithOneNameThatNobodyKnows) {
  for (const char* list : {"TADD,TSUBB", "TSUBB,TADD", "TADD,X*", ","}) {
    EXPECT_THROW(matching_ops(list), UsageError) << list;
  }
}

TEST(KnownOp, IsOneOp) { EXPECT_THROW(known_op("TADD,TSUB"), UsageError); }

}  // namespace
}  // namespace assay::runners
