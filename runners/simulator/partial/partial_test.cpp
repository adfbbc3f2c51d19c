// SPDX-License-Identifier: Apache-2.0
// Two tiles of which one is smaller: what is combined, what is copied, which regions are refused.
#include <gtest/gtest.h>

#include <string>
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
