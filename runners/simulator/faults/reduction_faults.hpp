// SPDX-License-Identifier: Apache-2.0
// Faults of reductions and of what is spread.
#pragma once

#include <algorithm>

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/reduction/expansion.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/rules/reduction.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

inline bool folds_a_row(const Request& request) {
  return request.row->run == run_fold && request.row->along_rows;
}

struct TermDropped : FaultHook {
  using FaultHook::FaultHook;
  void gathered(const Folder&, std::int64_t, Folder::Values& values) const override {
    if (values.size() > 1) values.pop_back();
  }
};

struct TermDoubled : FaultHook {
  using FaultHook::FaultHook;
  void gathered(const Folder&, std::int64_t, Folder::Values& values) const override {
    values.push_back(values.back());
  }
};

struct TotalCarriedOver : FaultHook {
  using FaultHook::FaultHook;
  void gathered(const Folder& folder, std::int64_t line, Folder::Values& values) const override {
    if (!folder.request().row->along_rows) return;
    if (line > 0) values.front() = folder.two(before_, values.front());
    before_ = folder.total(values);
  }

 private:
  mutable std::uint64_t before_ = 0;
};

struct BlockReadWhole : FaultHook {
  using FaultHook::FaultHook;
  void terms(const Request& request, const assay_operand& src, bool,
             std::int64_t& count) const override {
    if (!folds_a_row(request)) return;
    const std::int64_t block = 32 / size_of(src.element);
    count = std::min((count + block - 1) / block * block, src.cols);
  }
};

/// Zeros after the last result of a column of results.
struct ResultBlockStored : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile& tile) const override {
    const assay_operand& dst = tile.operand();
    if (!folds_a_row(request) || dst.cols != 1) return;
    const std::int64_t size = size_of(dst.element);
    auto* end = static_cast<unsigned char*>(dst.data) + dst.valid_rows * size;
    std::fill_n(end, 32 - size, static_cast<unsigned char>(0));
  }
};

struct TotalInSource : FaultHook {
  using FaultHook::FaultHook;
  void spent(const Request& request, Tile& source, Place place,
             std::uint64_t result) const override {
    const bool in_pairs = folds_pairs(request) && request.attribute("isBinary") == "true";
    if (in_pairs) source.set(0, place.col, result);
  }
};

struct SpreadsAlongWrongAxis : FaultHook {
  using FaultHook::FaultHook;
  void met(const Spreading& spreading, Place& place) const override {
    const Place& lane = spreading.lane;
    if (spreading.how == Spread::one_per_row) place = {0, 0};
    if (spreading.how == Spread::block_per_row) place = {lane.row, 0};
    if (spreading.how == Spread::row) place = lane;
  }
};

struct RegisterNotAdvanced : FaultHook {
  using FaultHook::FaultHook;
  void met(const Spreading& spreading, Place& place) const override {
    if (spreading.how == Spread::row) place.col %= 8 * spreading.block;
  }
};

// ---- sums of neighbours ----

struct NeighboursAcross : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (request.row->run == run_pair_sums) from.col = to.col;
  }
};

/// The last element of an odd row is left out.
struct LastNeighbourLost : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile& dst) const override {
    const assay_operand& tile = request[0];
    if (request.row->run != run_pair_sums || tile.valid_cols % 2 == 0) return;
    for (std::int64_t row = 0; row < tile.valid_rows; ++row) dst.set(row, tile.valid_cols / 2, 0);
  }
};

}  // namespace assay::simulator::fault_hooks
