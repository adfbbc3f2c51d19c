// SPDX-License-Identifier: Apache-2.0
// Mutants change what their names say and nothing else, and abort where they would.
#include "runners/simulator/mutants/mutants.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runners/simulator/bench_test.hpp"
#include "runners/simulator/mutants/changes.hpp"
#include "runners/simulator/mutants/places.hpp"

namespace assay::simulator {
namespace {

/// The patterns of a sum of two tiles of 2x3 valid elements, all 1.0 but a first one of infinity.
std::vector<std::uint32_t> sums(const std::string& mutant) {
  Bench bench;
  const assay_operand& dst = bench.tile(ASSAY_F32, 4, 4, 16, 2, 3);
  for (int operand = 0; operand < 2; ++operand) {
    const assay_operand& src = bench.tile(ASSAY_F32, 4, 4, 16, 2, 3);
    for (int i = 0; i < 64; ++i) at<float>(src, i) = 1;
    at<float>(src, 0) = std::numeric_limits<float>::infinity();
  }
  const auto simulator = make(mutant);
  EXPECT_EQ(bench.run(*simulator, "TADD", "plain", "a5"), ASSAY_DONE) << mutant;
  std::vector<std::uint32_t> all;
  for (int row = 0; row < 2; ++row) {
    for (int col = 0; col < 3; ++col) all.push_back(at<std::uint32_t>(dst, row * 16 + col));
  }
  return all;
}

TEST(Mutants, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const FaultInfo& one : mutants()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_EQ(mutant_named(one.name), &one);
    EXPECT_EQ(fault_named(one.name), &one);
    EXPECT_NE(mutant_named(std::string(one.name) + ".seen"), nullptr) << one.name;
  }
  EXPECT_GT(mutants().size(), mutation::changes.size() * mutation::places.size());
  EXPECT_EQ(mutant_named("lowest_bit"), nullptr);
  EXPECT_EQ(mutant_named("lowest_bit.nowhere"), nullptr);
  EXPECT_EQ(mutant_named("lowest_bit.nowhere.seen"), nullptr);
}

TEST(Mutants, ChangeTheResultsThatTheirPlaceNames) {
  const std::vector<std::uint32_t> healthy = sums("");
  const struct {
    const char* place;
    std::set<std::size_t> changed;
  } expected[] = {{"everywhere", {0, 1, 2, 3, 4, 5}},
                  {"first_row", {0, 1, 2}},
                  {"last_row", {3, 4, 5}},
                  {"first_column", {0, 3}},
                  {"last_column", {2, 5}},
                  {"last_result", {5}},
                  {"odd_rows", {3, 4, 5}},
                  {"odd_columns", {1, 4}},
                  {"columns_from_64", {}},
                  {"behind_last_block", {0, 1, 2, 3, 4, 5}},
                  {"parts_of_tiles", {0, 1, 2, 3, 4, 5}},
                  {"whole_tiles", {}},
                  {"equal_inputs", {0, 1, 2, 3, 4, 5}},
                  {"infinite_input", {0}},
                  {"negative_input", {}},
                  {"single_row", {}},
                  {"every_second_call", {}}};
  for (const auto& [place, changed] : expected) {
    const std::vector<std::uint32_t> bent = sums(std::string("lowest_bit.") + place);
    for (std::size_t i = 0; i < healthy.size(); ++i) {
      EXPECT_EQ(bent[i], healthy[i] ^ (changed.contains(i) ? 1U : 0U)) << place << " " << i;
    }
  }
}

TEST(Mutants, MakeOfAResultWhatTheirChangeNames) {
  const std::uint32_t two = std::bit_cast<std::uint32_t>(2.0F);
  const std::uint32_t infinity = 0x7F800000U;
  const struct {
    const char* change;
    std::uint32_t of_infinity, of_two;
  } expected[] = {{"zero", 0, 0},
                  {"complement", ~infinity, ~two},
                  {"one_more", infinity + 1, two + 1},
                  {"upper_half_lost", 0, 0},
                  {"first_input", infinity, std::bit_cast<std::uint32_t>(1.0F)},
                  {"infinity_lost", infinity - 1, two},
                  {"doubled", infinity, std::bit_cast<std::uint32_t>(4.0F)},
                  {"nan_lost", infinity, two},
                  {"largest_missed", infinity, two}};
  for (const auto& [change, of_infinity, of_two] : expected) {
    const std::vector<std::uint32_t> bent = sums(std::string(change) + ".everywhere");
    EXPECT_EQ(bent[0], of_infinity) << change;
    EXPECT_EQ(bent[5], of_two) << change;
  }
  EXPECT_EQ(sums("previous.everywhere")[1], infinity);
}

TEST(Mutants, LookAtWhatIsStoredAndNotAtBitsBeyondTheType) {
  Bench bench;
  const assay_operand& dst = bench.tile(ASSAY_U8, 1, 4, 64, 1, 2);
  const assay_operand& src = bench.tile(ASSAY_U8, 1, 4, 64, 1, 2);
  at<std::uint8_t>(src, 0) = 0xFF;
  at<std::uint8_t>(src, 1) = 0xF0;
  ASSERT_EQ(bench.run(*make("least_missed.everywhere"), "TNOT", "plain", "a5"), ASSAY_DONE)
      << bench.message;
  EXPECT_EQ(at<std::uint8_t>(dst, 0), 1U);
  EXPECT_EQ(at<std::uint8_t>(dst, 1), 0x0FU);
}

TEST(Mutants, ChangeTheValuesOfSearchesByTheTypeThatTheyHave) {
  Bench bench;
  const assay_operand& value = bench.tile(ASSAY_F32, 4, 1, 8, 1, 2);
  const assay_operand& index = bench.tile(ASSAY_U32, 4, 1, 8, 1, 2);
  const assay_operand& src = bench.tile(ASSAY_F32, 4, 2, 8, 2, 2);
  bench.tile(ASSAY_F32, 4, 1, 24, 1, 24);
  const float rows[2][2] = {{-3, 7}, {-1, -2}};
  for (int row = 0; row < 2; ++row) {
    for (int col = 0; col < 2; ++col) at<float>(src, row * 8 + col) = rows[row][col];
  }
  ASSERT_EQ(bench.run(*make("sign_lost.everywhere"), "TCOLARGMAX", "value_index", "cpu"),
            ASSAY_DONE)
      << bench.message;
  EXPECT_EQ(at<float>(value, 0), 1);
  EXPECT_EQ(at<float>(value, 1), 7);
  EXPECT_EQ(at<std::uint32_t>(index, 0), 1U);
  EXPECT_EQ(at<std::uint32_t>(index, 1), 0U);
}

TEST(Mutants, AbortWhereTheyWouldShowAndNowhereElse) {
  EXPECT_EQ(sums("nan_lost.everywhere.seen"), sums(""));
  EXPECT_DEATH(sums("infinity_lost.everywhere.seen"), "");
}

TEST(Mutants, LeaveARuleUnchecked) {
  const auto status = [](const std::string& mutant) {
    Bench bench;  // A2A3 adds no bytes
    for (int i = 0; i < 3; ++i) bench.tile(ASSAY_U8, 1, 4, 64, 2, 3);
    return bench.run(*make(mutant), "TADD", "plain", "a2a3");
  };
  EXPECT_EQ(status(""), ASSAY_REJECTED);
  std::size_t accepting = 0;
  for (int rule = 0; rule < 40; ++rule) {
    accepting += status("unchecked." + std::to_string(rule)) == ASSAY_DONE ? 1 : 0;
  }
  EXPECT_EQ(accepting, 1U);
}

}  // namespace
}  // namespace assay::simulator
