// SPDX-License-Identifier: Apache-2.0
// Errata of moves: one row each.
#pragma once

#include <algorithm>
#include <array>
#include <csignal>

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/errata/check_errata.hpp"
#include "runners/simulator/errata/general_checks.hpp"
#include "runners/simulator/errata/number_errata.hpp"
#include "runners/simulator/faults/plants.hpp"
#include "runners/simulator/movement/quantiser.hpp"
#include "runners/simulator/rules/drain.hpp"
#include "runners/simulator/rules/window.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::bends {

inline constexpr const char* mirror_match =
    "Hardware matrix tiles transpose dimension sizes must mirror match.";

/// A fixed size of one tile faces an open one of the other.
inline bool mirrors_another_kind(const Request& request) {
  const auto has = [&](std::size_t tile, std::uint32_t flag) {
    return (request[tile].flags & flag) != 0;
  };
  return has(0, ASSAY_DYNAMIC_VALID_ROWS) != has(1, ASSAY_DYNAMIC_VALID_COLS) ||
         has(0, ASSAY_DYNAMIC_VALID_COLS) != has(1, ASSAY_DYNAMIC_VALID_ROWS);
}

/// E-TTRANS-003
struct SixteenBitsCount : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    if (request.op != "TTRANS" || request.machine != Machine::a5) return std::nullopt;
    const assay_operand& counted = request[request[1].rows < request[1].cols ? 0 : 1];
    const bool many = counted.rows * counted.cols > 65536 && size_of(request[1].element) < 4;
    if (!many) return std::nullopt;
    return Answer{ASSAY_REJECTED, "Fix: TTRANS gather index may overflow uint16_t register"};
  }
};

/// E-TPREFETCH-001
struct ReadsInStepsOfBuffer : Bend {
  using Bend::Bend;
  bool executes(const Request& request) const override {
    const bool dies = request.row->run == run_prefetch && !request.on_device() &&
                      request[1].shape[3] > 1 && request[0].cols > request[1].stride[3];
    if (dies) std::raise(SIGSEGV);
    return true;
  }
};

/// E-TPREFETCH-002
struct StepsOfBuffer : Bend {
  using Bend::Bend;
  void view(const Request& request, assay_operand& view) const override {
    if (request.row->run == run_prefetch && !request.on_device()) view.stride[3] = request[0].cols;
  }
};

/// E-TSTORE-001
struct NumbersStored : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    const bool concerned = !request.on_device() && request.row->run == run_store &&
                           request.form == "tile" &&
                           are_other_numbers(request[0].element, request[1].element);
    return concerned ? numbered(request[0].element, request[1].element, *this, bits) : bits;
  }
};

/// E-TSTORE-004
struct FourBitsOverrun : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool concerned = !request.on_device() && request.row->run == run_store &&
                           request.form == "tile" && width_of(request[0].element) == 4 &&
                           width_of(request[1].element) > 4;
    if (!concerned) return std::nullopt;
    static_cast<unsigned char*>(request[0].data)[request[0].byte_size] ^= 0xFFU;
    return Answer{};
  }
};

/// Whether a tall accumulator has rows that no descriptor has the number of.
inline bool has_more_rows_than_descriptors(const Request& request) {
  return request[1].valid_rows > request[2].valid_cols;
}

/// E-TSTORE_FP-001
struct DescriptorsOverrun : Bend {
  using Bend::Bend;
  void ends(const Request& request) const override {
    const bool concerned = !request.on_device() && request.row->run == run_quantised_store &&
                           has_more_rows_than_descriptors(request);
    if (concerned) *static_cast<unsigned char*>(request[0].data) ^= 1U;
  }
};

/// E-TSTORE_FP-002
struct DescriptorsOfRows : Bend {
  using Bend::Bend;
  void origin(const Request& request, Place to, Place& from) const override {
    const bool concerned = !request.on_device() && request.row->run == run_quantised_store &&
                           !has_more_rows_than_descriptors(request);
    if (concerned) from.col = to.row;
  }
};

