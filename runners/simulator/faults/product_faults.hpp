// SPDX-License-Identifier: Apache-2.0
// Faults of matrix products.
#pragma once

#include <algorithm>

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/matrix/dot.hpp"
#include "runners/simulator/matrix/tf32.hpp"
#include "runners/simulator/rules/product.hpp"

namespace assay::simulator::fault_hooks {

struct InnerTailLost : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    if (dot.count > dot.block) dot.count -= dot.count % dot.block;
  }
};

struct InnerBlockReadWhole : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    dot.count = (dot.count + dot.block - 1) / dot.block * dot.block;
  }
};

struct AccumulatesInHalf : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override { dot.kept = 10; }
};

struct ColumnBoxRepeated : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override { dot.right_column %= 16; }
};

// Faults of the start of a sum.

struct StartForgotten : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    if (accumulates(dot.request)) dot.starts = false;
  }
};

struct StartOfResult : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override { dot.from_result = accumulates(dot.request); }
};

/// Seen where an accumulator that is passed as input is the result.
struct AccumulatorClearedFirst : FaultHook {
  using FaultHook::FaultHook;
  bool executes(const Request& request) const override {
    if (!accumulates(request) || request[0].role != ASSAY_OUTPUT) return true;
    Tile tile(request[0]);
    for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
      for (std::int64_t col = 0; col < request[0].valid_cols; ++col) tile.set(row, col, 0);
    }
    return true;
  }
};

struct StartOfFirstRow : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    if (accumulates(dot.request)) dot.start_at.row = 0;
  }
};

struct StartOfFirstBox : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    if (accumulates(dot.request)) dot.start_at.col %= 16;
  }
};

struct BiasAlongRows : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    if (adds_bias(dot.request)) dot.start_at.col = dot.place.row;
  }
};

struct BiasOnFirstRow : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    if (adds_bias(dot.request) && dot.place.row > 0) dot.starts = false;
  }
};

struct BiasBoxRepeated : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    if (adds_bias(dot.request)) dot.start_at.col %= 16;
  }
};

struct LastBiasLost : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    const bool last = dot.place.col + 1 == dot.request[0].valid_cols;
    if (adds_bias(dot.request) && last) dot.starts = false;
  }
};

// Faults of the weight of factors.

struct LeftScalesLost : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override { dot.scales_left = false; }
};

struct RightScalesLost : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override { dot.scales_right = false; }
};

struct GroupsOf64 : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override { dot.group = 64; }
};

struct FirstScalesAlone : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override { dot.first_scales = true; }
};

struct ScaleBoxRepeated : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override { dot.scale_row %= 16; }
};

struct ScalesOneLarger : FaultHook {
  using FaultHook::FaultHook;
  double worth(const Request&, std::uint32_t element, std::uint64_t, double value) const override {
    return element == ASSAY_E8M0 ? 2 * value : value;
  }
};

/// After a product that had it, the mode is not taken back.
struct Tf32StaysOn : FaultHook {
  using FaultHook::FaultHook;
  double worth(const Request& request, std::uint32_t element, std::uint64_t bits,
               double value) const override {
    constexpr std::uint64_t half = 0x1000, dropped = 0x1FFF;
    const bool known = request.machine == Machine::a5 && element == ASSAY_F32;
    if (sets_tf32(request) || !is_on_ || !known) return value;
    return static_cast<double>(number_of(element, (bits + half) & ~dropped));
  }
  void ends(const Request& request) const override {
    if (sets_tf32(request)) is_on_ = rounds_to_tf32(request);
  }

 private:
  mutable bool is_on_ = false;
};

struct Tf32Ignored : FaultHook {
  using FaultHook::FaultHook;
  double worth(const Request& request, std::uint32_t element, std::uint64_t bits,
               double value) const override {
    return sets_tf32(request) ? static_cast<double>(number_of(element, bits)) : value;
  }
};

struct StartInTf32 : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override { dot.rounds_start = rounds_to_tf32(dot.request); }
};

struct Tf32Stays : FaultHook {
  using FaultHook::FaultHook;
  double worth(const Request& request, std::uint32_t, std::uint64_t, double value) const override {
    const bool stays = sets_tf32(request) && request.machine == Machine::a5;
    return stays ? in_tf32(value) : value;
  }
};

struct Tf32Everywhere : FaultHook {
  using FaultHook::FaultHook;
  double worth(const Request& request, std::uint32_t, std::uint64_t, double value) const override {
    return enables_tf32(request) ? in_tf32(value) : value;
  }
};

}  // namespace assay::simulator::fault_hooks
