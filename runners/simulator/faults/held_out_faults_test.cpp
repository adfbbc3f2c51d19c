// SPDX-License-Identifier: Apache-2.0
// Faults that nothing was tuned on apply under their parameter only.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

struct Call {
  const char* op;
  const char* target;
  const char* form = "plain";
};

/// Tiles of one element type and one shape, counting up from 1 in their memory.
struct Tiles {
  assay_element element;
  int bytes;
  std::int64_t rows, cols, valid_rows, valid_cols;
};

void counting(Bench& bench, const Tiles& tiles, int count) {
  for (int i = 0; i < count; ++i) {
    const auto& tile = bench.tile(tiles.element, tiles.bytes, tiles.rows, tiles.cols,
                                  tiles.valid_rows, tiles.valid_cols);
    for (std::int64_t at_element = 0; at_element < std::int64_t{tiles.rows} * tiles.cols;
         ++at_element) {
      const float value = static_cast<float>(at_element + 1 + std::int64_t{3} * i);
      if (tiles.element == ASSAY_F32) at<float>(tile, at_element) = value;
      if (tiles.element != ASSAY_F32 && tiles.bytes == 2) {
        at<std::uint16_t>(tile, at_element) = static_cast<std::uint16_t>(0x3C00 + at_element);
      }
    }
  }
}

/// All that can be observed of a call.
std::string seen(Bench& bench, std::string_view fault, const Call& call) {
  const auto simulator = make(fault);
  const auto status = std::to_string(bench.run(*simulator, call.op, call.form, call.target));
  return status + bench.everything();
}

bool shows(std::string_view fault, const Call& call, const Tiles& tiles, int count) {
  Bench healthy, faulty;
  counting(healthy, tiles, count);
  counting(faulty, tiles, count);
  return seen(healthy, {}, call) != seen(faulty, fault, call);
}

TEST(HeldOutFaults, OfTailsNeedATail) {
  const Tiles tail{ASSAY_F32, 4, 2, 16, 2, 13}, whole{ASSAY_F32, 4, 2, 16, 2, 8};
  const Call product{"TMUL", "a5"};
  EXPECT_TRUE(shows("tail_skipped", product, tail, 3));
  EXPECT_FALSE(shows("tail_skipped", product, whole, 3));
  for (const int valid : {13, 16}) {
    const auto compared = [valid](std::string_view fault) {
      Bench bench;
      bench.tile(ASSAY_U8, 1, 2, 32, 2, 32);
      counting(bench, {ASSAY_F32, 4, 2, 16, 2, valid}, 2);
      bench.attributes.push_back({"CmpMode", "LT"});
      return seen(bench, fault, {"TCMP", "a5"});
    };
    EXPECT_EQ(compared("last_mask_byte_inverted") != compared({}), valid % 8 != 0);
  }
}

TEST(HeldOutFaults, OfFillsAndReductionsNeedATail) {
  for (const int valid : {5, 8}) {
    const auto filled = [valid](std::string_view fault) {
      Bench bench;
      bench.tile(ASSAY_F32, 4, 2, 16, 2, valid);
      bench.scalar(ASSAY_F32, 0x3F800000);
      return seen(bench, fault, {"TEXPANDS", "a5", "tile"});
    };
    EXPECT_EQ(filled("block_filled") != filled({}), valid % 8 != 0);
    const auto reduced = [valid](std::string_view fault) {
      Bench bench;
      bench.tile(ASSAY_F32, 4, 2, 16, 2, 1);
      counting(bench, {ASSAY_F32, 4, 2, 16, 2, valid}, 2);
      return seen(bench, fault, {"TROWMAX", "a2a3"});
    };
    EXPECT_EQ(reduced("block_read_whole") != reduced({}), valid % 8 != 0);
  }
}

