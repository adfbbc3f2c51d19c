// SPDX-License-Identifier: Apache-2.0
// Errata of printing.
#pragma once

#include "runners/simulator/core/answer.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/movement/movement.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::bends {

inline bool prints_on_cpu(const Request& request) {
  return request.row->run == run_print && !request.on_device() && request.operands.size() > 0;
}

/// E-TPRINT-001
struct HalfRefused : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    if (!prints_on_cpu(request)) return std::nullopt;
    if (request[0].kind != ASSAY_TILE || request[0].element != ASSAY_F16) return std::nullopt;
    return Answer{ASSAY_REJECTED, "TPRINT: no operator<< takes half"};
  }
};

/// E-TPRINT-002
struct GlobalRefused : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    if (!prints_on_cpu(request) || request[0].kind != ASSAY_GLOBAL) return std::nullopt;
    return Answer{ASSAY_REJECTED, "TPRINT: a view has no GetValidRow"};
  }
};

/// E-TPRINT-003
struct ValidPartPrinted : Bend {
  using Bend::Bend;
  void printed(const Request& request, PrintedPart& part) const override {
    if (request[0].kind != ASSAY_TILE || request.on_device()) return;
    part = {valid_region_of(request[0]), false, false};
  }
};

}  // namespace assay::simulator::bends
