// SPDX-License-Identifier: Apache-2.0
// Errata of images that become columns, of rows with columns of their own, of addresses of scales:
// one row each.
#pragma once

#include <array>
#include <optional>

#include "runners/simulator/core/walk.hpp"
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

/// E-TGET_SCALE_ADDR-001
struct ScalesOnFactors : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    if (request.on_device() || request.row->run != run_scale_address) return;
    assay_operand factors = request[0];
    factors.data = request[1].data;
    factors.byte_size = request[1].byte_size;
    const Tile seen(factors);
    for (std::int64_t row = 0; row < factors.valid_rows; ++row) {
      for (std::int64_t col = 0; col < factors.valid_cols; ++col) {
        dst.set(row, col, seen.get(row, col));
      }
    }
  }
};

inline constexpr std::array image_errata{
    FaultInfo{"E-TCONCAT-004", "", bent<ColumnsOfBothAsserted>},
    FaultInfo{"E-TIMG2COL-001", "", bent<EveryChannelCounts>},
    FaultInfo{"E-TGET_SCALE_ADDR-001", "", bent<ScalesOnFactors>},
};

}  // namespace assay::simulator::bends