/// E-TMOV_FP-001
template <Op op>
struct OffsetsUnsigned : Bend {
  using Bend::Bend;
  void drains(const Request& request, Drain& drain) const override {
    if (op.is(request) && !request.on_device()) drain.signed_offsets = false;
  }
};

/// E-TMOV_FP-002
template <Op op>
struct ProductsRounded : Bend {
  using Bend::Bend;
  void drains(const Request& request, Drain& drain) const override {
    if (op.is(request) && !request.on_device()) drain.exact = false;
  }
};

/// E-TMOV-003
struct ScaleIgnored : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    const bool concerned = request.op == "TMOV" && request.form == "scalar" && !request.on_device();
    if (!concerned) return bits;
    const std::uint32_t to = request[0].element;
    const std::uint64_t number = numbered(to, request[1].element, *this, element.inputs[0]);
    const bool rectifies = request.attribute("ReluPreMode") == "NormalRelu";
    return rectifies && number_of(to, number) < 0 ? 0 : number;
  }
};

/// E-TEXTRACT-005, E-TINSERT-002: columns that have no entry in a table of equal descriptors.
inline bool overruns_of_extraction(const Request& request) { return corner_of(request).col > 0; }
inline bool overruns_of_insertion(const Request& request) {
  return request[1].valid_cols > request[1].valid_rows;
}
template <Op op, bool (*overruns)(const Request&)>
struct TableOverrun : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    const bool concerned =
        op.is(request) && request.form == "scalar" && !request.on_device() && overruns(request);
    if (!concerned) return;
    const Corner one = request.op == "TINSERT" ? corner_of(request) : Corner{0, 0};
    dst.set(one.row, one.col, dst.get(one.row, one.col) ^ 1U);
  }
};

/// E-TEXTRACT-003
struct FewTypesExtracted : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool concerned = request.op == "TEXTRACT" && request.form == "vec" &&
                           request.machine == Machine::a5 &&
                           one_of(request[1].element, {ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_U32});
    if (!concerned) return std::nullopt;
    return Answer{ASSAY_REJECTED, "this element type is not taken out"};
  }
};

/// E-TEXTRACT-004
struct BlocksExtracted : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool concerned = request.op == "TEXTRACT" && request.form == "vec" &&
                           request.machine == Machine::a2a3 && is_nd(request[1]) &&
                           corner_of(request).col * size_of(request[1].element) % 32 != 0;
    if (!concerned) return std::nullopt;
    return Answer{ASSAY_REJECTED, "the window must begin with a block of 32 bytes"};
  }
};

/// E-TINSERT-001, E-TINSERT_FP-003
template <Op op>
struct ValidWindows : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    if (!op.is(request) || request.on_device()) return std::nullopt;
    const Corner corner = corner_of(request);
    const assay_operand &dst = request[0], &src = request[1];
    const bool inside = corner.row + src.valid_rows <= dst.valid_rows &&
                        corner.col + src.valid_cols <= dst.valid_cols;
    if (inside) return std::nullopt;
    return Answer{ASSAY_REJECTED, "the window must be valid in dst"};
  }
};

/// E-TMOV-002
struct PatternsOfBiases : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    const bool concerned = request.op == "TMOV" && request.machine == Machine::a5 &&
                           request.form == "bias" && request[1].element == ASSAY_BF16;
    if (!concerned) return;
    for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
      dst.set(0, col, dst.get(0, col) >> 16U);
    }
  }
};

/// E-TRESHAPE-001
inline bool reshapes_another_family(const Request& request) {
  const std::uint32_t to = request[0].element, from = request[1].element;
  return to != from && !(is_integer(to) && is_integer(from));
}
inline constexpr const char* compatible_types = "Element types must be compatible.";

// ---- fills ----

/// E-TFILLPAD-001, 002, E-TFILLPAD_INPLACE-001, 002
template <Op op, Machine machine>
struct ValidRowsFilled : Bend {
  using Bend::Bend;
  void filled(const Request& request, const assay_operand& tile, Region& region) const override {
    if (!op.is(request) || request.form == "mat") return;
    if (request.machine == machine) region.rows = tile.valid_rows;
  }
};

