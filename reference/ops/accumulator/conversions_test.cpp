// SPDX-License-Identifier: Apache-2.0
// Accumulators that nothing scales, and those that one descriptor scales.
#include <bit>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;
using Bits = std::vector<std::uint64_t>;

std::uint64_t float_bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t scaled_by(float scale, int offset = 0, bool has_sign = false) {
  return descriptor_bits(std::bit_cast<std::uint32_t>(scale), offset, has_sign);
}

TileSpec boxed(Location where, ElementType element, std::int64_t rows, std::int64_t cols,
               std::int64_t valid_rows, std::int64_t valid_cols) {
  TileSpec made = tile(element, rows, cols, valid_rows, valid_cols);
  made.type.location = where;
  made.type.blayout = BLayout::col_major;
  made.type.slayout = SLayout::row_major;
  if (where == Location::acc) made.type.fractal = 1024;
  return made;
}

std::vector<int> attributes_of(const Form& form, bool rectified) {
  std::vector<int> values;
  for (const Attribute& one : form.attributes) {
    values.push_back(one.name == "ReluPreMode" && rectified ? 1 : 0);
  }
  return values;
}

Call with(const char* op, const char* name, Target target, std::vector<OperandValue> operands,
          bool rectified = false) {
  const Form& form = form_of(op, name);
  return {&form, target, std::move(operands), attributes_of(form, rectified)};
}

/// A row of 16 to global memory, which holds `old`, by `descriptor` where the form has one.
Call store(const char* form, ElementType to, ElementType from, std::uint64_t descriptor = 0,
           Target target = Target::a5) {
  GlobalSpec dst;
  dst.element = to;
  dst.shape = {1, 1, 1, 1, 16};
  dst.stride = {16, 16, 16, 16, 1};
  std::vector<OperandValue> operands{dst, boxed(Location::acc, from, 16, 16, 1, 16)};
  if (std::string_view(form).starts_with("scalar")) operands.push_back(ScalarSpec{u64, descriptor});
  return with("TSTORE", form, target, operands);
}

Bits readings(const ExpectedTile& expected, std::int64_t index = 0) {
  EXPECT_NE(accept_at(expected, index), Accept::any_of);
  return {expected.value[index]};
}

/// What `result` has for the tolerance and each reading of a choice.
template <typename ResultOf>
Bits by_readings(Choice choice, const ResultOf& result) {
  Bits all;
  for (std::size_t k = 0; k < text_of(choice).readings.size(); ++k) {
    all.push_back(result(reading(choice, static_cast<std::uint8_t>(k))));
  }
  return all;
}

ExpectedTile stored(const Call& call, std::uint64_t bits, std::uint64_t old = 0x77,
                    const ToleranceLookup& granted = correctly_rounded) {
  std::vector<ElementArray> before{filled(call.global("dst").element, 16, old),
                                   filled(call.tile("src").type.element, 256, bits)};
  if (call.operands.size() > 2)
    before.push_back(elements(u64, {call.scalar("preQuantScalar").bits}));
  return expected_tile(call, before, granted);
}
Bits stored_by_overflow(const Call& call, std::uint64_t bits, std::uint64_t old = 0x77) {
  return by_readings(Choice::accumulator_overflow, [&](const ToleranceLookup& taken) {
    return stored(call, bits, old, taken).value[0];
  });
}

TEST(StoresOfAccumulators, RoundFloatsToEvenAndKeepTheirOwnType) {
  // 1 + 3 * 2^-11 lies halfway between two halves; the even one is above.
  EXPECT_EQ(readings(stored(store("acc", f16, f32), float_bits(1.0F + 3 * 0x1p-11F))),
            Bits{0x3C02});
  EXPECT_EQ(readings(stored(store("acc", bf16, f32), float_bits(1.0F + 0x1p-8F))), Bits{0x3F80});
  EXPECT_EQ(stored_by_overflow(store("acc", f16, f32), float_bits(-70000)),
            (Bits{0xFBFF, 0xFC00, 0xFC00}));
  EXPECT_EQ(accept_at(stored(store("acc", f16, f32), 0x7FC00000), 0), Accept::target_defined);
  EXPECT_EQ(readings(stored(store("acc", f32, f32), 0x7FC00123)), Bits{0x7FC00123});
  EXPECT_EQ(readings(stored(store("acc", i32, i32), 0x80000001)), Bits{0x80000001});
}

