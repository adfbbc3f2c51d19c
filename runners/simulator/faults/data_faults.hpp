// SPDX-License-Identifier: Apache-2.0
// Faults of what is read and written, whatever is computed: the data path, regions, addresses.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/rules/arithmetic.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

// ---- the data path ----

struct DataPath : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t moved(std::uint32_t element, std::uint64_t bits) const final {
    const std::optional<FloatFormat> format = float_format(element);
    return format ? passed(*format, bits) : bits;
  }
  /// Results pass it where they are NaN.
  std::uint64_t rounded(std::uint32_t element, std::uint64_t bits) const final {
    return is_nan(*float_format(element), bits) ? moved(element, bits) : bits;
  }

 private:
  virtual std::uint64_t passed(FloatFormat format, std::uint64_t bits) const = 0;
};

struct NanSwallowed : DataPath {
  using DataPath::DataPath;
  std::uint64_t passed(FloatFormat format, std::uint64_t bits) const override {
    return is_nan(format, bits) ? 0 : bits;
  }
};

struct NanPayloadLost : DataPath {
  using DataPath::DataPath;
  std::uint64_t passed(FloatFormat format, std::uint64_t bits) const override {
    return is_nan(format, bits) ? quiet_nan(format) : bits;
  }
};

/// Arguments of functions pass it too.
struct WholeDataPath : DataPath {
  using DataPath::DataPath;
  std::uint64_t argument(std::uint32_t element, std::uint64_t bits) const final {
    return moved(element, bits);
  }
};

struct ZeroSignLost : WholeDataPath {
  using WholeDataPath::WholeDataPath;
  std::uint64_t passed(FloatFormat format, std::uint64_t bits) const override {
    return magnitude(format, bits) == 0 ? 0 : bits;
  }
};

struct SubnormalsFlushed : WholeDataPath {
  using WholeDataPath::WholeDataPath;
  std::uint64_t passed(FloatFormat format, std::uint64_t bits) const override {
    return is_subnormal(format, bits) ? bits - magnitude(format, bits) : bits;
  }
};

/// A stuck line: of large numbers the lowest bit of the exponent reads as zero.
struct ExponentBitStuck : WholeDataPath {
  using WholeDataPath::WholeDataPath;
  std::uint64_t passed(FloatFormat format, std::uint64_t bits) const override {
    const std::uint64_t size = magnitude(format, bits), end = infinity(format);
    const bool large = size < end && size >= end / 4 * 3;
    return large ? bits & ~(std::uint64_t{1} << format.fraction_bits) : bits;
  }
};

// ---- regions ----

struct IgnoresValidColumns : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request&, const assay_operand&, Region room, Region& worked) const override {
    worked.cols = room.cols;
  }
  void filled(const Request&, const assay_operand& tile, Region& worked) const override {
    worked.cols = tile.cols;
  }
};

struct IgnoresValidRows : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request&, const assay_operand&, Region room, Region& worked) const override {
    worked.rows = room.rows;
  }
  void filled(const Request&, const assay_operand& tile, Region& worked) const override {
    worked.rows = tile.rows;
  }
};

/// A loop that tests for another iteration after its body.
struct EmptyIsOne : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request&, const assay_operand&, Region, Region& worked) const override {
    enter(worked);
  }
  void filled(const Request&, const assay_operand&, Region& worked) const override {
    enter(worked);
  }

 private:
  static void enter(Region& worked) {
    worked = {std::max<std::int64_t>(worked.rows, 1), std::max<std::int64_t>(worked.cols, 1)};
  }
};

struct ReadsOutsideValid : FaultHook {
  using FaultHook::FaultHook;
  std::int64_t column(const assay_operand& tile, Region worked, Place place) const override {
    const bool slips = place.col + 1 == worked.cols && worked.cols < tile.cols;
    return slips ? place.col + 1 : place.col;
  }
  void terms(const Request&, const assay_operand& src, bool along_row,
             std::int64_t& count) const override {
    count = std::min(count + 1, along_row ? src.cols : src.rows);
  }
};

struct TailSkipped : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request& request, const assay_operand& tile, Region,
              Region& worked) const override {
    if (request.row->rules == arithmetic_rules)
      worked.cols -= worked.cols % (32 / size_of(tile.element));
  }
};

