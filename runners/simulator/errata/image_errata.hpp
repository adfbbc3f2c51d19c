// SPDX-License-Identifier: Apache-2.0
// Errata of images that become columns, and of rows with columns of their own: one row each.
#pragma once

#include <array>
#include <optional>

#include "runners/simulator/faults/plants.hpp"
#include "runners/simulator/rules/image.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::bends {

/// E-TCONCAT-004
struct ColumnsOfBothAsserted : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool concerned = request.op == "TCONCAT" && !request.on_device() &&
                           request.form != "plain" &&
                           request[0].valid_cols != request[1].valid_cols + request[2].valid_cols;
    if (!concerned) return std::nullopt;
    return Answer{ASSAY_REJECTED, "dst must have the valid columns of both"};
  }
};

/// E-TIMG2COL-001
struct EveryChannelCounts : Bend {
  using Bend::Bend;
  std::uint64_t scalar(const Request& request, const assay_operand& scalar, std::uint32_t,
                       std::uint64_t bits) const override {
    const bool channels = !request.on_device() && request.row->run == run_image &&
                          &scalar == &request[channels_operand];
    return channels ? 0xFFFF : bits;
  }
};

inline constexpr std::array image_errata{
    FaultInfo{"E-TCONCAT-004", "", bent<ColumnsOfBothAsserted>},
    FaultInfo{"E-TIMG2COL-001", "", bent<EveryChannelCounts>},
};

}  // namespace assay::simulator::bends