TEST(StoresOfAccumulators, AddWhatWasConverted) {
  // Halves from 2048 on are even.
  EXPECT_EQ(stored(store("acc_atomic", f16, f32), float_bits(1.0F), 0x6800).value[0], 0x6800U);
  EXPECT_EQ(stored(store("acc_atomic", f16, f32), float_bits(3.0F), 0x6800).value[0], 0x6802U);
  // The element becomes 1, so that the sum is a tie; as it was, the sum would be above one.
  EXPECT_EQ(stored(store("acc_atomic", f16, f32), float_bits(1.0002F), 0x6800).value[0], 0x6800U);
  EXPECT_EQ(stored(store("acc_atomic", i32, i32), 0x7FFFFFFF, 1).value[0], 0x80000000U);
  EXPECT_EQ(stored(store("scalar_atomic", i8, i32, scaled_by(2, 1, true)), 3, 0x7F).value[0],
            0x86U);
  EXPECT_EQ(stored_by_overflow(store("scalar_atomic", i8, i32, scaled_by(2, 0, true)), 100, 1),
            (Bits{0x80, 0xC9, 0xC9}));
}

TEST(StoresOfAccumulators, ScaleAllColumnsByOneDescriptor) {
  const auto expected = stored(store("scalar", i8, f32, scaled_by(0.5F, 3, true)), float_bits(7));
  for (const std::int64_t col : {0, 7, 15}) EXPECT_EQ(readings(expected, col), Bits{7});
}

TEST(StoresOfAccumulators, NameWhatAnIllegalCallBreaks) {
  EXPECT_EQ(broken_constraints(store("acc", f16, f32)), Names{});
  EXPECT_EQ(broken_constraints(store("acc", f16, i32)), Names{"dst.pair"});
  EXPECT_EQ(broken_constraints(store("acc", i8, f32)), Names{"dst.pair"});
  EXPECT_EQ(broken_constraints(store("scalar", u8, f32, scaled_by(1), Target::a2a3)), Names{});
  EXPECT_EQ(broken_constraints(store("scalar", f16, f32, scaled_by(1), Target::a2a3)),
            Names{"dst.pair"});
  EXPECT_EQ(broken_constraints(store("scalar_atomic", u8, f32, scaled_by(1))), Names{"dst.pair"});
  EXPECT_EQ(broken_constraints(store("scalar", i8, f32, scaled_by(1))),
            Names{"preQuantScalar.descriptor"});
  EXPECT_EQ(broken_constraints(store("scalar", i8, f32, scaled_by(1, 0, true) | 1)),
            Names{"preQuantScalar.descriptor"});
}

/// Two rows of an accumulator of 16 x 32, moved whole.
Call move(const char* form, ElementType to, ElementType from, Target target, bool rectified,
          std::uint64_t descriptor = 0) {
  std::vector<OperandValue> operands{boxed(Location::mat, to, 16, 32, 2, 32),
                                     boxed(Location::acc, from, 16, 32, 2, 32)};
  if (std::string_view(form) == "scalar") operands.push_back(ScalarSpec{u64, descriptor});
  return with("TMOV", form, target, operands, rectified);
}

Bits moved(const Call& call, std::uint64_t bits,
           const ToleranceLookup& granted = correctly_rounded) {
  std::vector<ElementArray> before{filled(call.tile("dst").type.element, 512, 0x77),
                                   filled(call.tile("src").type.element, 512, bits)};
  if (call.operands.size() > 2)
    before.push_back(elements(u64, {call.scalar("preQuantScalar").bits}));
  const ExpectedTile expected = expected_tile(call, before, granted);
  EXPECT_EQ(accept_at(expected, 64), Accept::unspecified);
  return readings(expected, 33);
}

TEST(MovesOfAccumulators, RectifyWhatTheyConvertAndWhatTheyKeep) {
  const auto cast = [](ElementType to, ElementType from, std::uint64_t bits, bool rectified) {
    return moved(move("cast", to, from, Target::a5, rectified), bits);
  };
  EXPECT_EQ(cast(f16, f32, float_bits(-2), false), Bits{0xC000});
  EXPECT_EQ(cast(f16, f32, float_bits(-2), true), Bits{0});
  const auto rectified = [](ElementType to, std::uint64_t bits) {
    return by_readings(Choice::accumulator_relu, [&](const ToleranceLookup& taken) {
      return moved(move("cast", to, f32, Target::a5, true), bits, taken).front();
    });
  };
  EXPECT_EQ(rectified(f16, float_bits(-0x1p-40F)), (Bits{0, 0x8000, 0}));
  EXPECT_EQ(cast(f32, f32, float_bits(-2), true), Bits{0});
  EXPECT_EQ(rectified(f32, 0x80000000), (Bits{0, 0x80000000, 0x80000000}));
  EXPECT_EQ(cast(f32, f32, float_bits(0.1F), true), Bits{float_bits(0.1F)});
  EXPECT_EQ(cast(i32, i32, 0xFFFFFFFE, true), Bits{0});
  EXPECT_EQ(cast(i32, i32, 7, true), Bits{7});
}

