// SPDX-License-Identifier: Apache-2.0
// Two tiles of which one is smaller: what is combined, what is copied, which regions are refused.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

/// dst and src0 are 2 x 2 of 2 x 16, src1 is `rows` x `cols` of that; all of int16.
struct Parts {
  Bench bench;
  std::array<assay_operand*, 3> tiles{};

  Parts(std::int64_t rows, std::int64_t cols) {
    tiles[0] = &bench.tile(ASSAY_I16, 2, 2, 16, 2, 2);
    tiles[1] = &bench.tile(ASSAY_I16, 2, 2, 16, 2, 2);
    tiles[2] = &bench.tile(ASSAY_I16, 2, 2, 16, rows, cols);
    put(1, {5, 6}, {7, 8});
    put(2, {-3, 2}, {-9, -9});
  }
  void put(std::size_t operand, std::array<std::int16_t, 2> first,
           std::array<std::int16_t, 2> second) {
    auto* data = static_cast<unsigned char*>(tiles.at(operand)->data);
    std::memcpy(data, first.data(), sizeof first);
    std::memcpy(data + 32, second.data(), sizeof second);
  }
  std::vector<std::int16_t> run(const char* op, const char* fault = "") {
    const auto simulator = make(fault);
    EXPECT_EQ(bench.run(*simulator, op, "plain", "a5"), ASSAY_DONE) << bench.message;
    std::vector<std::int16_t> results(4);
    const auto* data = static_cast<const unsigned char*>(tiles[0]->data);
    std::memcpy(results.data(), data, 4);
    std::memcpy(results.data() + 2, data + 32, 4);
    return results;
  }
};

using Numbers = std::vector<std::int16_t>;

TEST(Partial, CombinesWhereBothHaveAnElement) {
  EXPECT_EQ(Parts(2, 2).run("TPARTADD"), (Numbers{2, 8, -2, -1}));
  EXPECT_EQ(Parts(1, 2).run("TPARTADD"), (Numbers{2, 8, 7, 8}));
  EXPECT_EQ(Parts(1, 2).run("TPARTMUL"), (Numbers{-15, 12, 7, 8}));
  EXPECT_EQ(Parts(1, 2).run("TPARTMAX"), (Numbers{5, 6, 7, 8}));
  EXPECT_EQ(Parts(1, 2).run("TPARTMIN"), (Numbers{-3, 2, 7, 8}));
  EXPECT_EQ(Parts(1, 1).run("TPARTADD"), (Numbers{2, 6, 7, 8}));
  EXPECT_EQ(Parts(0, 2).run("TPARTADD"), (Numbers{5, 6, 7, 8}));
}

TEST(Partial, HasItsOwnFaults) {
  EXPECT_EQ(Parts(1, 2).run("TPARTADD", "other_source_copied"), (Numbers{2, 8, -9, -9}));
  EXPECT_EQ(Parts(1, 2).run("TPARTADD", "padding_combined"), (Numbers{2, 8, -2, -1}));
}

/// Halves with their int32 indices in one row of 16; src1 has one column less.
TEST(Partial, SelectsValuesWithTheirIndices) {
  for (const auto& [op, fault, expected] :
       {std::tuple{"TPARTARGMAX", "", std::array{10, 21, 22, 13}},
        std::tuple{"TPARTARGMIN", "", std::array{20, 11, 22, 13}},
        std::tuple{"TPARTARGMAX", "first_of_equals", std::array{10, 21, 12, 13}},
        std::tuple{"TPARTARGMAX", "lower_index_of_equals", std::array{10, 21, 12, 13}}}) {
    std::vector<assay_operand*> tiles;
    Bench made;
    for (const std::int64_t cols : {4, 4, 3})
      tiles.push_back(&made.tile(ASSAY_F16, 2, 1, 16, 1, cols));
    for (const std::int64_t cols : {4, 4, 3})
      tiles.push_back(&made.tile(ASSAY_I32, 4, 1, 16, 1, cols));
    constexpr std::array<std::uint16_t, 4> first{0x4000, 0x3C00, 0, 0x3C00};
    constexpr std::array<std::uint16_t, 4> second{0x3C00, 0x4000, 0x8000, 0x7C00};
    constexpr std::array<std::int32_t, 4> of_first{10, 11, 12, 13}, of_second{20, 21, 22, 23};
    std::memcpy(tiles[1]->data, first.data(), sizeof first);
    std::memcpy(tiles[2]->data, second.data(), sizeof second);
    std::memcpy(tiles[4]->data, of_first.data(), sizeof of_first);
    std::memcpy(tiles[5]->data, of_second.data(), sizeof of_second);
    EXPECT_EQ(made.run(*make(fault), op, "plain", "cpu"), ASSAY_DONE) << made.message;
    std::array<std::int32_t, 4> got{};
    std::memcpy(got.data(), tiles[3]->data, sizeof got);
    EXPECT_EQ(got, expected) << op << fault;
  }
}

TEST(Partial, RefusesOtherRegions) {
  for (const auto& [rows, cols] : {std::pair{2, 3}, std::pair{1, 16}}) {
    Parts parts(rows, cols);
    EXPECT_EQ(parts.bench.run(*make(""), "TPARTADD", "plain", "a2a3"), ASSAY_REJECTED);
  }
  Parts parts(1, 2);
  parts.tiles[1]->valid_cols = 1;
  EXPECT_EQ(parts.bench.run(*make(""), "TPARTADD", "plain", "cpu"), ASSAY_REJECTED);
}

}  // namespace
}  // namespace assay::simulator
