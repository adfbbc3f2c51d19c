// SPDX-License-Identifier: Apache-2.0
// Every instruction at least once on the target of this unit, in the spelling of a user. What it
// computes is the matter of other tests; here a call has to compile and to be executed.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <pto/pto-inst.hpp>

namespace {

using namespace pto;

constexpr bool on_cpu = detail::is_target("cpu");

template <typename Element, int Rows = 8, int Cols = 32, BLayout Order = BLayout::RowMajor>
using Vec = Tile<TileType::Vec, Element, Rows, Cols, Order, -1, -1>;

/// A tile with a place of its own; all elements are 1.
template <typename Type>
struct Placed : Type {
  Placed(int number, int rows, int cols) : Type(rows, cols) {
    TASSIGN(static_cast<Type&>(*this), 16384 * number);
    for (std::uint32_t at = 0; at < Type::Rows * Type::Cols; ++at) {
      this->SetValue(at, typename Type::DType(1));
    }
  }
  Type& tile() { return *this; }
};

class EveryInstruction : public testing::Test {
 protected:
  Placed<Vec<float>> a_{0, 8, 32}, b_{1, 8, 32}, c_{2, 8, 32}, d_{3, 8, 32}, tmp_{4, 8, 32};
  Placed<Vec<std::int32_t>> i_{5, 8, 32}, j_{6, 8, 32}, k_{7, 8, 32}, scratch_{8, 8, 32};
  Vec<float>&a = a_, &b = b_, &c = c_, &d = d_, &tmp = tmp_;
  Vec<std::int32_t>&i = i_, &j = j_, &k = k_, &scratch = scratch_;

