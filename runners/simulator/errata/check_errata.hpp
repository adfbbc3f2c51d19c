// SPDX-License-Identifier: Apache-2.0
// Errata of checks that a machine lacks, or has besides.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "runners/simulator/errata/reduction_errata.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/rules/scalar.hpp"
#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator::bends {

/// What an instruction is refused for, in the words of its rules or a part of them.
template <std::size_t size>
struct Words {
  char text[size];
  // NOLINTNEXTLINE(google-explicit-constructor): so that a literal will do
  constexpr Words(const char (&literal)[size]) { std::copy_n(literal, size, text); }
};

/// What a fold is refused for that gives another type than it takes.
inline constexpr Words another_dst("dst must have the element type of src");

/// A machine that does not refuse an instruction for that.
template <Op op, Machine machine, Words words>
struct NotChecked : Bend {
  using Bend::Bend;
  void ruling(const Request& request, Ruling& rule) const override {
    const bool concerned = request.machine == machine && op.is(request);
    if (concerned && rule.text.find(words.text) != std::string_view::npos) rule.holds = true;
  }
};

/// A CPU that does not compare the full operand with dst where the first source is spread.
template <Op op>
struct FullNotCompared : Bend {
  using Bend::Bend;
  void ruling(const Request& request, Ruling& rule) const override {
    const bool concerned = !request.on_device() && op.is(request) &&
                           request.form.find("swapped") != std::string_view::npos;
    if (concerned && rule.text == "valid regions must be equal") rule.holds = true;
  }
};

/// A CPU that sums rows of 16 bits into 32.
template <Op op>
struct SumsWidened : Bend {
  using Bend::Bend;
  void ruling(const Request& request, Ruling& rule) const override {
    if (request.on_device() || !op.is(request) || rule.text != another_dst.text) return;
    const std::uint32_t from = request[1].element, to = request[0].element;
    const bool of_floats = (from == ASSAY_F16 || from == ASSAY_BF16) && to == ASSAY_F32;
    const bool of_integers = request.op == "TROWSUM" && from == ASSAY_I16 && to == ASSAY_I32;
    if (of_floats || of_integers) rule.holds = true;
  }
};

/// A CPU that takes a full operand of the shape of a spread one where the second source is spread.
template <Op op>
struct FirstNotCompared : Bend {
  using Bend::Bend;
  void ruling(const Request& request, Ruling& rule) const override {
    const bool concerned = !request.on_device() && op.is(request) &&
                           request.form.find("swapped") == std::string_view::npos &&
                           request[1].valid_rows == request[0].valid_rows &&
                           request[1].valid_cols * size_of(request[1].element) == 32;
    if (concerned && rule.text == "valid regions must be equal") rule.holds = true;
  }
};

/// E-TAXPY-007: any pair of types is taken; what comes out is nobody's concern.
struct AnyPairScaled : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool concerned = !request.on_device() && request.op == "TAXPY" &&
                           is_float_type(request[1].element) &&
                           !is_scaled_pair(request[0].element, request[1].element);
    if (!concerned) return std::nullopt;
    return Answer{};
  }
};

/// E-TEXPANDS-007, E-TEXPANDS-008: more types are taken; what comes out is not promised.
template <Machine machine>
struct MoreTypesFilled : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const std::uint32_t element = request[0].element;
    const bool of_mat = request[0].location == ASSAY_VEC &&
                        one_of(element, {ASSAY_I8, ASSAY_U8, ASSAY_U16, ASSAY_U32, ASSAY_BF16});
    const bool of_words = one_of(element, {ASSAY_BF16, ASSAY_I64, ASSAY_U64});
    const bool more = machine == Machine::a2a3 ? of_mat : of_words;
    if (request.op != "TEXPANDS" || request.machine != machine || !more) return std::nullopt;
    return Answer{};
  }
};

/// E-TCOLARGMAX-013, E-TCOLARGMAX-014: a column-major source is taken, and read as rows.
template <Machine machine>
struct ColumnsTaken : Bend {
  using Bend::Bend;
  void ruling(const Request& request, Ruling& rule) const override {
    const bool concerned = request.machine == machine && request.op == "TCOLARGMAX" &&
                           request.form == "index" && request[1].box_layout == ASSAY_NONE_BOX;
    if (concerned && rule.text == "src must be row-major without boxes") rule.holds = true;
  }
};

/// E-TPRELU-001: debug builds of A2A3 want as many valid rows as well.
struct MaskRowsCompared : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool refused = request.op == "TPRELU" && request.machine == Machine::a2a3 &&
                         request[3].valid_rows != request[0].valid_rows;
    if (!refused) return std::nullopt;
    return Answer{ASSAY_REJECTED, "tmp must have the valid rows of dst"};
  }
};