TEST(HeldOutFaults, OfRowsNeedSeveralOrOne) {
  for (const int rows : {1, 2}) {
    const auto summed = [rows](std::string_view fault) {
      Bench bench;
      bench.tile(ASSAY_F32, 4, 2, 8, rows, 1);
      counting(bench, {ASSAY_F32, 4, 2, 8, rows, 8}, 2);
      return seen(bench, fault, {"TROWSUM", "a5"});
    };
    EXPECT_EQ(summed("total_carried_over") != summed({}), rows == 2);
    const auto extreme = [rows](std::string_view fault) {
      Bench bench;
      bench.tile(ASSAY_F32, 4, 1, 8, 1, 8);
      counting(bench, {ASSAY_F32, 4, 2, 8, rows, 8}, 1);
      return seen(bench, fault, {"TCOLMAX", "a2a3"});
    };
    EXPECT_EQ(extreme("single_row_refused") != extreme({}), rows == 1);
  }
}

TEST(HeldOutFaults, OfRegistersNeedMoreThanOne) {
  for (const int cols : {64, 72}) {
    const auto found = [cols](std::string_view fault) {
      Bench bench;
      bench.tile(ASSAY_U32, 4, 1, 8, 1, 1);
      counting(bench, {ASSAY_F32, 4, 1, 72, 1, cols}, 2);
      return seen(bench, fault, {"TROWARGMAX", "a5", "index"});
    };
    EXPECT_EQ(found("index_restarts") != found({}), cols > 64);
    const Call spread{"TCOLEXPANDMUL", "a2a3"};
    EXPECT_EQ(shows("register_not_advanced", spread, {ASSAY_F32, 4, 2, 72, 2, cols}, 3), cols > 64);
  }
}

TEST(HeldOutFaults, OfADtypeSpareTheOthers) {
  const Call negation{"TNEG", "cpu"};
  EXPECT_TRUE(shows("bfloat_refused", negation, {ASSAY_BF16, 2, 1, 16, 1, 16}, 2));
  EXPECT_FALSE(shows("bfloat_refused", negation, {ASSAY_F16, 2, 1, 16, 1, 16}, 2));
  EXPECT_FALSE(shows("bfloat_refused", {"TADD", "cpu"}, {ASSAY_BF16, 2, 1, 16, 1, 16}, 3));
  const auto sum = [](std::string_view fault, std::uint64_t scalar) {
    Bench bench;
    bench.tile(ASSAY_I64, 8, 1, 4, 1, 4);
    bench.tile(ASSAY_I64, 8, 1, 4, 1, 4);
    bench.scalar(ASSAY_I64, scalar);
    return seen(bench, fault, {"TADDS", "a5"});
  };
  const std::uint64_t exact = 1ULL << 53U, inexact = exact + 1;
  EXPECT_EQ(sum("scalar_through_double", exact), sum({}, exact));
  EXPECT_EQ(sum("scalar_through_double", inexact), sum({}, exact));
  EXPECT_NE(sum({}, inexact), sum({}, exact));
}

TEST(HeldOutFaults, OfSignsNeedASign) {
  const auto shifted = [](std::string_view fault, std::uint64_t bits, std::uint64_t amount) {
    Bench bench;
    bench.tile(ASSAY_I64, 8, 1, 4, 1, 1);
    at<std::uint64_t>(bench.tile(ASSAY_I64, 8, 1, 4, 1, 1), 0) = bits;
    bench.scalar(ASSAY_I64, amount);
    return seen(bench, fault, {"TSHRS", "a5"});
  };
  const auto differs = [&](std::uint64_t bits, std::uint64_t amount) {
    return shifted("fill_from_low_word", bits, amount) != shifted({}, bits, amount);
  };
  EXPECT_TRUE(differs(0x180000000, 40));
  EXPECT_FALSE(differs(0x180000000, 8));
  EXPECT_FALSE(differs(0x100000000, 40));
  const auto printed = [](std::string_view fault, std::uint32_t bits) {
    Bench bench;
    const auto& src = bench.tile(ASSAY_U32, 4, 1, 8, 1, 1);
    for (int i = 0; i < 8; ++i) at<std::uint32_t>(src, i) = bits;  // the whole tile is printed
    return seen(bench, fault, {"TPRINT", "cpu", "tile"});
  };
  EXPECT_NE(printed("unsigned_printed_signed", 0x80000000), printed({}, 0x80000000));
  EXPECT_EQ(printed("unsigned_printed_signed", 0x7FFFFFFF), printed({}, 0x7FFFFFFF));
}

}  // namespace
}  // namespace assay::simulator
