// SPDX-License-Identifier: Apache-2.0
// Faults of printing.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/movement/movement.hpp"
#include "runners/simulator/rules/print.hpp"

namespace assay::simulator::fault_hooks {

struct PrintTruncatesDigit : FaultHook {
  using FaultHook::FaultHook;
  void spelled(std::uint32_t element, std::uint64_t bits, const PrintStyle& style,
               std::string& text) const override {
    if (!float_format(element) || !std::isfinite(value_of(element, bits))) return;
    char digits[96];
    // Every half and float has fewer than 40 + 1 digits before the point.
    const int more = std::snprintf(digits, sizeof digits, "%.30f", value_of(element, bits));
    digits[more - 30 + style.precision] = '\0';
    text = fmt::format("{:>{}}", digits, style.width);
  }
};

struct UnsignedPrintedSigned : FaultHook {
  using FaultHook::FaultHook;
  void spelled(std::uint32_t element, std::uint64_t bits, const PrintStyle& style,
               std::string& text) const override {
    if (float_format(element)) return;
    const int unused = 64 - width_of(element);
    text = fmt::format("{:>{}}", static_cast<std::int64_t>(bits << unused) >> unused, style.width);
  }
};

struct PrintWrongWidth : FaultHook {
  using FaultHook::FaultHook;
  void style(PrintStyle& style) const override { style.width -= 2; }
};

struct PrintFenceMissing : FaultHook {
  using FaultHook::FaultHook;
  void printed(const Request&, PrintedPart& part) const override {
    part.fenced_cols = part.fenced_rows = false;
  }
};

struct PrintValidOnly : FaultHook {
  using FaultHook::FaultHook;
  void printed(const Request& request, PrintedPart& part) const override {
    if (request[0].kind == ASSAY_TILE && request.on_device()) {
      part.region = valid_region_of(request[0]);
    }
  }
};

struct PrintLastRowLost : FaultHook {
  using FaultHook::FaultHook;
  void printed(const Request&, PrintedPart& part) const override {
    if (part.region.rows > 0) --part.region.rows;
  }
};

}  // namespace assay::simulator::fault_hooks
