// SPDX-License-Identifier: Apache-2.0
#include "runners/sdk/call/shared_images.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "runners/sdk/source/entry.hpp"

namespace assay::runners::sdk {
namespace {

constexpr std::uint64_t tile_bytes = 1024;
constexpr std::uint64_t image_bytes = 4 * tile_bytes;

/// An image of UB with guard bands, and a call whose tiles lie in it.
struct Shared {
  std::vector<std::byte> host = std::vector<std::byte>(image_bytes + 2 * assay_sdk::guard);
  std::vector<std::byte> chip = std::vector<std::byte>(std::size_t{1} << 16);
  std::vector<assay_image> images;
  assay_operand operands[3] = {};
  assay_call call{};
  Index index;

  Shared() {
    images.push_back({sizeof(assay_image), ASSAY_UB, first(), image_bytes});
    for (assay_operand& operand : operands) {
      operand.struct_size = sizeof operand;
      operand.name = "tile";
      operand.kind = ASSAY_TILE;
      operand.byte_size = tile_bytes;
    }
    operands[2].kind = ASSAY_SCALAR;
    operands[2].name = "addr";
    put(0, 1);
    put(1, 0);
    call.operands = operands;
    call.operand_count = 2;
    index.capacity = {{"Vec", chip.size()}};
  }
  std::byte* first() { return host.data() + assay_sdk::guard; }
  /// The first tile is bound in the second; by a number that the call is given, or by a constant.
  void bind_in_storage(bool by_number) {
    operands[1].name = "storage";
    call.operand_count = by_number ? 3 : 2;
  }
  void put(std::size_t operand, std::uint64_t tile) {
    operands[operand].data = first() + tile * tile_bytes;
  }
  /// The memory that a library has bound tiles to.
  std::vector<void*> bound(const Placement& placement) {
    std::vector<void*> memory;
    for (const std::uint64_t address : placement.addresses) memory.push_back(chip.data() + address);
    return memory;
  }
};

TEST(SharedImages, KeepNeighboursNeighboursAndWhatStandsUponSomethingUponIt) {
  Shared shared;
  SharedImages images(shared.images, shared.index);
  const Placement beside = *images.place(shared.call);
  EXPECT_EQ(beside.addresses[0], beside.addresses[1] + tile_bytes);
  EXPECT_GE(beside.addresses[1], assay_sdk::guard);
  shared.put(0, 0);
  const Placement upon = *images.place(shared.call);
  EXPECT_EQ(upon.addresses[0], upon.addresses[1]);
}

TEST(SharedImages, ShowWhatACallWritesInItsNeighbourWhereverThatIs) {
  Shared shared;
  SharedImages images(shared.images, shared.index);
  const Placement placement = *images.place(shared.call);
  shared.first()[0] = std::byte{7};
  const std::vector<void*> memory = shared.bound(placement);
  ASSERT_TRUE(images.fill(shared.call, placement, memory.data()));
  EXPECT_EQ(static_cast<std::byte*>(memory[1])[0], std::byte{7});
  static_cast<std::byte*>(memory[1])[3 * tile_bytes] = std::byte{9};
  images.take_back();
  EXPECT_EQ(shared.first()[3 * tile_bytes], std::byte{9});
  EXPECT_EQ(shared.first()[-1], std::byte{0});
  EXPECT_EQ(shared.first()[image_bytes], std::byte{0});
}

TEST(SharedImages, SpoilTheGuardOfTheHostWhereOneOfTheirsIsWritten) {
  for (const bool before : {false, true}) {
    Shared shared;
    SharedImages images(shared.images, shared.index);
    const Placement placement = *images.place(shared.call);
    const std::vector<void*> memory = shared.bound(placement);
    ASSERT_TRUE(images.fill(shared.call, placement, memory.data()));
    std::byte* first = static_cast<std::byte*>(memory[1]);
    (before ? first[-8] : first[image_bytes + 2000]) = std::byte{1};
    images.take_back();
    EXPECT_NE(shared.first()[before ? -1 : static_cast<int>(image_bytes)], std::byte{0});
  }
}

TEST(SharedImages, HaveDisjointPlacesInABufferThatTheyShare) {
  Shared shared;
  std::vector<std::byte> bias(image_bytes);
  shared.images.push_back({sizeof(assay_image), ASSAY_BIAS_TABLE, bias.data(), image_bytes});
  SharedImages images(shared.images, shared.index);
  shared.operands[0].data = bias.data();
  const Placement placement = *images.place(shared.call);
  EXPECT_GE(placement.addresses[0], placement.addresses[1] + image_bytes + assay_sdk::guard);
  bias[5] = std::byte{5};
  const std::vector<void*> memory = shared.bound(placement);
  ASSERT_TRUE(images.fill(shared.call, placement, memory.data()));
  EXPECT_EQ(static_cast<std::byte*>(memory[0])[5], std::byte{5});
}

TEST(SharedImages, HaveNoGuardsWhereTheyFillTheirBufferAndNoPlaceWhereTheyDoNotFit) {
  Shared shared;
  shared.index.capacity = {{"Vec", image_bytes}};
  EXPECT_EQ(SharedImages(shared.images, shared.index).place(shared.call)->addresses[1], 0U);
  shared.index.capacity = {{"Vec", image_bytes - 1}};
  EXPECT_FALSE(SharedImages(shared.images, shared.index).place(shared.call));
}

TEST(SharedImages, TakeNoCallOfOperandsThatAreInNoneOfThem) {
  Shared shared;
  std::vector<std::byte> elsewhere(tile_bytes);
  SharedImages images(shared.images, shared.index);
  shared.operands[1].data = elsewhere.data();
  EXPECT_FALSE(images.place(shared.call));
}

TEST(SharedImages, HaveStorageWhereItLiesAndNumbersCountFromThere) {
  Shared shared;
  SharedImages images(shared.images, shared.index);
  shared.put(1, 2);
  const Placement plain = *images.place(shared.call);
  EXPECT_EQ(plain.storage, 0U);
  shared.bind_in_storage(true);
  const Placement placement = *images.place(shared.call);
  EXPECT_EQ(placement.addresses, (std::vector{plain.addresses[0], plain.addresses[1], 0UL}));
  EXPECT_EQ(placement.storage, placement.addresses[1]);
}

TEST(SharedImages, HaveStorageAtAddressZeroWhereTheAddressIsAConstant) {
  Shared shared;
  SharedImages images(shared.images, shared.index);
  shared.put(1, 2);
  shared.bind_in_storage(false);
  const Placement placement = *images.place(shared.call);
  EXPECT_EQ(placement.addresses[1], 0U);
  EXPECT_GE(placement.addresses[0], 2 * tile_bytes + assay_sdk::guard);
  shared.first()[3 * tile_bytes] = std::byte{7};
  shared.first()[0] = std::byte{6};
  const std::vector<void*> memory = shared.bound(placement);
  ASSERT_TRUE(images.fill(shared.call, placement, memory.data()));
  EXPECT_EQ(shared.chip[tile_bytes], std::byte{7});
  std::byte* const other = shared.chip.data() + placement.addresses[0] - tile_bytes;
  EXPECT_EQ(*other, std::byte{6});
  shared.chip[tile_bytes + 1] = *other = std::byte{9};
  images.take_back();
  EXPECT_EQ(shared.first()[3 * tile_bytes + 1], std::byte{9});
  EXPECT_EQ(shared.first()[0], std::byte{9});
  EXPECT_EQ(shared.first()[-1], std::byte{0});
  EXPECT_EQ(shared.first()[image_bytes], std::byte{0});
}

TEST(SharedImages, SpoilTheGuardBehindOnceWhereThatOfBothPiecesIsWritten) {
  Shared shared;
  SharedImages images(shared.images, shared.index);
  shared.put(1, 2);
  shared.bind_in_storage(false);
  const Placement placement = *images.place(shared.call);
  const std::vector<void*> memory = shared.bound(placement);
  ASSERT_TRUE(images.fill(shared.call, placement, memory.data()));
  shared.chip[2 * tile_bytes] = shared.chip[placement.addresses[0] + tile_bytes] = std::byte{1};
  images.take_back();
  EXPECT_NE(shared.first()[image_bytes], std::byte{0});
}

TEST(SharedImages, TouchNothingWhereTheLibraryBoundTilesElsewhere) {
  Shared shared;
  SharedImages images(shared.images, shared.index);
  const Placement placement = *images.place(shared.call);
  std::vector<void*> memory = shared.bound(placement);
  memory[1] = static_cast<std::byte*>(memory[1]) + 64;
  EXPECT_FALSE(images.fill(shared.call, placement, memory.data()));
  EXPECT_EQ(shared.chip, std::vector<std::byte>(shared.chip.size()));
}

}  // namespace
}  // namespace assay::runners::sdk
