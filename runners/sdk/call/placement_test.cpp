// SPDX-License-Identifier: Apache-2.0
#include "runners/sdk/call/placement.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <vector>

namespace assay::runners::sdk {
namespace {

TEST(Placement, PutsTilesOfACallInPlaceToOneAddress) {
  std::vector<std::byte> host(8192);
  std::array<assay_operand, 3> operands{};
  for (assay_operand& operand : operands) {
    operand.kind = ASSAY_TILE;
    operand.role = ASSAY_INPUT;
    operand.name = "tile";
    operand.byte_size = 2048;
  }
  operands[0].data = operands[1].data = host.data();
  operands[2].data = host.data() + 4096;
  assay_call call{};
  call.operands = operands.data();
  call.operand_count = operands.size();
  const Capacity capacity{{"Vec", 1 << 16}};
  const Placement placement = place(call, capacity);
  EXPECT_EQ(placement.addresses[0], placement.addresses[1]);
  EXPECT_GE(placement.addresses[2], placement.addresses[0] + 2048 + 1024);
  EXPECT_EQ(placement.gaps[1], 0U);
  operands[1].byte_size = 1024;  // a part of it is another tile
  EXPECT_NE(place(call, capacity).addresses[0], place(call, capacity).addresses[1]);
}

}  // namespace
}  // namespace assay::runners::sdk