  Placed<Vec<half>> h_{9, 8, 32};
  Placed<Vec<std::uint8_t, 8, 128>> mask_{10, 8, 32};
  Placed<Vec<float, 8, 128>> wide_{11, 8, 128};
  Vec<half>& h = h_;
  Vec<std::uint8_t, 8, 128>& mask = mask_;
  Vec<float, 8, 128>& wide = wide_;
};

TEST_F(EveryInstruction, OfArithmeticRuns) {
  TADD(a, b, c);
  TSUB(a, b, c);
  TMUL(a, b, c);
  TMIN(a, b, c);
  TMAX(a, b, c);
  TDIV(a, b, c);
  TDIV<DivAlgorithm::HIGH_PRECISION>(a, b, c);
  TFMOD(a, b, c);
  TABS(a, b);
  TNEG(a, b);
  TRELU(a, b);
  TEXP(a, b);
  TLOG(a, b);
  TSQRT(a, b);
  TRECIP(a, b);
  TRSQRT(a, b);
  TRSQRT(a, b, tmp);
  TMULADDDST(a, b, c);
  TFUSEDMULADD(a, b, c);
  TFUSEDMULADDRELU(a, b, c);
  TSUBRELU(a, b, c);
  Placed<Vec<float, 8, 64>> result_and_mask(12, 8, 64);
  TREM(a, b, c, result_and_mask.tile());
  TPOW(a, b, c, tmp);
  TPRELU(a, b, c, Placed<Vec<std::uint8_t, 16, 32>>(12, 16, 32).tile());
  TADDDEQRELU(h, i, j, 0.5F, scratch);
  TPARTARGMAX(a, b, c, i, j, k);
  TPARTARGMIN(a, b, c, i, j, k);
  TPARTADD(a, b, c);
  TPARTMIN(a, b, c);
  TPARTMAX(a, b, c);
  TPARTMUL(a, b, c);
}

TEST_F(EveryInstruction, OfOneKindOfMachineRuns) {
  if constexpr (on_cpu) {
    TADDC(a, b, c, d);
    TSUBC(a, b, c, d);
    TADDSC(a, b, 2.0F, c);
    TSUBSC(a, b, 2.0F, c);
  } else {
    TADDRELUCONV(h, a, b);
    TSUBRELUCONV(h, a, b);
    TCMPS(mask, a, b, CmpMode::LT);
  }
}

TEST_F(EveryInstruction, WithAScalarRuns) {
  TADDS(a, b, 2.0F);
  TSUBS(a, b, 2.0F);
  TMULS(a, b, 2.0F);
  TMINS(a, b, 2.0F);
  TMAXS(a, b, 2.0F);
  TLRELU(a, b, 2.0F);
  TAXPY(a, b, 2.0F);
  TDIVS(a, b, 2.0F);
  TDIVS(a, 2.0F, b);
  TFMODS(a, b, 2.0F);
  TREMS(a, b, 2.0F, tmp);
  TPOWS(a, b, 2.0F, tmp);
  TEXPANDS(a, 2.0F);
}

TEST_F(EveryInstruction, ThatMakesATileRuns) {
  TTRI<Vec<float>, 1>(a, -1);  // columns from the one before the diagonal on
  EXPECT_EQ(a.GetValue(7 * 32 + 5), 0.0F);
  EXPECT_EQ(a.GetValue(7 * 32 + 6), 1.0F);
  Placed<Vec<std::int32_t, 1, 32>> row(12, 1, 32);
  using Row = std::remove_reference_t<decltype(row.tile())>;
  TCI<Row, std::int32_t, 1>(row.tile(), 5);
  EXPECT_EQ(row.tile().GetValue(7), -2);
  Placed<Vec<float, 1, 512>> room(13, 1, 512);
  TCI<Row, Vec<float, 1, 512>, std::int32_t, 0>(row.tile(), 5, room.tile());
  EXPECT_EQ(row.tile().GetValue(7), 12);
}

/// One machine neither counts bytes nor makes random numbers.
template <bool there>
void count_and_randomize() {
  if constexpr (there) {
    Placed<Vec<std::uint32_t, 8, 256>> counts(12, 8, 256), words(13, 8, 32);
    Placed<Vec<std::uint16_t>> counted(14, 8, 32);
    Placed<Vec<std::uint8_t, 32, 1, BLayout::ColMajor>> match(15, 8, 1);
    THISTOGRAM<HistByte::BYTE_1>(counts.tile(), counted.tile(), match.tile());
    EXPECT_EQ(counts.tile().GetValue(0), 32U);
    TRandomKey key = {1, 2};
    TRandomCounter counter = {0, 0, 0, 0};
    TRANDOM(words.tile(), key, counter);
    EXPECT_EQ(words.tile().GetValue(1), 0x98D2802EU);
    TRANDOM<7>(words.tile(), key, counter);
    EXPECT_EQ(words.tile().GetValue(0), 0x38081A3FU);
  }
}

TEST_F(EveryInstruction, ThatCountsOrIsRandomRuns) {
  count_and_randomize<!detail::is_target("a2a3")>();
}

TEST_F(EveryInstruction, OfBitsRuns) {
  TAND(i, j, k);
  TOR(i, j, k);
  TXOR(i, j, k, scratch);
  TNOT(i, j);
  TSHL(i, j, k);
  TSHR(i, j, k);
  TANDS(i, j, 3);
  TORS(i, j, 3);
  TXORS(i, j, 3, scratch);
  Placed<Vec<std::int32_t>> from(12, 32, 32), to(13, 32, 32);
  Placed<Tile<TileType::Vec, std::int32_t, 8, 8, BLayout::RowMajor, -1, -1>> x(12, 8, 8),
      y(13, 8, 8);
  TSHLS(x.tile(), y.tile(), 3);
  TSHRS(x.tile(), y.tile(), 3);
}

TEST_F(EveryInstruction, OfSelectionAndConversionRuns) {
  TCMP(mask, a, b, CmpMode::LT);
  TCMPS(mask, a, 2.0F, CmpMode::GE);
  TSEL(a, mask, b, c, tmp);
  TSELS(a, mask, b, tmp, 2.0F);
  TCVT(h, a, RoundMode::CAST_RINT);
  TCVT(i, a, RoundMode::CAST_FLOOR, SaturationMode::ON);
  if constexpr (!on_cpu) {
    TCVT<false>(i, a, RoundMode::CAST_RINT);
    TCVT(i, a, tmp, RoundMode::CAST_RINT);
    TCVT(i, a, tmp, RoundMode::CAST_RINT, SaturationMode::OFF);
  }
}

TEST_F(EveryInstruction, ThatReducesRuns) {
  Placed<Vec<float, 8, 32>> per_row(12, 8, 1), per_column(13, 1, 32);
  Placed<Vec<std::uint32_t, 8, 32>> where(12, 8, 1), where_column(13, 1, 32);
  TPAIRREDUCESUM(a, b);
  TROWSUM(per_row.tile(), a, tmp);
  TROWMAX(per_row.tile(), a, tmp);
  TROWMIN(per_row.tile(), a, tmp);
  TROWPROD(per_row.tile(), a, tmp);
  TCOLSUM(per_column.tile(), a);
  TCOLSUM(per_column.tile(), a, tmp, true);
  TCOLMAX(per_column.tile(), a);
  TCOLMIN(per_column.tile(), a);
  TCOLPROD(per_column.tile(), a);
  TROWARGMAX(where.tile(), a, tmp);
  TROWARGMIN(where.tile(), a, tmp);
  TROWARGMAX(per_row.tile(), where.tile(), a, tmp);
  TROWARGMIN(per_row.tile(), where.tile(), a, tmp);
  TCOLARGMAX(where_column.tile(), a, wide);
  TCOLARGMIN(where_column.tile(), a, wide);
  Placed<Vec<float, 8, 32>> value(14, 1, 32);
  TCOLARGMAX(value.tile(), where_column.tile(), a, wide);
  TCOLARGMIN(value.tile(), where_column.tile(), a, wide);
}

TEST_F(EveryInstruction, ThatSpreadsRowsRuns) {
  Placed<Vec<float, 8, 1, BLayout::ColMajor>> placed_few(12, 8, 1);
  auto& few = placed_few.tile();
  Placed<Vec<std::uint8_t, 8, 1024>> room(13, 8, 1024);
  TROWEXPAND(a, b);
  TROWEXPANDADD(a, b, few);
  TROWEXPANDADD(a, few, b);
  TROWEXPANDSUB(a, b, few);
  TROWEXPANDMUL(a, b, few);
  TROWEXPANDDIV(a, b, few);
  TROWEXPANDMAX(a, b, few);
  TROWEXPANDMIN(a, b, few);
  TROWEXPANDEXPDIF(a, b, few);
  TROWEXPANDADD(a, b, few, room.tile());
  TROWEXPANDSUB(a, b, few, room.tile());
  TROWEXPANDMUL(a, b, few, room.tile());
  TROWEXPANDDIV(a, b, few, room.tile());
  TROWEXPANDMAX(a, b, few, room.tile());
  TROWEXPANDMIN(a, b, few, room.tile());
  TROWEXPANDEXPDIF(a, b, few, room.tile());
  TROWEXPANDDIV<DivAlgorithm::HIGH_PRECISION>(a, b, few, room.tile());
  TROWEXPANDDIV<DivAlgorithm::HIGH_PRECISION>(a, few, b, room.tile());
}

TEST_F(EveryInstruction, ThatSpreadsColumnsRuns) {
  Placed<Vec<float>> placed_row(12, 1, 32);
  auto& row = placed_row.tile();
  TCOLEXPAND(a, row);
  TCOLEXPANDADD(a, b, row);
  TCOLEXPANDSUB(a, b, row);
  TCOLEXPANDMUL(a, b, row);
  TCOLEXPANDDIV(a, b, row);
  TCOLEXPANDMAX(a, b, row);
  TCOLEXPANDMIN(a, b, row);
  TCOLEXPANDEXPDIF(a, b, row);
}

/// The first generation has scratch and no groups.
template <bool with_scratch>
void quantise() {
  Placed<Vec<float>> numbers(12, 8, 32), room(13, 8, 32);
  Placed<Vec<float, 8, 1, BLayout::ColMajor>> scale(14, 8, 1), offset(15, 8, 1);
  Placed<Vec<std::int8_t>> codes(16, 8, 32);
  Placed<Vec<std::uint8_t>> bytes(17, 8, 32);
  numbers.tile().SetValue(0, 9);
  scale.tile().SetValue(0, 2);
  offset.tile().SetValue(0, 3);
  if constexpr (with_scratch) {
    TQUANT<QuantType::INT8_SYM>(codes.tile(), numbers.tile(), scale.tile(), room.tile());
    TQUANT<QuantType::INT8_ASYM>(bytes.tile(), numbers.tile(), scale.tile(), room.tile(),
                                 &offset.tile());
  } else {
    TQUANT<QuantType::INT8_SYM>(codes.tile(), numbers.tile(), scale.tile());
    TQUANT<QuantType::INT8_ASYM>(bytes.tile(), numbers.tile(), scale.tile(), &offset.tile());
  }
  EXPECT_EQ(codes.tile().GetValue(0), 4);
  EXPECT_EQ(bytes.tile().GetValue(0), 7);
  if constexpr (!with_scratch) {
    Placed<Vec<float, 16, 32>> tall(18, 16, 32);
    Placed<Vec<std::int8_t, 16, 32>> small(19, 16, 32);
    Placed<Vec<std::uint8_t, 16, 32>> exponents(20, 16, 1);
    Placed<Vec<float, 16, 8>> greatest(21, 16, 1), scaling(22, 16, 1);
    tall.tile().SetValue(0, 256);
    TQUANT<1, MxQuantAlg::OcpMxFp8E4M3>(small.tile(), tall.tile(), &exponents.tile(),
                                        &greatest.tile(), &scaling.tile());
    EXPECT_EQ(exponents.tile().GetValue(0), 127);
    EXPECT_EQ(small.tile().GetValue(0), 0x78);
    TQUANT<QuantType::MXFP8>(small.tile(), tall.tile(), &exponents.tile(), &greatest.tile(),
                             &scaling.tile());
    EXPECT_EQ(small.tile().GetValue(0), 0x78);
  }
}

TEST_F(EveryInstruction, OfQuantisationRuns) {
  Placed<Vec<std::int8_t>> codes(9, 8, 32);
  Placed<Vec<float, 8, 1, BLayout::ColMajor>> scale(10, 8, 1), offset(11, 8, 1);
  TDEQUANT(a, codes.tile(), scale.tile(), offset.tile());
  EXPECT_EQ(a.GetValue(0), 0);
  quantise<detail::is_target("a2a3")>();
}

TEST_F(EveryInstruction, ThatSortsRuns) {
  Placed<Vec<float, 1, 256>> src(12, 1, 256), dst(13, 1, 256);
  Placed<Vec<float, 1, 64>> one(14, 1, 64), other(15, 1, 64), third(8, 1, 64);
  Placed<Vec<std::uint32_t, 1, 32>> numbers(9, 1, 32);
  Placed<Vec<float, 1, 32>> values(10, 1, 32);
  values.SetValue(5, 3);
  TSORT32(one.tile(), values.tile(), numbers.tile());
  EXPECT_EQ(one.GetValue(0), 3);
  src.SetValue(64, 7);
  TMRGSORT(dst.tile(), src.tile(), 64);
  EXPECT_EQ(dst.GetValue(0), 7);
  EXPECT_EQ(dst.GetValue(2), 1);
  using Long = Vec<float, 1, 256>;
  using Short = Vec<float, 1, 64>;
  MrgSortExecutedNumList counts{};
  TMRGSORT<Long, Long, Short, Short, true>(dst.tile(), counts, src.tile(), one.tile(),
                                           other.tile());
  EXPECT_EQ(counts.mrgSortList0, 32);
  EXPECT_EQ(counts.mrgSortList1, 0);
  TMRGSORT<Long, Long, Short, Short, Short, false>(dst.tile(), counts, src.tile(), one.tile(),
                                                   other.tile(), third.tile());
  EXPECT_EQ(dst.GetValue(191), 1);
}

TEST_F(EveryInstruction, OfGatheringRuns) {
  Placed<Vec<std::uint32_t>> offsets(9, 8, 32);
  for (unsigned at = 0; at < 8 * 32; ++at) offsets.SetValue(at, 4 * (255 - at));
  b.SetValue(255, 7);
  TGATHERB(a, b, offsets.tile());
  EXPECT_EQ(a.GetValue(0), 7);
  for (unsigned at = 0; at < 8 * 32; ++at) offsets.SetValue(at, 255 - at);
  TSCATTER(a, b, offsets.tile());
  EXPECT_EQ(a.GetValue(0), 7);
  TSCATTER<MaskPattern::P1000>(wide, b);
  EXPECT_EQ(wide.GetValue(3), 1);
  EXPECT_EQ(wide.GetValue(2), 0);
  Placed<Vec<float, 16, 32>> tall(10, 16, 32);
  TSCATTER<MaskPattern::P0101, ScatterAxis::SCATTER_COL>(tall.tile(), b);
  EXPECT_EQ(tall.GetValue(32), 0);
}

TEST_F(EveryInstruction, ThatSelectsElementsRuns) {
  for (unsigned at = 0; at < 8 * 32; ++at) j.SetValue(at, static_cast<int>(255 - at));
  b.SetValue(255, 7);
  TGATHER(a, b, j, scratch);
  EXPECT_EQ(a.GetValue(0), 7);
  Placed<Vec<float, 8, 32, BLayout::ColMajor>> columns(14, 8, 32);
  columns.SetValue(9, 5);  // a number counts elements in memory, whatever their order
  j.SetValue(0, 9);
  TGATHER(a, columns.tile(), j, scratch);
  EXPECT_EQ(a.GetValue(0), 5);
  using Half = Vec<float, 8, 16>;
  Placed<Half> odd(12, 8, 16);
  TGATHER<Half, Vec<float>, MaskPattern::P1010>(odd.tile(), b);
  EXPECT_EQ(odd.GetValue(127), 7);
  Placed<Vec<float, 4, 32>> rows(13, 4, 32);
  TGATHER<Vec<float, 4, 32>, Vec<float>, MaskPattern::P1010, GatherAxis::GATHER_COL>(rows.tile(),
                                                                                     b);
  EXPECT_EQ(rows.GetValue(127), 7);
  using Column = Vec<std::uint32_t, 8, 1, BLayout::ColMajor>;
  using Words = Vec<std::uint32_t>;
  Placed<Column> limits(14, 8, 1), counts(15, 8, 1);
  Placed<Words> found(12, 8, 32);
  using Room = Vec<std::uint32_t, 16, 32>;
  Placed<Room> room(13, 16, 32);
  TGATHER<Words, Vec<float>, Column, Column, Room, CmpMode::GT>(found.tile(), b, limits.tile(),
                                                                counts.tile(), room.tile(), 1000);
  EXPECT_EQ(found.GetValue(7 * 32), 1255U);
  EXPECT_EQ(counts.GetValue(7), 1U);
  EXPECT_EQ(counts.GetValue(6), 0U);
}

/// One machine has no indices in global memory.
template <bool there, typename Table>
void gather_into_mat(Table& table) {
  if constexpr (there) {
    using Boxes = Tile<TileType::Mat, float, 16, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor>;
    Placed<Boxes> taken(0, 2, 32), one(1, 1, 2);
    std::array<std::int32_t, 2> places{9, 3};
    std::array<float, 512> room{};
    GlobalTensor<std::int32_t, Shape<1, 1, 1, 1, 2>, Stride<2, 2, 2, 2, 1>> idx(places.data());
    GlobalTensor<float, Shape<1, 1, 1, 1, 512>, Stride<512, 512, 512, 512, 1>> staged(room.data());
    MGATHER<Coalesce::Row, GatherOOB::Zero>(taken.tile(), table, idx);
    EXPECT_EQ(taken.GetValue(5), 0);
    EXPECT_EQ(taken.GetValue(8 + 5), 7);  // row 1 of the first box
    places[1] = 3 * 32 + 5;
    MGATHER<Coalesce::Elem, GatherOOB::Clamp>(one.tile(), table, idx, staged);
    EXPECT_EQ(one.GetValue(1), 7);
    if constexpr (detail::is_target("a5")) {
      MGATHER<Coalesce::Elem, GatherOOB::Clamp, GatherExec::Simt>(one.tile(), table, idx, staged);
      EXPECT_EQ(one.GetValue(1), 7);
    }
  }
}

TEST_F(EveryInstruction, OfTablesRuns) {
  std::array<float, 128> memory{};
  memory[101] = 7;
  using Matrix = GlobalTensor<float, Shape<1, 1, 1, 4, 32>, Stride<1, 1, 1, 32, 1>>;
  Matrix table(memory.data());
  Placed<Vec<std::int32_t, 1, 8>> rows(12, 1, 8);
  rows.SetValue(7, -1);
  MGATHER<Coalesce::Row, GatherOOB::Clamp>(a, table, rows.tile());
  EXPECT_EQ(a.GetValue(7 * 32 + 5), 7);
  j.SetValue(0, 3 * 32 + 5);
  j.SetValue(1, 4 * 32);
  MGATHER<Coalesce::Elem, GatherOOB::Zero>(a, table, j);
  EXPECT_EQ(a.GetValue(0), 7);
  EXPECT_EQ(a.GetValue(1), 0);
  gather_into_mat<!on_cpu>(table);
  for (unsigned at = 0; at < 8; ++at) rows.SetValue(at, 4);
  MSCATTER<Coalesce::Row, ScatterAtomicOp::None, ScatterOOB::Wrap>(table, b, rows.tile());
  EXPECT_EQ(memory[5], 1);
  MSCATTER<Coalesce::Row, ScatterAtomicOp::Add, ScatterOOB::Clamp>(table, b, rows.tile());
  EXPECT_EQ(memory[101], 15);
}

/// The left operand has rows of boxes on one machine and columns of them elsewhere.
constexpr BLayout left_boxes = detail::is_target("a2a3") ? BLayout::RowMajor : BLayout::ColMajor;

TEST_F(EveryInstruction, OfMatricesRuns) {
  using Sums =
      Tile<TileType::Acc, float, 16, 16, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024>;
  Placed<Tile<TileType::Left, half, 16, 16, left_boxes, -1, -1, SLayout::RowMajor>> placed_left(
      0, 2, 16),
      placed_vector(1, 1, 16);
  Placed<Tile<TileType::Right, half, 16, 16, BLayout::RowMajor, -1, -1, SLayout::ColMajor>>
      placed_right(0, 16, 16);
  Placed<Sums> placed_sums(0, 2, 16), placed_more(1, 2, 16), placed_row(2, 1, 16),
      placed_next(3, 1, 16);
  Placed<Tile<TileType::Bias, float, 1, 16, BLayout::RowMajor, -1, -1>> placed_bias(4, 1, 16);
  auto &left = placed_left.tile(), &vector = placed_vector.tile();
  auto& right = placed_right.tile();
  Sums &sums = placed_sums.tile(), &more = placed_more.tile(), &row = placed_row.tile(),
       &next = placed_next.tile();
  TMATMUL(sums, left, right);
  TMATMUL<AccPhase::Final>(sums, left, right);
  TMATMUL_ACC(more, sums, left, right);
  TMATMUL_ACC<AccPhase::Partial>(more, sums, left, right);
  TMATMUL_ACC(more, left, right);
  TMATMUL_BIAS(sums, left, right, placed_bias.tile());
  EXPECT_EQ(more.GetValue(0), 48);  // 16 onto 16, and 16 once more
  EXPECT_EQ(sums.GetValue(0), 17);
  TGEMV(row, vector, right);
  TGEMV_ACC(next, row, vector, right);
  TGEMV_BIAS(row, vector, right, placed_bias.tile());
  EXPECT_EQ(next.GetValue(0), 32);
  EXPECT_EQ(row.GetValue(0), 17);
}

/// One machine has no scales.
template <bool there>
void multiply_with_scales() {
  if constexpr (there) {
    using Sums =
        Tile<TileType::Acc, float, 16, 16, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024>;
    Placed<
        Tile<TileType::Left, float8_e4m3_t, 16, 64, BLayout::ColMajor, -1, -1, SLayout::RowMajor>>
        placed_left(0, 2, 64), placed_vector(1, 1, 64);
    Placed<
        Tile<TileType::Right, float8_e5m2_t, 64, 16, BLayout::RowMajor, -1, -1, SLayout::ColMajor>>
        placed_right(0, 64, 16);
    Placed<Tile<TileType::ScaleLeft, float8_e8m0_t, 16, 2, BLayout::RowMajor, -1, -1,
                SLayout::RowMajor, 32>>
        placed_rows(2, 2, 2), placed_row(3, 1, 2);
    Placed<Tile<TileType::ScaleRight, float8_e8m0_t, 2, 16, BLayout::ColMajor, -1, -1,
                SLayout::ColMajor, 32>>
        placed_columns(2, 2, 16);
    Placed<Sums> placed_sums(0, 2, 16), placed_more(1, 2, 16), placed_sum(2, 1, 16),
        placed_next(3, 1, 16);
    Placed<Tile<TileType::Bias, float, 1, 16, BLayout::RowMajor, -1, -1>> placed_bias(4, 1, 16);
    auto &left = placed_left.tile(), &vector = placed_vector.tile();
    auto &rows = placed_rows.tile(), &row = placed_row.tile();
    auto& right = placed_right.tile();
    auto& columns = placed_columns.tile();
    Sums &sums = placed_sums.tile(), &more = placed_more.tile(), &sum = placed_sum.tile(),
         &next = placed_next.tile();
    TMATMUL_MX(sums, left, rows, right, columns);
    TMATMUL_MX<AccPhase::Final>(more, sums, left, rows, right, columns);
    TMATMUL_MX(sums, left, rows, right, columns, placed_bias.tile());
    EXPECT_EQ(more.GetValue(0), 128);
    EXPECT_EQ(sums.GetValue(0), 65);
    TGEMV_MX(sum, vector, row, right, columns);
    TGEMV_MX(next, sum, vector, row, right, columns);
    TGEMV_MX(sum, vector, row, right, columns, placed_bias.tile());
    EXPECT_EQ(next.GetValue(0), 128);
    EXPECT_EQ(sum.GetValue(0), 65);
  }
}

TEST_F(EveryInstruction, OfMatricesWithScalesRuns) {
  multiply_with_scales<!detail::is_target("a2a3")>();
}

TEST_F(EveryInstruction, ThatDrainsAccumulatorsRuns) {
  using Sizes = Shape<1, 1, 1, 8, 32>;
  using Steps = Stride<256, 256, 256, 32, 1>;
  Placed<Tile<TileType::Acc, float, 16, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024>>
      sums(13, 8, 32);
  Placed<Tile<TileType::Scaling, std::uint64_t, 1, 32, BLayout::RowMajor, -1, -1>> scales(14, 1,
                                                                                          32);
  std::array<std::int8_t, 256> bytes{};
  GlobalTensor<std::int8_t, Sizes, Steps> narrow(bytes.data());
  TSTORE_FP(narrow, sums.tile(), scales.tile());
  using Sums = std::remove_reference_t<decltype(sums.tile())>;
  using Scales = std::remove_reference_t<decltype(scales.tile())>;
  TSTORE_FP<Sums, decltype(narrow), Scales, AtomicType::AtomicNone, ReluPreMode::NormalRelu>(
      narrow, sums.tile(), scales.tile());
  Placed<Tile<TileType::Mat, std::int8_t, 16, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor>>
      kept(15, 8, 32);
  TMOV_FP(kept.tile(), sums.tile(), scales.tile());
  TEXTRACT_FP(kept.tile(), sums.tile(), scales.tile(), 0, 0);
  TINSERT_FP(kept.tile(), sums.tile(), scales.tile(), 0, 0);
  TSTORE_FP<Sums, decltype(narrow), Scales, AtomicType::AtomicAdd>(narrow, sums.tile(),
                                                                   scales.tile());
}

TEST_F(EveryInstruction, ThatDrainsAccumulatorsByOneDescriptorOrNoneRuns) {
  using Sizes = Shape<1, 1, 1, 8, 32>;
  using Steps = Stride<256, 256, 256, 32, 1>;
  Placed<Tile<TileType::Acc, float, 32, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024>>
      sums(13, 8, 32);
  Placed<Tile<TileType::Mat, half, 32, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor>> halves(
      15, 8, 32);
  Placed<Tile<TileType::Mat, std::int8_t, 32, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor>>
      bytes(15, 8, 32);
  using Sums = std::remove_reference_t<decltype(sums.tile())>;
  using Halves = std::remove_reference_t<decltype(halves.tile())>;
  using Bytes = std::remove_reference_t<decltype(bytes.tile())>;
  constexpr std::uint64_t twice = 0x40000000 | std::uint64_t{1} << 46U;
  sums.tile().SetValue(0, -3.0F);
  TMOV<Halves, Sums, ReluPreMode::NormalRelu>(halves.tile(), sums.tile());
  TMOV<Bytes, Sums, ReluPreMode::NoRelu>(bytes.tile(), sums.tile(), twice);
  EXPECT_EQ(bytes.tile().GetValue(0), -6);
  TEXTRACT<Halves, Sums, ReluPreMode::NoRelu>(halves.tile(), sums.tile(), 0, 0);
  TEXTRACT<Bytes, Sums, ReluPreMode::NormalRelu>(bytes.tile(), sums.tile(), twice, 0, 0);
  EXPECT_EQ(bytes.tile().GetValue(0), 0);
  TINSERT(halves.tile(), sums.tile(), 0, 0);
  TINSERT<Bytes, Sums>(bytes.tile(), sums.tile(), twice, 0, 0);
  EXPECT_EQ(bytes.tile().GetValue(0), -6);
  std::array<std::int8_t, 256> narrow{};
  std::array<float, 256> floats{};
  GlobalTensor<std::int8_t, Sizes, Steps> few(narrow.data());
  GlobalTensor<float, Sizes, Steps> view(floats.data());
  TSTORE(view, sums.tile());
  TSTORE<Sums, decltype(view), AtomicType::AtomicAdd>(view, sums.tile());
  EXPECT_EQ(floats[0], -6.0F);
  TSTORE(few, sums.tile(), twice);
  TSTORE<Sums, decltype(few), AtomicType::AtomicAdd>(few, sums.tile(), twice);
  EXPECT_EQ(narrow[0], -12);
}

TEST_F(EveryInstruction, ThatMovesOrPrintsRuns) {
  std::array<float, 256> memory{};
  using Sizes = Shape<1, 1, 1, 8, 32>;
  using Steps = Stride<256, 256, 256, 32, 1>;
  GlobalTensor<float, Sizes, Steps> view(memory.data());
  TLOAD(a, view);
  TSTORE(view, b);
  EXPECT_EQ(memory[255], 1.0F);
  TSTORE<Vec<float>, decltype(view), AtomicType::AtomicAdd>(view, b);
  EXPECT_EQ(memory[255], 2.0F);
  Placed<Vec<float, 32, 16>> turned(12, 32, 8), blocks(13, 32, 16);
  TTRANS(turned.tile(), a, blocks.tile());
  ConvTile<TileType::Vec, float, 72, Layout::NCHW, ConvTileShape<1, 9, 1, 8>> image;
  ConvTile<TileType::Vec, float, 128, Layout::NC1HWC0, ConvTileShape<1, 2, 1, 8, 8>> channels;
  TASSIGN(image, 12 * 16384);
  TASSIGN(channels, 13 * 16384);
  image.data()[66] = 5.0F;
  TTRANS(channels, image, blocks.tile());
  EXPECT_EQ(channels.data()[64 + 2 * 8], 5.0F);
  Placed<Vec<float, 4, 16>> part(12, 4, 16);
  TEXTRACT(part.tile(), a, 4, 16);
  TMOV(a, b);
  Placed<Tile<TileType::Vec, float, 8, 32, BLayout::RowMajor, -1, -1, SLayout::NoneBox, 512,
              PadValue::Max>>
      padded(12, 8, 16);
  TFILLPAD(padded.tile(), Placed<Vec<float>>(13, 8, 16).tile());
  TFILLPAD_EXPAND(padded.tile(), Placed<Vec<float, 4, 16>>(13, 4, 8).tile());
  TFILLPAD_INPLACE(padded.tile(), padded.tile());
  TRESHAPE(Placed<Vec<std::int32_t, 4, 64>>(12, 4, 64).tile(), a);
  TSUBVIEW(Placed<Vec<float>>(12, 4, 16).tile(), a, 4, 16);
  TCONCAT(Placed<Vec<float, 8, 64>>(12, 8, 64).tile(), a, b);
  if constexpr (!detail::is_target("a2a3")) {
    TINSERT(a, part.tile(), 4, 16);
    if constexpr (detail::is_target("a5")) {
      Placed<Tile<TileType::Vec, float, 16, 24, BLayout::ColMajor, -1, -1, SLayout::RowMajor>>
          boxes(12, 16, 24);
      Placed<Tile<TileType::Mat, float, 16, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor>> all(
          15, 16, 32);
      boxes.tile().SetValue(0, 7.0F);
      TINSERT<TInsertMode::SPLIT4>(all.tile(), boxes.tile(), 0, 8);
      EXPECT_EQ(all.tile().GetValue(16 * 8), 7.0F);
    }
    TINTERLEAVE(a, b, c, d);
    TDEINTERLEAVE(a, b, c, d);
    TDEINTERLEAVE(a, b, Placed<Vec<float, 8, 128>>(13, 8, 64).tile());
  }
  testing::internal::CaptureStdout();
  TPRINT(a);
  TPRINT<PrintFormat::Width10_Precision6>(view);
  std::fflush(stdout);
  EXPECT_NE(testing::internal::GetCapturedStdout(), "");
  TPREFETCH(a, view);
}

TEST_F(EveryInstruction, OfAddressesBinds) {
  Vec<float> bound(8, 32);
  TASSIGN<16384>(bound);  // where b is
  EXPECT_EQ(bound.data(), b.data());
  if constexpr (!detail::is_target("a2a3")) {
    Placed<Tile<TileType::Left, float8_e4m3_t, 16, 32, BLayout::RowMajor, -1, -1>> factor(1, 16,
                                                                                          32);
    Tile<TileType::ScaleLeft, float8_e8m0_t, 1, 32, BLayout::RowMajor, -1, -1> scales(1, 32);
    Tile<TileType::ScaleLeft, float8_e8m0_t, 1, 32, BLayout::RowMajor, -1, -1> same(1, 32);
    TGET_SCALE_ADDR(scales, factor.tile());
    TASSIGN(same, 1024);  // a sixteenth of 16384
    EXPECT_EQ(scales.data(), same.data());
  }
  ConvTile<TileType::Mat, half, 1024, Layout::NC1HWC0, ConvTileShape<1, 1, 8, 8, 16>> map;
  TASSIGN(map, 0);
  TEXPANDS(map, half(1.0F));
  EXPECT_EQ(map.data()[1023].bits, 0x3C00);
}

}  // namespace