/// E-TREM-010: the mask of A2A3 is longer than its page says.
struct MaskOverrun : Bend {
  using Bend::Bend;
  void ends(const Request& request) const override {
    if (request.op != "TREM" || request.machine != Machine::a2a3) return;
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

/// E-TDIVS-005: no list of types where the scalar comes first.
struct AnyDivisors : Bend {
  using Bend::Bend;
  void ruling(const Request& request, Ruling& rule) const override {
    const bool concerned =
        request.machine == Machine::a5 && request.form.starts_with("scalar_first");
    if (concerned && rule.text == "this element type is not taken") rule.holds = true;
  }
};

/// Elements of 4 bits are written a byte each, so that the last ones lie behind their tile.
template <Op op>
struct Overrun : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const assay_operand& out = request[0];
    const bool concerned = op.is(request) && !request.on_device() && out.kind == ASSAY_TILE &&
                           width_of(out.element) == 4;
    if (!concerned) return std::nullopt;
    static_cast<unsigned char*>(out.data)[out.byte_size] ^= 0xFFU;
    return Answer{};
  }
};

// ---- legal calls that do not compile for the CPU ----

/// What compilers and headers say, as far as it tells one refusal from another.
inline constexpr const char* no_overload = "no matching function takes these tiles together";
inline constexpr const char* other_extents = "valid row/col of src and dst differ";
inline constexpr const char* few_types = "Not supported data type";
inline constexpr const char* no_columns = "src must use standard ND layout";
inline constexpr const char* wide_indices = "The data type of dstIdx must be one of 32 bits";
inline constexpr const char* no_type = "unsupported data type";
inline constexpr const char* other_sizes = "Inconsistent number of rows or cols";

/// Calls of one instruction for which `holds`.
template <Op op, bool (*holds)(const Request&), const char* const& text = no_overload>
struct NotCompiled : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool concerned = !request.on_device() && op.is(request) && holds(request);
    if (!concerned) return std::nullopt;
    return Answer{ASSAY_REJECTED, text};
  }
};

inline bool have_several_types(const Request& request) {
  for (std::size_t i = 1; i < request.operands.size(); ++i) {
    if (!is_same_tile_type(request[i], request[0])) return true;
  }
  return false;
}

inline bool have_another_scratch(const Request& request) {
  return !is_same_tile_type(request[3], request[0]);
}

inline bool have_fixed_and_open_extents(const Request& request) {
  constexpr std::uint32_t modes = ASSAY_DYNAMIC_VALID_ROWS | ASSAY_DYNAMIC_VALID_COLS;
  return (request[0].flags & modes) != (request[1].flags & modes);
}

inline bool finds_values_by_columns(const Request& request) {
  return request.form == "value_index" && request[2].block_layout != ASSAY_ROW_MAJOR;
}

inline bool finds_narrow_places(const Request& request) {
  return request.form == "value_index" && width_of(request[1].element) == 16;
}

inline bool have_other_rows(const Request& request) { return request[0].rows != request[1].rows; }
inline bool have_other_cols(const Request& request) { return request[0].cols != request[1].cols; }

inline bool is_integer_line(const Request& request) { return is_integer(request[1].element); }
inline bool is_signed_byte(const Request& request) {
  return request[0].element == ASSAY_I8 || request[0].element == ASSAY_BF16;
}
inline bool is_byte(const Request& request) {
  return is_signed_byte(request) || request[0].element == ASSAY_U8;
}

inline bool is_long_line(const Request& request) { return width_of(request[1].element) == 64; }
inline bool is_type_of_no_maximum(const Request& request) {
  return is_integer(request[1].element) && width_of(request[1].element) > 8;
}

/// A machine that wants one column where that is known when it compiles.
template <Op op, Machine machine>
struct FixedColumnsRefused : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    if (!op.is(request) || request.machine != machine) return std::nullopt;
    const assay_operand& src = request[request.form == "value_index" ? 2 : 1];
    const bool open = (src.flags & ASSAY_DYNAMIC_VALID_COLS) != 0;
    if (open || src.valid_cols == 1) return std::nullopt;
    return Answer{ASSAY_REJECTED, "Src ValidCol must be 1 or -1"};
  }
};

/// Elements of other places are combined where a source has another shape or layout than dst.
template <Op op>
struct OffsetsOfDst : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const Request& request = *unit.request;
    const auto differs = [&](const assay_operand& tile) {
      const assay_operand& dst = request[0];
      return tile.rows != dst.rows || tile.cols != dst.cols ||
             tile.block_layout != dst.block_layout || tile.box_layout != dst.box_layout;
    };
    const std::uint64_t bits = calculate(unit, in);
    const bool concerned =
        op.is(request) && !request.on_device() && (differs(request[1]) || differs(request[2]));
    return concerned ? bits ^ 1 : bits;
  }
};

}  // namespace assay::simulator::bends
