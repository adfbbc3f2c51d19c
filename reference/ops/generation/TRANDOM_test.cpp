// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/generation/random.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint32_t ones = 0xFFFFFFFF;
constexpr RandomKey pi_key{0xA4093822, 0x299F31D0};
constexpr RandomWords pi_counter{0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344};

/// The known answers that come with Random123.
TEST(Trandom, HasThePublishedAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}, 10),
            (RandomWords{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}, 10),
            (RandomWords{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  EXPECT_EQ(philox(pi_counter, pi_key, 10),
            (RandomWords{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}, 7),
            (RandomWords{0x5F6FB709, 0x0D893F64, 0x4F121F81, 0x4F730A48}));
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}, 7),
            (RandomWords{0x5207DDC2, 0x45165E59, 0x4D8EE751, 0x8C52F662}));
  EXPECT_EQ(philox(pi_counter, pi_key, 7),
            (RandomWords{0x4DFCCABA, 0x190A87F0, 0xC47362BA, 0xB6B5242A}));
}

Call numbers(const RandomKey& key, const RandomWords& counter, std::int64_t rows,
             std::int64_t columns, int rounds = 1) {
  Call call{&form_of("TRANDOM", "plain"),
            Target::a5,
            {tile(u32, rows, columns, rows, columns)},
            {rounds}};
  call.operands.resize(7, ScalarSpec{u32, 0});
  set_random(call, key, counter);
  return call;
}

std::uint64_t number(const Call& call, std::int64_t row, std::int64_t col,
                     std::uint8_t order = random_by_rows) {
  std::vector<ElementArray> before{filled(u32, call.tile("dst").type.elements(), 0)};
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    before.push_back(elements(u32, {std::get<ScalarSpec>(call.operands[i]).bits}));
  }
  const ExpectedTile expected = expected_tile(call, before, reading(Choice::random_order, order));
  const std::int64_t at = expected.at(row, col);
  EXPECT_EQ(accept_at(expected, at), Accept::exact);
  return expected.value[at];
}

// Blocks 0 and 1 are 0598DE3A 98D2802E 270F8F9E EAB709D3 and 5F027B1E with three more.
TEST(Trandom, TakesTheWordsOfBlocksInOneOfThreeOrders) {
  const Call call = numbers({1, 2}, {0, 0, 0, 0}, 1, 256);
  for (const std::uint8_t order : {random_by_rows, random_by_registers, random_by_words}) {
    EXPECT_EQ(number(call, 0, 0, order), 0x0598DE3AU);
  }
  for (const std::uint8_t order : {random_by_rows, random_by_registers}) {
    EXPECT_EQ(number(call, 0, 1, order), 0x98D2802EU);
    EXPECT_EQ(number(call, 0, 4, order), 0x5F027B1EU);
  }
  EXPECT_EQ(number(call, 0, 1, random_by_words), 0x5F027B1EU);
  EXPECT_EQ(number(call, 0, 64, random_by_words), 0x98D2802EU);
  EXPECT_NE(number(numbers({1, 2}, {0, 0, 0, 0}, 1, 256, 0), 0, 0), 0x0598DE3AU);
}

TEST(Trandom, GoesOnWithTheNextBlockInTheNextRow) {
  const Call call = numbers({1, 2}, {0, 0, 0, 0}, 2, 8);
  const RandomWords second = philox({2, 0, 0, 0}, {1, 2}, 10);
  for (std::size_t col = 0; col < 4; ++col) {
    EXPECT_EQ(number(call, 1, static_cast<std::int64_t>(col)), second.at(col));
  }
}

TEST(Trandom, CarriesIntoTheNextWordsOfTheCounter) {
  const Call call = numbers({1, 2}, {ones, ones, 5, 0}, 1, 8);
  EXPECT_EQ(number(call, 0, 4), (philox({0, 0, 6, 0}, {1, 2}, 10)[0]));
}

TEST(Trandom, HasSevenOrTenRounds) {
  EXPECT_TRUE(broken_constraints(numbers({0, 0}, {0, 0, 0, 0}, 1, 8, 0)).empty());
  EXPECT_EQ(broken_constraints(numbers({0, 0}, {0, 0, 0, 0}, 1, 8, 2)),
            std::vector<std::string>{"Rounds.value"});
}

}  // namespace
}  // namespace assay::ops
