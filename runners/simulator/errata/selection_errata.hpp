// SPDX-License-Identifier: Apache-2.0
// Errata of comparisons and selections.
#pragma once

#include <cmath>
#include <optional>
#include <string_view>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/faults/order_faults.hpp"
#include "runners/simulator/rules/selection.hpp"
#include "runners/simulator/selection/selection_relations.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::bends {

inline bool is_one_comparison(const Request& request) {
  return request.row->run == run_comparison_with_one;
}
inline bool is_tile_comparison(const Request& request) {
  return request.row->run == run_comparison;
}

// ---- what is compared ----

/// E-TCMP-001, E-TCMPS-002
struct IntegersCompared : Bend {
  using Bend::Bend;
  bool related(const Compared& what, std::uint64_t a, std::uint64_t b, bool holds) const override {
    const bool concerned = what.request.machine == Machine::a2a3 && what.element == ASSAY_I32 &&
                           mode_of(what.request) == Mode::ne;
    return concerned ? a != b : holds;
  }
};

/// E-TCMP-003, E-TCMPS-003
struct LanesOfOnePair : Bend {
  using Bend::Bend;
  bool related(const Compared& what, std::uint64_t, std::uint64_t, bool holds) const override {
    const bool missed =
        what.request.machine == Machine::a5 && width_of(what.element) == 64 && what.place.col >= 64;
    return holds && !missed;
  }
};

/// E-TCMP-004
struct PitchesMixed : Bend {
  using Bend::Bend;
  bool related(const Compared& what, std::uint64_t, std::uint64_t, bool holds) const override {
    const Request& request = what.request;
    const bool concerned = is_tile_comparison(request) && request.machine == Machine::a5 &&
                           width_of(what.element) == 32;
    if (!concerned) return holds;
    const bool second_register = what.place.col / 64 % 2 != 0;
    const std::int64_t pitch = request[second_register ? 2 : 1].cols;
    const auto in_memory = [&](const assay_operand& tile) {
      return in_row_major(tile, what.place.row * pitch + what.place.col);
    };
    return compare(what.mode, what.element, in_memory(request[1]), in_memory(request[2]));
  }
};

/// E-TCMPS-001
struct IntegersAsHalves : Bend {
  using Bend::Bend;
  bool related(const Compared& what, std::uint64_t a, std::uint64_t b, bool holds) const override {
    const bool concerned =
        what.request.machine == Machine::a2a3 && one_of(what.element, {ASSAY_I16, ASSAY_U16});
    return concerned ? compare(what.mode, ASSAY_F16, a, b) : holds;
  }
};

/// E-TCMPS-004
struct WideLaneByLane : Bend {
  using Bend::Bend;
  bool related(const Compared& what, std::uint64_t a, std::uint64_t, bool holds) const override {
    const Request& request = what.request;
    const bool concerned = is_one_comparison(request) && request.machine == Machine::a5 &&
                           request[2].kind == ASSAY_TILE && width_of(what.element) == 64;
    if (!concerned) return holds;
    return compare(what.mode, what.element, a,
                   in_row_major(request[2], what.place.row * request[2].cols + what.place.col));
  }
};

/// Equality and difference by the distance as doubles; that of two infinities is no number, so they
/// are neither.
inline bool near_enough(Mode mode, std::uint32_t element, std::uint64_t a, std::uint64_t b) {
  if (mode > Mode::ne) return compare(mode, element, a, b);
  const double x = value_of(element, a);
  const double y = value_of(element, b);
  if (std::isnan(x) || std::isnan(y)) return mode == Mode::ne;
  const double distance = std::fabs(x - y);
  return mode == Mode::eq ? distance < 1e-9 : distance > 1e-9;
}

/// E-TCMPS-006
struct ComparesDistances : Bend {
  using Bend::Bend;
  bool related(const Compared& what, std::uint64_t a, std::uint64_t b, bool holds) const override {
    const bool concerned = is_one_comparison(what.request) && what.request.machine == Machine::cpu;
    return concerned ? near_enough(what.mode, what.element, a, b) : holds;
  }
};

// ---- where it is stored ----

