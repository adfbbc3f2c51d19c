// SPDX-License-Identifier: Apache-2.0
// Registers of images: pads that outlive the call which wrote them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "runners/simulator/rules/request.hpp"

namespace assay::simulator {

/// What TIMG2COL finds there for one factor.
struct PadRegisters {
  std::array<std::uint64_t, 4> pads = {};  ///< left, right, top, bottom
  std::uint64_t value = 0;
};

/// The factors whose registers a call can name.
enum class Factor : std::uint8_t { left, right };
/// By the call's FmatrixMode.
Factor factor_of(const Request& request);
/// Whether the call's FmatrixMode is one that writes registers, on a machine that has them.
bool writes_registers(const Request& request);

PadRegisters& pad_registers(Factor factor);

}  // namespace assay::simulator