TEST(MovesOfAccumulators, NameWhatAnIllegalCallBreaks) {
  EXPECT_EQ(broken_constraints(move("cast", f16, f32, Target::a2a3, false)), Names{});
  EXPECT_EQ(broken_constraints(move("cast", i32, i32, Target::a5, true)), Names{});
  EXPECT_EQ(broken_constraints(move("cast", i32, i32, Target::a5, false)), Names{"dst.changes"});
  // Sums of integers have no type to go to there, so that it is src that is refused.
  EXPECT_EQ(broken_constraints(move("cast", i32, i32, Target::a2a3, true)), Names{"src.element"});
  EXPECT_EQ(broken_constraints(move("scalar", i16, i32, Target::a2a3, false, shift_bits(3))),
            Names{});
  EXPECT_EQ(moved(move("scalar", i16, i32, Target::a2a3, false, shift_bits(3)), 17), Bits{2});
}

/// 2 x 3 elements in 64 x 64, taken out or put in.
Call window(const char* op, const char* form, ElementType to, std::uint64_t index,
            std::uint64_t descriptor = 0, Target target = Target::cpu, std::int64_t rows = 2) {
  const bool out = std::string_view(op) == "TEXTRACT";
  const std::int64_t in_dst = out ? 32 : 64, in_src = out ? 64 : 32;
  std::vector<OperandValue> operands{
      boxed(Location::mat, to, in_dst, in_dst, out ? rows : 64, out ? 3 : 64),
      boxed(Location::acc, i32, in_src, in_src, out ? 64 : rows, out ? 64 : 3)};
  if (std::string_view(form) == "scalar") operands.push_back(ScalarSpec{u64, descriptor});
  operands.emplace_back(ScalarSpec{u16, index});
  operands.emplace_back(ScalarSpec{u16, index});
  return with(op, form, target, operands);
}

std::vector<ElementArray> contents_of(const Call& call, std::uint64_t element) {
  std::vector<ElementArray> before;
  for (const OperandValue& value : call.operands) {
    if (const auto* one = std::get_if<TileSpec>(&value)) {
      const bool is_dst = before.empty();
      before.push_back(
          filled(one->type.element, one->rows() * one->cols(), is_dst ? 0x55 : element));
    } else {
      const auto& scalar = std::get<ScalarSpec>(value);
      before.push_back(elements(scalar.element, {scalar.bits}));
    }
  }
  return before;
}

TEST(WindowsOfAccumulators, AreConvertedByOneDescriptor) {
  const Call out = window("TEXTRACT", "scalar", i8, 32, scaled_by(2, 1, true));
  std::vector<ElementArray> before = contents_of(out, 0);
  before[1].set(33 * 64 + 34, 5);
  EXPECT_EQ(broken_constraints(out), Names{});
  EXPECT_EQ(expected_tile(out, before).value[32 + 2], 11U);
  EXPECT_EQ(expected_tile(out, before).value[0], 1U);
  const Call in = window("TINSERT", "scalar", i8, 32, scaled_by(2, 1, true));
  before = contents_of(in, 5);
  EXPECT_EQ(broken_constraints(in), Names{});
  EXPECT_EQ(expected_tile(in, before).value[33 * 64 + 34], 11U);
  EXPECT_EQ(accept_at(expected_tile(in, before), 0), Accept::preserved);
}

TEST(WindowsOfAccumulators, AreTakenAndPutAsTheyAre) {
  const Call out = window("TEXTRACT", "acc", i32, 32, 0, Target::a5);
  std::vector<ElementArray> before = contents_of(out, 0);
  before[1].set(33 * 64 + 34, 0xFFFFFFFB);
  EXPECT_EQ(broken_constraints(out), Names{});
  EXPECT_EQ(expected_tile(out, before).value[32 + 2], 0xFFFFFFFBU);
  Call in = window("TINSERT", "acc", i32, 32, 0, Target::a5);
  EXPECT_EQ(broken_constraints(in), Names{});
  EXPECT_EQ(expected_tile(in, contents_of(in, 9)).value[33 * 64 + 34], 9U);
  in.tile("dst").type.element = f16;
  EXPECT_EQ(broken_constraints(in), Names{"dst.pair"});
}