/// A byte in every element.
template <bool loosely>
struct BytesInElements : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    const bool concerned = is_one_comparison(request) && request.machine == Machine::cpu &&
                           request[2].kind == ASSAY_SCALAR;
    const bool asked = !loosely || mode_of(request) <= Mode::ne;
    if (!concerned || !asked) return bits;
    if (element.first) left_.emplace(request[1]);
    return byte_at(request, element.place);
  }

 private:
  std::uint64_t byte_at(const Request& request, Place place) const {
    const assay_operand& dst = request[0];
    const assay_operand& src = request[1];
    const std::int64_t bytes = src.cols / 8;
    if (bytes == 0 || place.row >= dst.valid_rows || place.col >= dst.valid_cols) return 0;
    const std::int64_t number = place.row * dst.valid_cols + place.col;
    const std::int64_t row = number / bytes;
    const std::uint64_t right =
        convert(request[2].element, request[2].scalar_bits, src.element).value_or(0);
    std::uint64_t byte = 0;
    for (std::int64_t bit = 0; bit < 8; ++bit) {
      const std::int64_t col = number % bytes * 8 + bit;
      if (row >= src.valid_rows || col >= src.valid_cols) continue;
      const std::uint64_t a = left_->get(row, col);
      const bool holds = loosely ? near_enough(mode_of(request), src.element, a, right)
                                 : compare(mode_of(request), src.element, a, right);
      if (holds) byte |= 1ULL << bit;
    }
    return byte;
  }

  mutable std::optional<Tile> left_;  ///< of the call that is executed
};

// ---- which bit chooses ----

/// E-TSEL-001
struct MaskAsStream : MaskRowsJoined {
  using MaskRowsJoined::MaskRowsJoined;
  bool selected(const Request& request, const MaskReader& mask, Place place,
                bool set) const override {
    const bool concerned = request.row->run == run_selection && !request.on_device();
    return concerned ? MaskRowsJoined::selected(request, mask, place, set) : set;
  }
};

/// Bits of the mask's memory on A5: `pitch` in bytes, and 16 bytes for 256 lanes of one byte.
inline bool bit_of_lane(const Request& request, const MaskReader& mask, Place place) {
  const std::int64_t passed = width_of(request[0].element) == 8 ? place.col / 256 : 0;
  const std::int64_t byte = place.row * request[1].cols + place.col / 8 - 16 * passed;
  return mask.bit_in_memory(byte, place.col % 8);
}

inline bool is_a5_choice_of_tiles(const Request& request) {
  return request.row->run == run_selection && request.machine == Machine::a5 &&
         width_of(request[0].element) != 64;
}

/// E-TSEL-002
struct PitchInBytes : Bend {
  using Bend::Bend;
  bool selected(const Request& request, const MaskReader& mask, Place place,
                bool set) const override {
    const bool concerned = is_a5_choice_of_tiles(request) && request[1].element != ASSAY_U8;
    return concerned ? bit_of_lane(request, mask, place) : set;
  }
};

/// E-TSEL-003
struct HalfAStep : Bend {
  using Bend::Bend;
  bool selected(const Request& request, const MaskReader& mask, Place place,
                bool set) const override {
    const bool concerned = is_a5_choice_of_tiles(request) && request[1].element == ASSAY_U8;
    return concerned ? bit_of_lane(request, mask, place) : set;
  }
};

// ---- which columns are reached ----

/// E-TSEL-004, E-TSELS-001, and those of other instructions with a scalar
struct ColumnsOfOnePair : Bend {
  using Bend::Bend;
  void region(const Request& request, const assay_operand&, Region, Region& worked) const override {
    if (request.machine != Machine::a5 || width_of(request[0].element) != 64) return;
    worked.cols = std::min<std::int64_t>(worked.cols, 64);
  }
};

// ---- what is refused ----

/// E-TCMP-002
struct WideNotCompared : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool concerned = is_tile_comparison(request) && request.machine == Machine::cpu &&
                           width_of(request[1].element) == 64;
    if (!concerned) return std::nullopt;
    return Answer{ASSAY_REJECTED, "the data type must be another one"};
  }
};

/// E-TCMPS-007
struct NoSecondTile : Bend {
  using Bend::Bend;
  std::optional<Answer> instead(const Request& request) const override {
    const bool concerned = is_one_comparison(request) && request.machine == Machine::cpu &&
                           request[2].kind == ASSAY_TILE;
    if (!concerned) return std::nullopt;
    return Answer{ASSAY_REJECTED, "the call of TCMPS is ambiguous"};
  }
};

/// A rule that a machine does not check.
struct Unchecked : Bend {
  using Bend::Bend;
  void ruling(const Request& request, Ruling& rule) const override {
    if (skips(request, rule.text)) rule.holds = true;
  }

 private:
  virtual bool skips(const Request& request, std::string_view rule) const = 0;
};

/// E-TCMP-005, E-TCMP-006
struct MaskTypeUnchecked : Unchecked {
  using Unchecked::Unchecked;
  bool skips(const Request& request, std::string_view rule) const override {
    return request.on_device() && is_tile_comparison(request) && rule == mask_rule_text;
  }
};

/// E-TSEL-005
struct ElementUnchecked : Unchecked {
  using Unchecked::Unchecked;
  bool skips(const Request& request, std::string_view rule) const override {
    return request.machine == Machine::a5 && request.row->run == run_selection &&
           rule == ordinary_rule_text;
  }
};

}  // namespace assay::simulator::bends
