// SPDX-License-Identifier: Apache-2.0
// Laws of hashes.
#include "reference/support/hash.hpp"

#include <gtest/gtest.h>

namespace assay::support {
namespace {

TEST(Hash, StepsAsPublishedForSplitMix64) {
  // First outputs of the generator with seed 1234567, as its authors' reference program prints
  // them.
  std::uint64_t state = 1234567;
  EXPECT_EQ(mix(state), 6457827717110365317U);
  state += 0x9e3779b97f4a7c15U;
  EXPECT_EQ(mix(state), 3203168211198807973U);
}

TEST(Hash, DependsOnOrderAndLength) {
  EXPECT_NE(combine(combine(0, 1), 2), combine(combine(0, 2), 1));
  EXPECT_NE(hash_text("ab"), hash_text("ba"));
  EXPECT_NE(hash_text(""), hash_text(std::string_view("\0", 1)));
}

}  // namespace
}  // namespace assay::support
