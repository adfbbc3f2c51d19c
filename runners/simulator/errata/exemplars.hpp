// SPDX-License-Identifier: Apache-2.0
// Known deviations, one of each kind that the judge knows. A row of errata.cpp limits each to calls
// of one instruction on one machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <optional>

#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/faults/order_faults.hpp"
#include "runners/simulator/faults/zero_divisors.hpp"
#include "runners/simulator/matrix/dot.hpp"
#include "runners/simulator/movement/movement.hpp"
#include "runners/simulator/movement/quantiser.hpp"
#include "runners/simulator/reduction/expansion.hpp"
#include "runners/simulator/rules/expansion.hpp"
#include "runners/simulator/rules/product.hpp"
#include "runners/simulator/rules/rules.hpp"
#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator::fault_hooks {

// ---- other values in single elements ----

/// E-TABS-001: what is not less than zero keeps its sign.
struct SignKept : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (is_integer(unit.element)) return calculate(unit, in);
    const std::uint64_t sign = 1ULL << (width_of(unit.element) - 1);
    return value_of(unit.element, in[0]) < 0 ? in[0] ^ sign : in[0];
  }
};

/// E-TCVT-001: floats are rounded to nearest in every mode.
struct NearestToFloats : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    Job job = job_of(element.request);
    const auto is_small = [](std::uint32_t type) {
      return one_of(type, {ASSAY_E4M3, ASSAY_E5M2, ASSAY_HIF8});
    };
    const bool kept = job.from == ASSAY_F32 && job.to == ASSAY_F32;
    if (!is_floating(job.to) || is_small(job.from) || is_small(job.to) || kept) return bits;
    job.mode = Cast::rint;
    return convert_number(job, *this, number_of(job.from, element.inputs[0]));
  }
};

/// E-TANDS-001: of the scalar that is expanded into dst as many elements in a row are written as
/// the valid region has, not the valid region.
struct ShortExpansion : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    const assay_operand &dst = request[0], &region = request[1];
    const std::int64_t index = element.place.row * dst.cols + element.place.col;
    const bool missed = (dst.flags & ASSAY_DYNAMIC_VALID_COLS) == 0 &&
                        region.valid_cols < dst.cols &&
                        index >= region.valid_rows * region.valid_cols;
    return missed ? element.inputs[0] & in_row_major(dst, index) : bits;
  }
};

/// E-TREM-011: where dst is the divisor, a remainder has the sign of the dividend.
struct SignOfDividendInPlace : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const Request& request = *unit.request;
    if (request[0].data != request[2].data) return calculate(unit, in);
    return is_integer(unit.element) ? integer_fmod(unit, in) : float_fmod(unit, in);
  }
};

/// E-TMATMUL_ACC-004: what is added to is what the result held.
struct AddsToResult : FaultHook {
  using FaultHook::FaultHook;
  void multiplied(Dot& dot) const override {
    const bool apart = !dot.request.form.ends_with("in_place");
    if (apart && accumulates(dot.request)) dot.from_result = true;
  }
};

/// E-TMOV_FP-001: offsets of descriptors have no sign.
struct OffsetsUnsigned : FaultHook {
  using FaultHook::FaultHook;
  void quantiser(const Request&, QuantiserSpec& quantiser) const override {
    quantiser.signed_offsets = false;
  }
};

/// E-TSEL-001: the mask is read as one stream of bits.
using MaskAsStream = MaskRowsJoined;

// ---- other places ----

/// E-TCOLSUM-003: the sums of no rows are written.
struct BegunWithoutRows : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    if (request[1].valid_rows != 0) return;
    Tile dst(request[0]);
    for (std::int64_t col = 0; col < request[1].valid_cols; ++col) dst.set(0, col, 0);
  }
};

/// E-TFILLPAD-001 and E-TFILLPAD-003 in one call: rows beyond the valid ones of dst are not filled,
/// and the last block of 32 bytes of the others is as it lies in src where both tiles have one pad.
struct FillsInPart : FaultHook {
  using FaultHook::FaultHook;
  void filled(const Request& request, const assay_operand& tile, Region& region) const override {
    if (request.form != "mat") region.rows = tile.valid_rows;
  }
  void finished(const Request& request, Tile& dst) const override {
    if (request.form == "mat") return;  // of one operand
    const assay_operand &to = request[0], &from = request[1];
    if (to.pad != from.pad || to.pad_bits != from.pad_bits) return;
    const Tile src(from);
    const std::int64_t block = 32 / size_of(from.element);
    for (std::int64_t row = 0; row < from.valid_rows; ++row) {
      for (std::int64_t col = from.valid_cols; col % block != 0; ++col) {
        dst.set(row, col, src.get(row, col));
      }
    }
  }
};

/// E-TREM-007: integer sources come back as floats.
struct SourcesConsumed : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile&) const override {
    if (request.form != "consuming") return;
    for (const std::size_t source : {1, 2}) {
      Tile tile(request[source]);
      for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
        for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
          const auto x = static_cast<std::int32_t>(tile.get(row, col));
          tile.set(row, col, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
        }
      }
    }
  }
};

