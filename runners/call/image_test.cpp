// SPDX-License-Identifier: Apache-2.0
#include "runners/call/image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "reference/ops/shared_memory.hpp"
#include "runners/call/copy_case_test.hpp"
#include "runners/call/frames.hpp"
#include "runners/call/mapped_call.hpp"

namespace assay::runners {
namespace {

struct Laid {
  TestCall call{"plain", boxed_tile()};
  CallImage image{call.test, 2, 64};
  std::vector<std::byte> arena = std::vector<std::byte>(image.bytes());
  std::vector<std::vector<ElementArray>> before{call.contents(7), call.contents(9)};

  Laid() { image.write(arena, before); }
  Trial read(std::size_t execution) { return image.read(arena, execution, before[execution]); }
};

TEST(CallImage, GivesBackWhatWasWrittenWhenNothingHappens) {
  Laid laid;
  for (const std::size_t execution : {0U, 1U}) {
    const Trial trial = laid.read(execution);
    EXPECT_EQ(trial.after, laid.before[execution]);
    EXPECT_THAT(trial.damage, testing::IsEmpty());
    EXPECT_EQ(trial.text, "");
  }
}

TEST(CallImage, ShowsTheBackendTheCallAsTheHeaderDescribesIt) {
  Laid laid;
  MappedCall mapped(laid.arena, 0);
  const assay_call& call = *mapped.get();
  EXPECT_STREQ(call.op, "COPY");
  EXPECT_STREQ(call.form, "plain");
  EXPECT_STREQ(call.target, "cpu");
  ASSERT_EQ(call.operand_count, 2U);
  EXPECT_STREQ(call.operands[1].name, "src");
  EXPECT_EQ(call.operands[1].role, ASSAY_INPUT);
  EXPECT_EQ(call.operands[1].element, ASSAY_U16);
  EXPECT_EQ(call.operands[1].block_layout, ASSAY_COL_MAJOR);
  EXPECT_EQ(call.operands[1].box_layout, ASSAY_BOX_ROW_MAJOR);
  EXPECT_EQ(call.operands[1].rows, 32);
  EXPECT_EQ(call.operands[1].byte_size, 2048U);
  EXPECT_EQ(call.text_capacity, 64U);
}

TEST(CallImage, PutsATileIntoTheDevicesOwnLayout) {
  Laid laid;
  MappedCall mapped(laid.arena, 0);
  const auto* memory = static_cast<const std::uint16_t*>(mapped.get()->operands[1].data);
  EXPECT_EQ(memory[0], 0);          // (0, 0)
  EXPECT_EQ(memory[16], 32);        // (1, 0): second row of the first box
  EXPECT_EQ(memory[256], 16 * 32);  // (16, 0): NZ puts the box below next
  EXPECT_EQ(memory[512], 16);       // (0, 16): then the box to the right
}

TEST(CallImage, KeepsTheExecutionsApart) {
  Laid laid;
  MappedCall second(laid.arena, 1);
  std::memset(second.get()->operands[0].data, 0, second.get()->operands[0].byte_size);
  EXPECT_EQ(laid.read(0).after, laid.before[0]);
  EXPECT_EQ(laid.read(1).after[0][5], 0U);
  EXPECT_EQ(laid.read(1).after[1], laid.before[1][1]);
}

TEST(CallImage, SeesEveryByteThatIsWrittenOutsideAnOperand) {
  Laid laid;
  MappedCall mapped(laid.arena, 0);
  auto* memory = static_cast<std::byte*>(mapped.get()->operands[0].data);
  memory[-1] ^= std::byte{1};
  memory[2048] ^= std::byte{1};
  memory[page_bytes() - guard_bytes - 1] ^= std::byte{1};  // the last of its pages
  const Trial trial = laid.read(0);
  ASSERT_THAT(trial.damage, testing::SizeIs(2));
  EXPECT_EQ(trial.damage[0].operand, "dst");
  EXPECT_EQ(trial.damage[0].first_byte, -1);
  EXPECT_EQ(trial.damage[0].bytes, 1);
  EXPECT_EQ(trial.damage[1].first_byte, 2048);
  EXPECT_EQ(trial.damage[1].bytes, 2);
  EXPECT_EQ(trial.after, laid.before[0]);
  EXPECT_THAT(laid.read(1).damage, testing::IsEmpty());
}

TEST(CallImage, HasOneMemoryForOperandsOfACallInPlace) {
  TestCall call("plain", boxed_tile());
  call.form.results = {{.operand = "dst", .flow = {.in_place = {"src"}}}};
  call.test.scenario = in_place_name;
  const CallImage image(call.test, 1, 0);
  std::vector<std::byte> arena(image.bytes());
  std::vector<ElementArray> before = call.contents(7);
  share_contents(call.test, before);
  image.write(arena, {&before, 1});
  MappedCall mapped(arena, 0);
  const assay_operand* operands = mapped.get()->operands;
  ASSERT_EQ(operands[0].data, operands[1].data);
  EXPECT_THAT(request_line(*mapped.get(), 7), testing::HasSubstr(R"("in_place_of":"src")"));
  auto* memory = static_cast<std::byte*>(operands[1].data);
  std::memset(memory, 0, 2);
  memory[2048] ^= std::byte{1};
  const Trial trial = image.read(arena, 0, before);
  EXPECT_EQ(trial.before[0], trial.before[1]);
  EXPECT_EQ(trial.after[0][0], 0U);
  EXPECT_EQ(trial.after[0][1], 1U);
  EXPECT_EQ(trial.after[1], before[1]);  // its former content is not requested
  ASSERT_THAT(trial.damage, testing::SizeIs(1));
  EXPECT_EQ(trial.damage[0].operand, "dst");
}

TEST(CallImage, SeesAGuardThatWasMovedAsAWhole) {
  for (const std::int64_t shift : {1, 32, 512}) {
    std::int64_t same = 0;
    for (std::int64_t i = 0; i < guard_bytes; ++i) same += guard_byte(i) == guard_byte(i + shift);
    EXPECT_LT(same, guard_bytes / 8) << shift;
  }
}

TEST(CallImage, SeesTextThatIsLongerThanItsBuffer) {
  Laid laid;
  MappedCall mapped(laid.arena, 0);
  std::memset(mapped.get()->text, 'x', 65);
  ImageHeader header;
  std::memcpy(&header, laid.arena.data(), sizeof header);
  ExecutionSlot slot;
  slot.text_length = 65;
  std::memcpy(laid.arena.data() + header.slots, &slot, sizeof slot);
  const Trial trial = laid.read(0);
  EXPECT_EQ(trial.text, std::string(64, 'x'));
  ASSERT_THAT(trial.damage, testing::SizeIs(1));
  EXPECT_EQ(trial.damage[0].operand, "text");
}

TEST(CallImage, PointsAtTheFirstElementOfAViewAndGuardsTheWholeAllocation) {
  Form form;
  form.op = "LOOK";
  form.operands = {{"src", Role::input, OperandKind::global},
                   {"scalar", Role::input, OperandKind::scalar}};
  GlobalSpec global;
  global.element = ElementType::f32;
  global.shape = {1, 1, 1, 2, 3};
  global.stride = {10, 10, 10, 5, 1};
  global.base = 4;  // the last element is at 4 + 5 + 2: twelve elements in all
  Case test_case;
  test_case.call = {&form, Target::a5, {global, ScalarSpec{ElementType::i32, 0xFFFFFFFE}}, {}};
  const std::vector<ElementArray> before{ElementArray(ElementType::f32, 12),
                                         ElementArray(ElementType::i32, 1)};
  const CallImage image(test_case, 1, 0);
  std::vector<std::byte> arena(image.bytes());
  image.write(arena, {&before, 1});
  MappedCall mapped(arena, 0);
  const assay_operand& operand = mapped.get()->operands[0];
  EXPECT_EQ(operand.byte_size, 8U * 4);
  EXPECT_EQ(operand.stride[3], 5);
  EXPECT_EQ(mapped.get()->operands[1].scalar_bits, 0xFFFFFFFEU);
  static_cast<std::uint32_t*>(operand.data)[0] = 0x11111111;
  static_cast<std::uint32_t*>(operand.data)[-4] = 0x22222222;
  static_cast<std::uint32_t*>(operand.data)[8] ^= 1;
  const Trial trial = image.read(arena, 0, before);
  EXPECT_EQ(trial.after[0][4], 0x11111111U);
  EXPECT_EQ(trial.after[0][0], 0x22222222U);
  ASSERT_THAT(trial.damage, testing::SizeIs(1));
  EXPECT_EQ(trial.damage[0].first_byte, 48);
}

TEST(CallImage, CarriesATypeThatBreaksTheRulesOfTiles) {
  TileType type = boxed_tile();
  type.rows = 15;  // no whole box
  TestCall call("plain", type);
  const CallImage image(call.test, 1, 0);
  std::vector<std::byte> arena(image.bytes());
  const std::vector<ElementArray> before = call.contents(3);
  image.write(arena, {&before, 1});
  const Trial trial = image.read(arena, 0, before);
  EXPECT_EQ(trial.after, before);
  EXPECT_THAT(trial.damage, testing::IsEmpty());
}

}  // namespace
}  // namespace assay::runners
