// SPDX-License-Identifier: Apache-2.0
// Faults of elements that are read or written where another tile says.
#pragma once

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/gathering/tables.hpp"
#include "runners/simulator/table/gathering.hpp"

namespace assay::simulator::fault_hooks {

struct OffsetsAreElements : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (element.request.row->run != run_byte_gather) return bits;
    return in_row_major(element.request[1], static_cast<std::int64_t>(element.inputs[1]));
  }
};

/// Only 12 bits of an offset count.
struct OffsetsCut : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (element.request.row->run != run_byte_gather || element.inputs[1] < 4096) return bits;
    const std::int64_t size = size_of(element.request[1].element);
    return in_row_major(element.request[1],
                        static_cast<std::int64_t>(element.inputs[1] % 4096) / size);
  }
};

inline bool scatters(const Request& request, std::string_view form) {
  return request.row->run == run_scatter && request.form == form;
}

struct IndicesAreRows : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place lane, Place& to) const override {
    if (scatters(request, "index")) to = {to.row * request[0].cols + to.col, lane.col};
  }
};

struct FirstLaneOfGroup : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place, Place& to) const override {
    if (!scatters(request, "mask")) return;
    const std::int64_t lanes = mask_lanes(request.attribute("MaskPattern")).count;
    const bool down = request.attribute("ScatterAxis") == "SCATTER_COL";
    std::int64_t& along = down ? to.row : to.col;
    along -= along % lanes;
  }
};

/// Of elements with one index the first one is stored. The manual leaves that open.
struct FirstWriterWins : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile& dst) const override {
    if (!scatters(request, "index")) return;
    const Tile src(request[1]), indices(request[2]);
    for (std::int64_t row = request[1].valid_rows; row-- > 0;) {
      for (std::int64_t col = request[1].valid_cols; col-- > 0;) {
        const auto index = static_cast<std::int64_t>(indices.get(row, col));
        dst.set(index / request[0].cols, index % request[0].cols, src.get(row, col));
      }
    }
  }
};

inline bool gathers(const Request& request, std::string_view form) {
  return request.row->run == run_gather && request.form == form;
}

struct IndicesPickRows : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place lane, Place& from) const override {
    if (gathers(request, "index")) from = {from.row * request[1].cols + from.col, lane.col};
  }
};

/// The lanes of a pattern are counted on from row to row.
struct PatternRunsOn : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place to, Place& from) const override {
    if (!gathers(request, "mask") || request.attribute("GatherAxis") == "GATHER_COL") return;
    const MaskLanes lanes = mask_lanes(request.attribute("MaskPattern"));
    const std::int64_t number = (to.row * request[0].cols + to.col) * lanes.count + lanes.set;
    from = {number / request[1].valid_cols, number % request[1].valid_cols};
  }
};

struct MatchesAreColumns : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (!gathers(request, "compare") || &element.target() != &request[0]) return bits;
    return (bits - static_cast<std::uint64_t>(element.place.row * request[1].cols)) & ones(32);
  }
};

/// An index counts bytes from the beginning of a table of elements.
struct EntriesInBytes : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place, Place& from) const override {
    if (request.row->run != run_table_gather || names_rows(request)) return;
    from.row /= size_of(request[1].element);
  }
};

struct ClampedToFirst : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    const bool gathers = request.row->run == run_table_gather;
    if (!gathers || request.attribute("GatherOOB") != "Clamp") return bits;
    const Table table(request, request[1], *this);
    if (table.entry(element.inputs[1], "none")) return bits;
    return table.get(table.offset(0, element.place.col));
  }
};

/// The rows of a table that is gathered into Mat follow one another, whatever its strides are.
struct PackedRowsIntoMat : FaultHook {
  using FaultHook::FaultHook;
  void view(const Request& request, assay_operand& memory) const override {
    if (request.row->run == run_table_gather && request.form == "mat") {
      memory.stride[3] = memory.shape[4];
    }
  }
};

/// An index in global memory is read at the pitch of the tile.
struct IndicesAtPitchOfTile : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (request.row->run != run_table_gather || request.form != "scratch") return bits;
    assay_operand packed = request[2];
    packed.stride[3] = request[0].cols;
    const Table table(request, request[1], *this);
    const auto entry =
        table.entry(Indices(request, packed).at(element.place), request.attribute("GatherOOB"));
    return entry ? table.get(table.offset(*entry, 0)) : 0;
  }
};

/// Of elements with one place in a table the first one stays.
struct FirstEntryStays : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (request.row->run != run_table_scatter || request.form != "plain") return bits;
    const Table table(request, request[0], *this);
    const Indices indices(request, request[2]);
    const std::string_view mode = request.attribute("ScatterOOB");
    const auto entry = table.entry(element.inputs[2], mode);
    const std::int64_t cols = names_rows(request) ? 1 : request[1].valid_cols;
    for (std::int64_t at = 0;; ++at) {
      const Place place{at / cols, at % cols};
      const Place here{element.place.row, names_rows(request) ? 0 : element.place.col};
      if (place.row == here.row && place.col == here.col) return bits;
      if (table.entry(indices.at(place), mode) == entry) return element.inputs[1];
    }
  }
};

/// Rows are combined with the first column of a table.
struct RowsInFirstColumn : FaultHook {
  using FaultHook::FaultHook;
  void origin(const Request& request, Place, Place& to) const override {
    if (request.row->run != run_table_scatter || request.form != "atomic") return;
    if (names_rows(request)) to.col = 0;
  }
};

}  // namespace assay::simulator::fault_hooks
