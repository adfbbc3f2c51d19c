// SPDX-License-Identifier: Apache-2.0
// Which part of a plan a process runs, as an option or as test runners say it.
#pragma once

#include <cstdint>
#include <string>

namespace assay::runners {

/// Part `index` of `count`, from 1: every count-th case of the plan.
struct Shard {
  std::uint64_t index = 1;
  std::uint64_t count = 1;
};

/// "I/N", from 1. Throws UsageError.
Shard shard_of(const std::string& text);

/// How the selection of a file ends that holds a shard; empty for the whole.
std::string shard_text(const Shard& shard);

/// The same for one of several files that one command writes one after the other.
std::string part_text(const Shard& part);

/// The shard by GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX, or Bazel's TEST_TOTAL_SHARDS and
/// TEST_SHARD_INDEX (from 0 both); the whole where neither is set. Makes the file that
/// GTEST_SHARD_STATUS_FILE or TEST_SHARD_STATUS_FILE names, which shows the caller that sharding is
/// supported. Throws UsageError for values that make no sense.
Shard shard_of_environment();

}  // namespace assay::runners
