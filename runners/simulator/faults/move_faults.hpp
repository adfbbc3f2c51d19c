// SPDX-License-Identifier: Apache-2.0
// Faults of moves from tile to tile.
#pragma once

#include <algorithm>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/movement/quantiser.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

/// Lines of a block that the transposing unit takes at once.
inline constexpr std::int64_t transposed_lines = 16;

struct LastLinesUntransposed : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place /*to*/, Place& from) const override {
    if (request.row->run != run_transposition) return;
    const std::int64_t whole = request[1].valid_rows / transposed_lines * transposed_lines;
    if (whole > 0 && from.row >= whole) from.row -= whole;
  }
};

struct SquareAlone : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (request.row->run != run_transposition || request.form == "image") return;
    const bool inside = to.row < transposed_lines && to.col < transposed_lines;
    const bool there = to.row < request[1].valid_rows && to.col < request[1].valid_cols;
    if (!inside && there) from = to;
  }
};

// ---- stores ----

/// A run of an ND or DN view ends in a whole block of 32 bytes, where that is a gap.
struct BlockStored : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    const assay_operand& view = request[0];
    const int width = width_of(view.element);
    if (request.row->run != run_store || view.layout == ASSAY_NZ || width < 8) return;
    const int inner = view.layout == ASSAY_DN ? 3 : 4, outer = 7 - inner;
    const std::int64_t run = view.shape[inner], step = view.stride[outer], block = 256 / width;
    const std::int64_t end = std::min((run + block - 1) / block * block, step);
    for (std::int64_t line = 0; line + 1 < view.shape[outer]; ++line) {
      for (std::int64_t place = run; place < end; ++place) {
        store_bits(view.data, width, line * step + place, 0);
      }
    }
  }
};

struct SumSaturates : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t sum = calculate(unit, in);
    if (unit.request->row->run != run_store || !is_integer(unit.element)) return sum;
    const std::uint64_t top = std::uint64_t{1} << (width_of(unit.element) - 1);
    const bool overflows = ((in[0] ^ sum) & (in[1] ^ sum) & top) != 0;
    return overflows ? (in[0] & top) != 0 ? top : top - 1 : sum;
  }
};

// ---- what leaves an accumulator ----

struct DescriptorOfBlock : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place /*to*/, Place& from) const override {
    if (request.row->run == run_quantised_store) from.col = from.col / 16 * 16;
  }
};

/// Descriptors alone are arguments of 64 bits.
struct OffsetDropped : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t argument(std::uint32_t element, std::uint64_t bits) const override {
    return element == ASSAY_U64 ? bits & ~(std::uint64_t{0x1FF} << 37U) : bits;
  }
};

struct ReluForgotten : FaultHook {
  using FaultHook::FaultHook;
  void quantiser(const Request& request, QuantiserSpec& quantiser) const override {
    if (request.row->run == run_whole_move) quantiser.rectifies = false;
  }
};

/// The sum alone is rounded.
struct AddedFirst : FaultHook {
  using FaultHook::FaultHook;
  void quantiser(const Request&, QuantiserSpec& quantiser) const override {
    quantiser.adds_first = true;
  }
};

// ---- windows ----

struct ColumnIndexDropped : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (request.row->run == run_extraction) from.col = to.col;
  }
};

/// Elements of four bits that share a byte change places on the way into one of two windows.
struct HalvesOfBytesExchanged : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place, Place& from) const override {
    if (request.form == "two" && width_of(request[2].element) == 4) from.col ^= 1;
  }
};

struct IndicesExchanged : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (request.row->run != run_extraction) return;
    from = {to.row + from.col - to.col, to.col + from.row - to.row};
  }
};

/// Columns in steps of eight.
struct InsertionRounded : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request& request, const assay_operand& tile, Region room,
              Region& worked) const override {
    if (request.row->run != run_insertion || tile.box_layout != ASSAY_NONE_BOX) return;
    worked.cols = std::min((worked.cols + 7) / 8 * 8, room.cols);
  }
};

/// Blocks of columns that the transfers of a split do not share equally.
struct SplitRemainderLost : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request& request, const assay_operand& tile, Region /*room*/,
              Region& worked) const override {
    if (request.row->run != run_insertion || request.form != "split") return;
    const std::int64_t block = 256 / width_of(tile.element),
                       transfers = request.attribute("TInsertMode") == "SPLIT2" ? 2 : 4;
    const std::int64_t blocks = (worked.cols + block - 1) / block;
    worked.cols = std::min(worked.cols, blocks / transfers * transfers * block);
  }
};

struct InsertionAtOrigin : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile& dst) const override {
    if (request.row->run == run_insertion) dst.set(0, 0, Tile(request[1]).get(0, 0));
  }
};

// ---- whole tiles ----

struct MoveEndsAtRegister : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place /*to*/, Place& from) const override {
    if (request.row->run != run_whole_move || request.form != "vec") return;
    from.col %= 256 / size_of(request[1].element);
  }
};