/// E-TFILLPAD-003
template <Op op>
struct LastBlockTrusted : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    if (!op.is(request) || request.form == "mat") return;
    const assay_operand &to = request[0], &from = request[1];
    const bool one_pad = to.pad == from.pad && to.pad_bits == from.pad_bits;
    if (request.machine != Machine::a2a3 || !one_pad) return;
    const Tile src(from);
    const std::int64_t block = 32 / size_of(from.element);
    for (std::int64_t row = 0; row < from.valid_rows; ++row) {
      for (std::int64_t col = from.valid_cols; col % block != 0; ++col) {
        dst.set(row, col, src.get(row, col));
      }
    }
  }
};

/// E-TFILLPAD_INPLACE-003
struct LastBlockKept : Bend {
  using Bend::Bend;
  void region(const Request& request, const assay_operand& tile, Region room,
              Region& worked) const override {
    if (request.op != "TFILLPAD_INPLACE" || request.machine != Machine::a2a3) return;
    const assay_operand& dst = request[0];
    if (dst.pad != tile.pad || dst.pad_bits != tile.pad_bits) return;
    const std::int64_t block = 32 / size_of(tile.element);
    worked.cols = std::min((worked.cols + block - 1) / block * block, room.cols);
  }
};

/// E-TFILLPAD-008, 009, 010, E-TFILLPAD_INPLACE-006, 007
template <Op op, Machine machine, bool in_mat = false>
struct EmptyTileKept : Bend {
  using Bend::Bend;
  bool executes(const Request& request) const override {
    const assay_operand& tile = request[0];
    const bool empty = tile.valid_rows == 0 || tile.valid_cols == 0;
    const bool mat = request.op == "TFILLPAD" && request.form == "mat";
    return !op.is(request) || mat != in_mat || request.machine != machine || !empty;
  }
};

/// E-TFILLPAD-004, E-TFILLPAD_INPLACE-004
template <Op op>
struct SmallFloatsFilledWithZero : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    const assay_operand &to = request[0], &from = *request.operands.back();
    const bool concerned = op.is(request) && !request.on_device() && !is_integer(to.element) &&
                           size_of(to.element) <= 2 &&
                           (to.pad == ASSAY_PAD_MAX || to.pad == ASSAY_PAD_MIN);
    for (std::int64_t row = 0; concerned && row < to.rows; ++row) {
      for (std::int64_t col = 0; col < to.cols; ++col) {
        if (row >= from.valid_rows || col >= from.valid_cols) dst.set(row, col, 0);
      }
    }
  }
};

/// E-TFILLPAD-006, E-TFILLPAD_INPLACE-005
template <Op op>
struct CustomPadOfSmallFloats : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    const assay_operand &to = request[0], &from = *request.operands.back();
    const bool concerned = op.is(request) && !request.on_device() && to.pad == ASSAY_PAD_CUSTOM &&
                           !is_integer(to.element) && size_of(to.element) == 1;
    for (std::int64_t row = 0; concerned && row < to.rows; ++row) {
      for (std::int64_t col = 0; col < to.cols; ++col) {
        const bool pad = row >= from.valid_rows || col >= from.valid_cols;
        if (pad) dst.set(row, col, numbered(to.element, ASSAY_U8, *this, dst.get(row, col)));
      }
    }
  }
};

/// E-TDEINTERLEAVE-001
inline bool parts_an_odd_half(const Request& request) {
  return request.form == "one" && request[1].valid_cols % 2 != 0;
}
inline constexpr const char* even_half = "validCol % 2 == 0";