/// E-TPRINT-003: the valid region alone is printed.
struct ValidPartPrinted : FaultHook {
  using FaultHook::FaultHook;
  void printed(const Request& request, PrintedPart& part) const override {
    if (request[0].kind == ASSAY_TILE) part = {valid_region_of(request[0]), false, false};
  }
};

// ---- any value, in dst and after an operand ----

/// E-TMOV-002: a bias of bfloat16_t is copied, not converted.
struct PatternsOfBiases : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile& dst) const override {
    if (request.form != "bias" || request[1].element != ASSAY_BF16) return;
    for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
      dst.set(0, col, dst.get(0, col) >> 16U);
    }
  }
};

/// E-TROWEXPANDADD-001: blocks are read as if they followed each other without a gap.
struct BlocksPacked : FaultHook {
  using FaultHook::FaultHook;
  void met(const Spreading& spreading, Place& place) const override {
    if (spreading.how != Spread::block_per_row) return;
    const std::int64_t flat = spreading.lane.row * spreading.block + place.col;
    place = {flat / spreading.tile.cols, flat % spreading.tile.cols};
  }
};

/// E-TREM-010: the mask in tmp is longer than the page says.
struct MaskOverrun : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    const assay_operand& tmp = request[3];
    const std::int64_t stride = request[0].cols;
    const bool legal = is_nd(tmp) && tmp.location == ASSAY_VEC && tmp.rows >= 2 &&
                       tmp.element == request[0].element &&
                       tmp.valid_cols >= stride + 2 * ((stride + 63) / 64);
    if (!legal || tmp.cols >= stride + std::max<std::int64_t>(64, stride)) return;
    auto* end = static_cast<unsigned char*>(tmp.data) + tmp.byte_size;
    std::transform(end, end + 4, end, [](unsigned char byte) { return ~byte & 0xFF; });
  }
};

/// E-TSEL-006: elements of 4 bits are taken, and written a byte each.
struct FourBitsOverrun : FaultHook {
  using FaultHook::FaultHook;
  std::optional<Answer> instead(const Request& request) const override {
    const assay_operand& out = request[0];
    if (out.kind != ASSAY_TILE || width_of(out.element) != 4) return std::nullopt;
    static_cast<unsigned char*>(out.data)[out.byte_size] ^= 0xFFU;
    return Answer{};
  }
};

// ---- how a call ends ----

/// E-TDIVS-002: the host divides integers as C++ does.
struct HostDivides : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (is_integer(unit.element) && traps(unit.element, in)) std::raise(SIGFPE);
    return calculate(unit, in);
  }

 private:
  static bool traps(std::uint32_t element, Inputs in) {
    const std::int64_t divisor = sign_extended(element, in[1]);
    const int width = width_of(element);
    const bool overflows =
        is_signed_integer(element) && width >= 32 && divisor == -1 && in[0] == 1ULL << (width - 1);
    return divisor == 0 || overflows;
  }
};

/// E-TPREFETCH-001: global memory is read in steps of the buffer, beyond the view.
struct ReadsBeyondView : FaultHook {
  using FaultHook::FaultHook;
  bool executes(const Request& request) const override {
    if (request[1].shape[3] > 1 && request[0].cols > request[1].stride[3]) std::raise(SIGSEGV);
    return true;
  }
};

/// A legal call that is refused.
struct Refused : FaultHook {
  using FaultHook::FaultHook;
  std::optional<Answer> instead(const Request& request) const final {
    return refuses(request) ? std::optional(Answer{ASSAY_REJECTED, text()}) : std::nullopt;
  }

 private:
  virtual bool refuses(const Request& request) const = 0;
  virtual const char* text() const = 0;
};

/// E-TADD-001
struct TypesApartRefused : Refused {
  using Refused::Refused;
  bool refuses(const Request& request) const override {
    return !is_same_tile_type(request[1], request[0]) || !is_same_tile_type(request[2], request[0]);
  }
  const char* text() const override { return "no matching function takes these tiles together"; }
};

/// E-TDIVS-006
struct ZeroDivisorRefused : Refused {
  using Refused::Refused;
  bool refuses(const Request& request) const override {
    return request.form.starts_with("scalar_first") && has_zero(request, 2);
  }
  const char* text() const override { return "Divider: a zero"; }
};

/// E-TPRINT-002
struct GlobalRefused : Refused {
  using Refused::Refused;
  bool refuses(const Request& request) const override { return request[0].kind == ASSAY_GLOBAL; }
  const char* text() const override { return "TPRINT: a view has no GetValidRow"; }
};

/// E-TSHLS-002
struct SquaresAlone : Refused {
  using Refused::Refused;
  bool refuses(const Request& request) const override {
    return request[0].valid_rows != request[1].valid_cols;
  }
  const char* text() const override {
    return "valid rows of dst and valid columns of src must be equal";
  }
};

/// E-TMUL-001: where tiles lie is not checked.
struct LocationUnchecked : FaultHook {
  using FaultHook::FaultHook;
  void ruling(const Request&, Ruling& rule) const override {
    if (rule.text.find("must be in Vec") != std::string_view::npos) rule.holds = true;
  }
};

}  // namespace assay::simulator::fault_hooks
