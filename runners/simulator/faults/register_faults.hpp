// SPDX-License-Identifier: Apache-2.0
// Faults of registers that one call leaves to others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/movement/registers.hpp"
#include "runners/simulator/rules/registers.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

constexpr bool is_setting(const Request& request) {
  return request.row->run == run_matrix_setting || request.row->run == run_padding_setting;
}

/// Pads that a call left in registers are not replaced by those of a later one.
struct FirstPadsKept : FaultHook {
  using FaultHook::FaultHook;
  bool executes(const Request& request) const override {
    const bool sets = request.row->run == run_matrix_setting && writes_registers(request);
    if (!sets) return true;
    bool& is_set = is_set_[factor_of(request) == Factor::left ? 0 : 1];
    return !std::exchange(is_set, true);
  }

 private:
  mutable bool is_set_[2] = {};
};

/// Registers of the right factor are those of the left one.
struct OneSetOfRegisters : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    if (!is_setting(request) || !writes_registers(request)) return;
    const Factor here = factor_of(request);
    const Factor other = here == Factor::left ? Factor::right : Factor::left;
    pad_registers(other) = pad_registers(here);
  }
};

/// Repetitions are written to where the pads are.
struct RepetitionsClearPads : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    if (request.row->run != run_repetition_setting || !writes_registers(request)) return;
    pad_registers(factor_of(request)).pads = {};
  }
};

/// The value of pads in registers is lost when a matrix is made with it.
struct PadValueUsedOnce : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    if (request.row->run == run_image && writes_registers(request)) {
      pad_registers(factor_of(request)).value = 0;
    }
  }
};

/// The value of pads that a call left in registers is not replaced by that of a later one.
struct FirstPadValueKept : FaultHook {
  using FaultHook::FaultHook;
  bool executes(const Request& request) const override {
    const bool sets = request.row->run == run_padding_setting && writes_registers(request);
    if (!sets) return true;
    bool& is_set = is_set_[factor_of(request) == Factor::left ? 0 : 1];
    return !std::exchange(is_set, true);
  }

 private:
  mutable bool is_set_[2] = {};
};

/// Accumulators are quantised by descriptors that an earlier call left, not by those of the call.
struct DescriptorsLeft : FaultHook {
  using FaultHook::FaultHook;
  bool executes(const Request& request) const override {
    quantises_ = quantises(request);
    return true;
  }
  void origin(const Request&, Place, Place& from) const override { lane_ = from.col; }
  std::uint64_t argument(std::uint32_t, std::uint64_t bits) const override {
    const auto lane = static_cast<std::size_t>(lane_);
    return quantises_ && lane < left_.size() ? left_[lane] : bits;
  }
  void ends(const Request& request) const override {
    if (!leaves(request)) return;
    const assay_operand& row = request[quantises(request) ? 2 : 0];
    left_.resize(static_cast<std::size_t>(row.byte_size) / sizeof(std::uint64_t));
    std::memcpy(left_.data(), row.data, left_.size() * sizeof(std::uint64_t));
  }

 protected:
  static bool quantises(const Request& request) {
    const auto run = request.row->run;
    const bool moves = run == run_quantised_move || run == run_quantised_extraction ||
                       run == run_quantised_insertion || run == run_quantised_store;
    return moves && request.operands.size() > 2 && request[2].kind == ASSAY_TILE;
  }

 private:
  /// Whether descriptors of the call stay in the register.
  virtual bool leaves(const Request& request) const = 0;

  mutable bool quantises_ = false;
  mutable std::int64_t lane_ = 0;
  mutable std::vector<std::uint64_t> left_;
};

/// What SET_QUANT_VECTOR sets for a TPUSH also counts for other calls.
struct SetDescriptorsCount : DescriptorsLeft {
  using DescriptorsLeft::DescriptorsLeft;

 private:
  bool leaves(const Request& request) const override {
    return request.row->run == run_quantiser_setting;
  }
};

/// The descriptors of the first call are never replaced.
struct FirstDescriptorsKept : DescriptorsLeft {
  using DescriptorsLeft::DescriptorsLeft;

 private:
  bool leaves(const Request& request) const override {
    return quantises(request) && !std::exchange(has_some_, true);
  }

  mutable bool has_some_ = false;
};

}  // namespace assay::simulator::fault_hooks