inline constexpr std::array moves{
    FaultInfo{"E-TCONCAT-001", "", bent<NotChecked<"TCONCAT", Machine::cpu, "must be row-major">>},
    FaultInfo{"E-TCONCAT-002", "", bent<NotChecked<"TCONCAT", Machine::a2a3, "must be row-major">>},
    FaultInfo{"E-TCONCAT-003", "", bent<NotChecked<"TCONCAT", Machine::a5, "must be in Vec">>},
    FaultInfo{"E-TCONCAT-005", "", bent<NotChecked<"TCONCAT", Machine::cpu, "one valid row">>},
    FaultInfo{"E-TCONCAT-006", "", bent<NotChecked<"TCONCAT", Machine::a2a3, "one valid row">>},
    FaultInfo{"E-TCONCAT-007", "", bent<NotChecked<"TCONCAT", Machine::a5, "one valid row">>},
    FaultInfo{"E-TDEINTERLEAVE-001", "",
              bent<NotCompiled<"TDEINTERLEAVE", parts_an_odd_half, even_half>>},
    FaultInfo{"E-TEXTRACT-001", "",
              bent<NotChecked<"TEXTRACT", Machine::cpu, "must have one element type">>},
    FaultInfo{"E-TEXTRACT-002", "",
              bent<NotChecked<"TEXTRACT", Machine::cpu, "must lie inside src">>},
    FaultInfo{"E-TEXTRACT-003", "", bent<FewTypesExtracted>},
    FaultInfo{"E-TEXTRACT-004", "", bent<BlocksExtracted>},
    FaultInfo{"E-TEXTRACT-005", "", bent<TableOverrun<"TEXTRACT", overruns_of_extraction>>},
    FaultInfo{"E-TEXTRACT-006", "", bent<OffsetsUnsigned<"TEXTRACT">>},
    FaultInfo{"E-TEXTRACT-007", "", bent<ProductsRounded<"TEXTRACT">>},
    FaultInfo{"E-TEXTRACT_FP-001", "", bent<OffsetsUnsigned<"TEXTRACT_FP">>},
    FaultInfo{"E-TEXTRACT_FP-002", "", bent<ProductsRounded<"TEXTRACT_FP">>},
    FaultInfo{"E-TFILLPAD-001", "", bent<ValidRowsFilled<"TFILLPAD", Machine::a2a3>>},
    FaultInfo{"E-TFILLPAD-002", "", bent<ValidRowsFilled<"TFILLPAD", Machine::a5>>},
    FaultInfo{"E-TFILLPAD-003", "", bent<LastBlockTrusted<"TFILLPAD">>},
    FaultInfo{"E-TFILLPAD-004", "", bent<SmallFloatsFilledWithZero<"TFILLPAD">>},
    FaultInfo{"E-TFILLPAD-005", "", bent<NumbersMoved<"TFILLPAD", 1>>},
    FaultInfo{"E-TFILLPAD-006", "", bent<CustomPadOfSmallFloats<"TFILLPAD">>},
    FaultInfo{"E-TFILLPAD-008", "", bent<EmptyTileKept<"TFILLPAD", Machine::cpu>>},
    FaultInfo{"E-TFILLPAD-009", "", bent<EmptyTileKept<"TFILLPAD", Machine::a2a3>>},
    FaultInfo{"E-TFILLPAD-010", "", bent<EmptyTileKept<"TFILLPAD", Machine::cpu, true>>},
    FaultInfo{"E-TFILLPAD-011", "", bent<NotChecked<"TFILLPAD", Machine::cpu, "must be NZ">>},
    FaultInfo{"E-TFILLPAD-012", "",
              bent<NotChecked<"TFILLPAD", Machine::cpu, "must be Zero or Null">>},
    FaultInfo{"E-TFILLPAD_EXPAND-001", "", bent<ValidRowsFilled<"TFILLPAD_EXPAND", Machine::a2a3>>},
    FaultInfo{"E-TFILLPAD_EXPAND-002", "", bent<ValidRowsFilled<"TFILLPAD_EXPAND", Machine::a5>>},
    FaultInfo{"E-TFILLPAD_EXPAND-003", "", bent<LastBlockTrusted<"TFILLPAD_EXPAND">>},
    FaultInfo{"E-TFILLPAD_EXPAND-004", "", bent<SmallFloatsFilledWithZero<"TFILLPAD_EXPAND">>},
    FaultInfo{"E-TFILLPAD_EXPAND-005", "", bent<NumbersMoved<"TFILLPAD_EXPAND", 1>>},
    FaultInfo{"E-TFILLPAD_EXPAND-006", "", bent<CustomPadOfSmallFloats<"TFILLPAD_EXPAND">>},
    FaultInfo{"E-TFILLPAD_EXPAND-008", "", bent<EmptyTileKept<"TFILLPAD_EXPAND", Machine::cpu>>},
    FaultInfo{"E-TFILLPAD_EXPAND-009", "", bent<EmptyTileKept<"TFILLPAD_EXPAND", Machine::a2a3>>},
    FaultInfo{"E-TFILLPAD_INPLACE-001", "",
              bent<ValidRowsFilled<"TFILLPAD_INPLACE", Machine::a2a3>>},
    FaultInfo{"E-TFILLPAD_INPLACE-002", "", bent<ValidRowsFilled<"TFILLPAD_INPLACE", Machine::a5>>},
    FaultInfo{"E-TFILLPAD_INPLACE-003", "", bent<LastBlockKept>},
    FaultInfo{"E-TFILLPAD_INPLACE-004", "", bent<SmallFloatsFilledWithZero<"TFILLPAD_INPLACE">>},
    FaultInfo{"E-TFILLPAD_INPLACE-005", "", bent<CustomPadOfSmallFloats<"TFILLPAD_INPLACE">>},
    FaultInfo{"E-TFILLPAD_INPLACE-006", "", bent<EmptyTileKept<"TFILLPAD_INPLACE", Machine::cpu>>},
    FaultInfo{"E-TFILLPAD_INPLACE-007", "", bent<EmptyTileKept<"TFILLPAD_INPLACE", Machine::a2a3>>},
    FaultInfo{"E-TFILLPAD_INPLACE-008", "", bent<NumbersMoved<"TFILLPAD_INPLACE", 1>>},
    FaultInfo{"E-TINSERT-001", "", bent<ValidWindows<"TINSERT">>},
    FaultInfo{"E-TINSERT-002", "", bent<TableOverrun<"TINSERT", overruns_of_insertion>>},
    FaultInfo{"E-TINSERT-003", "", bent<OffsetsUnsigned<"TINSERT">>},
    FaultInfo{"E-TINSERT-004", "", bent<ProductsRounded<"TINSERT">>},
    FaultInfo{"E-TINSERT_FP-001", "", bent<OffsetsUnsigned<"TINSERT_FP">>},
    FaultInfo{"E-TINSERT_FP-002", "", bent<ProductsRounded<"TINSERT_FP">>},
    FaultInfo{"E-TINSERT_FP-003", "", bent<ValidWindows<"TINSERT_FP">>},
    FaultInfo{"E-TMOV-001", "",
              bent<NotChecked<"TMOV", Machine::a2a3, "no bias is made of this type">>},
    FaultInfo{"E-TMOV-002", "", bent<PatternsOfBiases>},
    FaultInfo{"E-TMOV-003", "", bent<ScaleIgnored>},
    FaultInfo{"E-TMOV_FP-001", "", bent<OffsetsUnsigned<"TMOV_FP">>},
    FaultInfo{"E-TMOV_FP-002", "", bent<ProductsRounded<"TMOV_FP">>},
    FaultInfo{"E-TRESHAPE-001", "",
              bent<NotCompiled<"TRESHAPE", reshapes_another_family, compatible_types>>},
    FaultInfo{"E-TSTORE-001", "", bent<NumbersStored>},
    FaultInfo{"E-TSTORE-002", "", bent<OffsetsUnsigned<"TSTORE">>},
    FaultInfo{"E-TSTORE-003", "", bent<ProductsRounded<"TSTORE">>},
    FaultInfo{"E-TSTORE-004", "", bent<FourBitsOverrun>},
    FaultInfo{"E-TSTORE_FP-001", "", bent<DescriptorsOverrun>},
    FaultInfo{"E-TSTORE_FP-002", "", bent<DescriptorsOfRows>},
    FaultInfo{"E-TTRANS-001", "", bent<NumbersMoved<"TTRANS", 0>>},
    FaultInfo{"E-TTRANS-002", "", bent<NotCompiled<"TTRANS", mirrors_another_kind, mirror_match>>},
    FaultInfo{"E-TTRANS-003", "", bent<SixteenBitsCount>},
};

}  // namespace assay::simulator::bends
