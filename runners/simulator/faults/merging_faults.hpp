// SPDX-License-Identifier: Apache-2.0
// Faults of merges of sorted lists.
#pragma once

#include <algorithm>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/rules/merge.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

inline bool is_merge(const Request& request) { return request.row->run == run_merge; }

/// Of equal values that of the last list.
struct LaterListFirst : FaultHook {
  using FaultHook::FaultHook;
  bool leads(const Search& search, std::uint64_t challenger, std::uint64_t leader,
             bool ahead) const override {
    const bool tie = value_of(search.element, challenger) == value_of(search.element, leader);
    return ahead || (tie && is_merge(search.request));
  }
};

struct CountsInElements : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (!is_merge(request) || &element.target() == &request[0]) return bits;
    return bits * static_cast<std::uint64_t>(8 / size_of(request[0].element));
  }
};

/// The first four blocks of a tile, not the next four.
struct FirstGroupAlone : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request& request, const assay_operand&, Region, Region& worked) const override {
    if (!is_merge(request) || request.form != "blocks") return;
    const auto length = static_cast<std::int64_t>(request[2].scalar_bits);
    worked.cols = std::min(worked.cols, merge::ways * length);
  }
};

}  // namespace assay::simulator::fault_hooks