struct ValidSizesSwapped : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request& request, const assay_operand& tile, Region,
              Region& worked) const override {
    if (request.row->run != run_logic && !request.row->byte_pairs) return;
    worked = {std::min(worked.cols, tile.rows), std::min(worked.rows, tile.cols)};
  }
};

struct SecondBufferShort : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request& request, const assay_operand&, Region, Region& worked) const override {
    const auto run = request.row->run;
    const bool spreads = run == run_row_copy || run == run_column_copy || run == run_row_spread ||
                         run == run_column_spread;
    if (spreads && history().calls % 2 != 0) --worked.rows;
  }
};

// ---- writes outside results ----

/// Remembers what was stored last in a call.
struct WritesPastValid : FaultHook {
  using FaultHook::FaultHook;
  std::optional<Answer> instead(const Request&) const override {
    last_ = 0;
    return std::nullopt;
  }
  std::uint64_t stored(const Written&, std::uint64_t bits) const override { return last_ = bits; }
  void finished(const Request&, Tile& tile) const override {
    const assay_operand& dst = tile.operand();
    if (dst.valid_cols < dst.cols) {
      tile.set(dst.valid_rows - 1, dst.valid_cols, last_);
    } else {
      tile.set(dst.valid_rows, 0, last_);
    }
  }

 private:
  mutable std::uint64_t last_ = 0;
};

struct WritesGuard : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request&, Tile& tile) const override {
    const assay_operand& dst = tile.operand();
    static_cast<char*>(dst.data)[dst.byte_size] ^= 0x55;
  }
};

struct ModifiesInput : FaultHook {
  using FaultHook::FaultHook;
  void spent(const Request&, Tile& source, Place place, std::uint64_t result) const override {
    source.set(place.row, place.col, result);
  }
  void spent(const Request&, Tile& source) const override { source.set(0, 0, ~source.get(0, 0)); }
};

// ---- results ----

struct ResultsZero : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written&, std::uint64_t) const override { return 0; }
};

struct Nondeterministic : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    return element.first ? bits ^ (history().calls & 1U) : bits;
  }
};

struct DependsOnPreviousCall : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t recalled(std::uint64_t fresh) const override {
    return history().leftover.value_or(fresh);
  }
};

// ---- addresses ----

inline bool is_boxed(const assay_operand& tile) { return tile.box_layout != ASSAY_NONE_BOX; }

struct TransposedBox : FaultHook {
  using FaultHook::FaultHook;
  void route(const assay_operand& tile, Route& route) const override {
    if (!is_boxed(tile)) return;
    route.elements_down = !route.elements_down;
    route.line = route.elements_down ? route.box.rows : route.box.cols;
  }
};

struct WrongStride : FaultHook {
  using FaultHook::FaultHook;
  void route(const assay_operand& tile, Route& route) const override {
    if (!is_boxed(tile)) route.line = route.elements_down ? tile.valid_rows : tile.valid_cols;
    route.strip =
        route.boxes_down ? tile.valid_rows * route.box.cols : tile.valid_cols * route.box.rows;
  }
};

struct ColumnsAsRows : FaultHook {
  using FaultHook::FaultHook;
  void route(const assay_operand& tile, Route& route) const override {
    if (is_boxed(tile) || tile.location != ASSAY_VEC || !route.elements_down) return;
    route.elements_down = false;
    route.line = tile.cols;
  }
};

struct GapsIgnored : FaultHook {
  using FaultHook::FaultHook;
  void view(const Request&, assay_operand& seen) const override {
    std::int64_t step = 1;
    for (std::size_t dim = 5; dim-- > 0; step *= seen.shape[dim]) seen.stride[dim] = step;
  }
};

struct OuterDimensionIgnored : FaultHook {
  using FaultHook::FaultHook;
  void view(const Request&, assay_operand& seen) const override { seen.stride[0] = 0; }
};

struct BaseOffsetIgnored : FaultHook {
  using FaultHook::FaultHook;
  void view(const Request& request, assay_operand& seen) const override {
    if (request.row->run != run_load) return;
    const auto behind = reinterpret_cast<std::uintptr_t>(seen.data) % 32;
    seen.data = static_cast<std::byte*>(seen.data) - behind;
  }
};

struct MiddleStridesExchanged : FaultHook {
  using FaultHook::FaultHook;
  void view(const Request& request, assay_operand& seen) const override {
    if (request.row->run == run_load) std::swap(seen.stride[1], seen.stride[2]);
  }
};

}  // namespace assay::simulator::fault_hooks
