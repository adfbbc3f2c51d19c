// SPDX-License-Identifier: Apache-2.0
#include "runners/sdk/compile/build.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace assay::runners::sdk {
namespace {

/// So many signatures of an op, every third of which must fail.
void want(std::vector<CompileRequest>& all, const std::string& op, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    CompileRequest one;
    one.number = all.size();
    one.signature = op + "/plain/cpu " + std::to_string(one.number);
    one.must_fail = i % 3 == 0;
    all.push_back(one);
  }
}

Batch all_of(const std::vector<CompileRequest>& wanted) {
  Batch all;
  for (const CompileRequest& one : wanted) all.push_back(&one);
  return all;
}

TEST(Batches, HaveEverySignatureOnceAndKeepApartWhatMustFail) {
  std::vector<CompileRequest> wanted;
  for (const std::size_t count : {70U, 1U, 2U, 40U, 700U, 3U}) {
    want(wanted, "TFOO" + std::to_string(wanted.size()), count);
  }
  std::vector<std::size_t> numbers;
  for (const Batch& batch : batches_of(all_of(wanted), 64)) {
    ASSERT_FALSE(batch.empty());
    EXPECT_LE(batch.size(), 64U);
    for (const CompileRequest* one : batch) {
      EXPECT_EQ(one->must_fail, batch.front()->must_fail);
      numbers.push_back(one->number);
    }
  }
  std::ranges::sort(numbers);
  ASSERT_EQ(numbers.size(), wanted.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], i);
}

TEST(Batches, FollowTheOpsBeginSmallAndEndSmall) {
  std::vector<CompileRequest> wanted;
  for (const char* op : {"TBAR", "TBAZ", "TFOO"}) want(wanted, op, 300);
  const std::vector<Batch> batches = batches_of(all_of(wanted), 128);
  EXPECT_LE(batches.front().size(), 16U);
  EXPECT_LE(batches.back().size(), 16U);
  EXPECT_GT(std::ranges::max_element(batches, {}, &Batch::size)->size(), 32U);
  // No op is delayed for longer than the next one lasts.
  std::size_t newest = 0;
  for (const Batch& batch : batches) {
    for (const CompileRequest* one : batch) {
      EXPECT_GE(one->number / 300 + 1, newest);
      newest = std::max(newest, one->number / 300);
    }
  }
  EXPECT_EQ(batches.front().front()->number / 300, 0U);
  EXPECT_EQ(newest, 2U);
}

}  // namespace
}  // namespace assay::runners::sdk