/// Blocks are put where they belong, and their elements are left as they lie.
struct BoxUntransposed : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    const assay_operand &dst = request[0], &src = request[1];
    if (request.row->run != run_whole_move || dst.box_layout != ASSAY_BOX_COL_MAJOR) return;
    const Box box = inner_box(dst);
    const std::int64_t row = to.row % box.rows, col = to.col % box.cols;
    const Place turned{to.row - row + col, to.col - col + row};
    const bool valid = turned.row < src.valid_rows && turned.col < src.valid_cols;
    if (row < box.cols && col < box.rows && valid) from = turned;
  }
};

struct HalfShifted : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const bool concerned = element.request.row->run == run_whole_move &&
                           element.request[1].element == ASSAY_F16 &&
                           element.request[0].element == ASSAY_F32;
    return concerned ? element.inputs.front() << 16 : bits;
  }
};

// ---- fills ----

struct FillEndsAtValid : FaultHook {
  using FaultHook::FaultHook;
  void filled(const Request& request, const assay_operand& tile, Region& region) const override {
    if (request.row->run == run_padding) region = valid_region_of(tile);
  }
};

/// The last block of 32 bytes that has valid elements is copied whole.
struct PadBehindBlock : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request& request, const assay_operand& tile, Region room,
              Region& worked) const override {
    if (request.row->run != run_padding) return;
    const std::int64_t block = 32 / size_of(tile.element);
    worked.cols = std::min((worked.cols + block - 1) / block * block, room.cols);
  }
};

struct ExpansionNarrow : FaultHook {
  using FaultHook::FaultHook;
  void filled(const Request& request, const assay_operand& /*tile*/,
              Region& region) const override {
    if (request.row->run == run_padding) region.cols = std::min(region.cols, request[1].cols);
  }
};

struct InPlaceOneEarly : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request& request, const assay_operand& /*tile*/, Region /*room*/,
              Region& worked) const override {
    if (request.row->run == run_padding_in_place && worked.cols > 1) --worked.cols;
  }
};

struct InPlaceBelowAlone : FaultHook {
  using FaultHook::FaultHook;
  void region(const Request& request, const assay_operand& /*tile*/, Region room,
              Region& worked) const override {
    if (request.row->run == run_padding_in_place) worked.cols = room.cols;
  }
};

// ---- views ----

struct ReshapedByRows : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (request.row->run == run_reshape) from.col = to.row * request[0].cols + to.col;
  }
};

struct LastBlockReshapedFirst : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place /*to*/, Place& from) const override {
    if (request.row->run != run_reshape) return;
    const assay_operand& dst = request[0];
    const std::int64_t last = dst.rows * dst.cols - 32 / size_of(dst.element);
    if (from.col >= last) from.col -= last;
  }
};

struct ViewAtFirstColumn : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (request.row->run == run_subview) from.col = to.col;
  }
};

struct ViewRowsFromOne : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (request.row->run == run_subview && from.row > to.row) --from.row;
  }
};

// ---- bindings ----

struct BoundAtBeginning : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile& dst) const override {
    if (request.row->run != run_assignment || request.form != "address") return;
    assay_operand there = request[0];
    there.data = request[1].data;
    const Tile first(there);
    for (std::int64_t row = 0; row < there.valid_rows; ++row) {
      for (std::int64_t col = 0; col < there.valid_cols; ++col) {
        dst.set(row, col, first.get(row, col));
      }
    }
  }
};

struct WrittenPastEnd : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    if (request.row->run != run_assignment || request.form != "written") return;
    const std::uint64_t end = request[2].scalar_bits + request[1].byte_size;
    if (end < request[0].byte_size) static_cast<unsigned char*>(request[0].data)[end] ^= 1U;
  }
};

// ---- tiles side by side ----

inline bool is_second(const Request& request, Place to) {
  return request.row->run == run_joining && to.col >= request[1].valid_cols;
}

struct SecondAtBlock : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    const std::int64_t block = 32 / size_of(request[0].element);
    if (is_second(request, to)) from.col -= (block - request[1].valid_cols % block) % block;
  }
};

struct SecondOfFirstRow : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (is_second(request, to)) from.row = 0;
  }
};

// ---- streams ----

struct StreamEndsAtRegister : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place /*to*/, Place& from) const override {
    const std::int64_t lanes = 256 / size_of(request[0].element);
    if (request.row->run == run_interleaving) from.col %= lanes;
  }
};

struct SecondRowWoven : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (request.row->run == run_interleaving && to.col + 1 == request[1].valid_cols) from.row = 0;
  }
};

struct PairsOfFirstRow : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (request.row->run == run_parting && to.col >= 32) from.row = 0;
  }
};

struct PairsExchanged : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place /*to*/, Place& from) const override {
    if (request.row->run == run_parting && size_of(request[0].element) == 1) from.col ^= 1;
  }
};

}  // namespace assay::simulator::fault_hooks
