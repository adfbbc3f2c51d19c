// SPDX-License-Identifier: Apache-2.0
// Errata of checks that a machine lacks, or has besides.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "runners/simulator/errata/reduction_errata.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator::bends {

/// What an instruction is refused for, in the words of its rules or a part of them.
template <std::size_t size>
struct Words {
  char text[size];
  // NOLINTNEXTLINE(google-explicit-constructor): so that a literal will do
  constexpr Words(const char (&literal)[size]) { std::copy_n(literal, size, text); }
};

/// A machine that does not refuse an instruction for that.
template <Op op, Machine machine, Words words>
struct NotChecked : Bend {
  using Bend::Bend;
  void ruling(const Request& request, Ruling& rule) const override {
    const bool concerned = request.machine == machine && op.is(request);
    if (concerned && rule.text.find(words.text) != std::string_view::npos) rule.holds = true;
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
inline constexpr const char* unusual_tiles = "tiles must be Row Major and in Vec";

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

inline bool are_unusual(const Request& request) {
  for (std::size_t i = 0; i < 2; ++i) {
    const assay_operand& tile = request[i];
    if (tile.location != ASSAY_VEC || tile.block_layout != ASSAY_ROW_MAJOR) return true;
  }
  return false;
}

}  // namespace assay::simulator::bends