TEST(ScaledElements, AreNearValuesOfDst) {
  const Call call = store("scalar", i8, f32, scaled_by(0.5F, 3, true));
  std::vector<ElementArray> contents{filled(i8, 16, 0), filled(f32, 256, 0x7F000000),
                                     elements(u64, {scaled_by(0.5F, 3, true)})};
  call.form->admit(call, contents);
  EXPECT_EQ(contents[1][7], 0x7F000000U);
  EXPECT_LE(std::bit_cast<float>(static_cast<std::uint32_t>(contents[1][0])), 248.0F);
}

// ---- errata ----

/// A call that wrote `became` into the elements of dst that it may write.
Sample said(const char* number, const Call& call, std::uint64_t element, std::uint64_t promised,
            std::uint64_t became) {
  std::vector<ElementArray> before;
  if (call.is_tile("dst")) {
    before = contents_of(call, element);
  } else {
    before = {filled(call.global("dst").element, 16, 0x55), filled(i32, 256, element),
              elements(u64, {call.scalar("preQuantScalar").bits})};
  }
  Sample made(number, call, before);
  const std::vector<Expected> all = expect(call, before, correctly_rounded);
  const auto& expected = std::get<ExpectedTile>(all.front());
  for (std::int64_t i = 0; i < before[0].size(); ++i) {
    const Accept accept = accept_at(expected, i);
    if (accept == Accept::preserved || accept == Accept::unspecified) continue;
    made.gives(i, promised, became);
  }
  return made;
}

/// Offsets have no sign, and products are rounded twice.
Samples of_one_descriptor() {
  const std::uint64_t three_less = scaled_by(0.5F, -3, true), scale = scaled_by(0x1p-22F, 0, true);
  // A number above 8.5 of which a float has 8.5 alone, which is a tie.
  const std::uint64_t odd = (1U << 25) + (1U << 21) + 1;
  return {
      said("E-TSTORE-002", store("scalar", i8, i32, three_less, Target::cpu), 20, 7, 127),
      said("E-TSTORE-002", store("scalar", i8, i32, three_less, Target::a2a3), 20, 7, 127)
          .is_unknown(),
      said("E-TEXTRACT-006", window("TEXTRACT", "scalar", i8, 0, three_less), 20, 7, 127),
      said("E-TINSERT-003", window("TINSERT", "scalar", i8, 0, three_less, Target::cpu, 3), 20, 7,
           127),
      said("E-TSTORE-003", store("scalar", i8, i32, scale, Target::cpu), odd, 9, 8),
      said("E-TEXTRACT-007", window("TEXTRACT", "scalar", i8, 0, scale), odd, 9, 8),
      said("E-TINSERT-004", window("TINSERT", "scalar", i8, 0, scale, Target::cpu, 3), odd, 9, 8)};
}

Samples of_short_tables() {
  const std::uint64_t once = scaled_by(1, 0, true);
  return {said("E-TEXTRACT-005", window("TEXTRACT", "scalar", i8, 32, once), 5, 5, 9),
          said("E-TEXTRACT-005", window("TEXTRACT", "scalar", i8, 0, once), 5, 5, 9).is_another(),
          said("E-TINSERT-002", window("TINSERT", "scalar", i8, 32, once), 5, 5, 9),
          said("E-TINSERT-002", window("TINSERT", "scalar", i8, 32, once, Target::cpu, 3), 5, 5, 9)
              .is_another()};
}

/// A move does not look at its descriptor.
Samples of_moves_by_one_descriptor() {
  const auto moved = [](Target target, std::uint64_t became) {
    return said("E-TMOV-003", move("scalar", i8, i32, target, false, scaled_by(2, 0, true)), 5, 10,
                became);
  };
  return {moved(Target::cpu, 5), moved(Target::cpu, 6).is_unknown(),
          moved(Target::a5, 5).is_unknown()};
}

const SamplesOf samples_of_descriptors{of_one_descriptor, of_short_tables,
                                       of_moves_by_one_descriptor};

}  // namespace
}  // namespace assay::ops
