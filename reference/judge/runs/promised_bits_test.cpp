// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/runs/promised_bits.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace assay {
namespace {

constexpr std::uint64_t bits_of_one = 0x3f800000;
constexpr std::uint64_t next_to_one = 0x3f800001;
constexpr std::uint64_t quiet_nan = 0x7fc00000;
constexpr std::uint64_t negative_nan = 0xffc00000;

/// One row of four: within an interval, any NaN, open to anything, some bits.
class PromisedBits : public testing::Test {
 protected:
  PromisedBits() {
    form_.op = "TSAMPLE";
    form_.operands = {{"dst", Role::output, OperandKind::tile}};
    form_.results = {{"dst"}};
    test_.call = {&form_,
                  Target::cpu,
                  {TileSpec{{.element = ElementType::f32, .rows = 1, .cols = 4}, 1, 4}},
                  {}};
    ExpectedTile tile(ElementType::f32, 1, 4);
    tile.set_accept(0, Accept::interval);
    tile.set_accept(1, Accept::any_nan);
    tile.set_accept(3, Accept::some_bits);
    tile.low.set(3, 0xff);
    expected_ = {tile};
  }

  static Trial trial(const std::vector<std::uint64_t>& elements) {
    Trial made;
    ElementArray array(ElementType::f32, 4);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      array.set(static_cast<std::int64_t>(i), elements[i]);
    }
    made.after = {array};
    return made;
  }

  std::string of(const Trial& trial) const { return promised_bits(test_, expected_, trial); }
  std::string of(const std::vector<std::uint64_t>& elements) const { return of(trial(elements)); }

  Form form_;
  Case test_;
  std::vector<Expected> expected_;
};

TEST_F(PromisedBits, CountWhereTheyArePromisedAndNowhereElse) {
  const std::string same = of({bits_of_one, quiet_nan, bits_of_one, 0x12});
  EXPECT_EQ(same.size(), 16U);
  EXPECT_EQ(of({bits_of_one, quiet_nan, bits_of_one, 0x12}), same);
  EXPECT_EQ(of({bits_of_one, quiet_nan, next_to_one, 0x12}), same) << "an open element";
  EXPECT_EQ(of({bits_of_one, negative_nan, bits_of_one, 0x12}), same) << "any NaN";
  EXPECT_EQ(of({bits_of_one, quiet_nan, bits_of_one, 0x3412}), same) << "bits that are free";
  EXPECT_NE(of({next_to_one, quiet_nan, bits_of_one, 0x12}), same) << "another acceptable value";
  EXPECT_NE(of({bits_of_one, bits_of_one, bits_of_one, 0x12}), same) << "a number instead of a NaN";
  EXPECT_NE(of({bits_of_one, quiet_nan, bits_of_one, 0x13}), same) << "bits that are promised";
}

TEST_F(PromisedBits, CountTheOutcomeBeforeTheResults) {
  Trial refused = trial({bits_of_one, quiet_nan, bits_of_one, 0x12}),
        other = trial({next_to_one, quiet_nan, bits_of_one, 0x12});
  const std::string done = of(refused);
  refused.outcome.status = other.outcome.status = Outcome::Status::rejected;
  EXPECT_NE(of(refused), done);
  EXPECT_EQ(of(refused), of(other)) << "a call that was refused has no results";
}

}  // namespace
}  // namespace assay
