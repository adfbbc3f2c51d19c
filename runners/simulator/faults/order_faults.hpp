// SPDX-License-Identifier: Apache-2.0
// Faults of comparing: what is larger, which mask bit is which, where an extreme is.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/faults/arithmetic_faults.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/selection/selection_relations.hpp"

namespace assay::simulator::fault_hooks {

// ---- searches ----

struct LastTieWins : FaultHook {
  using FaultHook::FaultHook;
  bool leads(const Search& search, std::uint64_t challenger, std::uint64_t leader,
             bool ahead) const override {
    const bool floats = float_format(search.element).has_value();
    if (challenger == leader && (search.along_row || !floats)) return true;
    const bool equal =
        floats && value_of(search.element, challenger) == value_of(search.element, leader);
    return equal || ahead;
  }
};

struct SignedCompare : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    Unit other = unit;
    if (is_one_of(calculate, {integer_minimum, integer_maximum, integer_rectified})) {
      other.element = signed_kind(unit.element);
    }
    return calculate(other, in);
  }
  bool related(const Compared& what, std::uint64_t a, std::uint64_t b, bool) const override {
    return compare(what.mode, signed_kind(what.element), a, b);
  }
  bool leads(const Search& search, std::uint64_t challenger, std::uint64_t leader,
             bool ahead) const override {
    if (search.along_row || challenger == leader || float_format(search.element)) return ahead;
    const std::uint32_t element = signed_kind(search.element);
    return (sign_extended(element, challenger) > sign_extended(element, leader)) != search.smallest;
  }
};

struct IndexThroughHalf : FaultHook {
  using FaultHook::FaultHook;
  void found(const Search& search, std::uint64_t& index, std::uint64_t*) const override {
    if (search.along_row) return;
    index = *convert(ASSAY_F16, *convert(ASSAY_U32, index, ASSAY_F16), ASSAY_U32);
  }
};

struct IndexRestarts : FaultHook {
  using FaultHook::FaultHook;
  void found(const Search& search, std::uint64_t& index, std::uint64_t*) const override {
    if (search.along_row) index %= static_cast<std::uint64_t>(256 / size_of(search.element));
  }
};

/// Of a sort: values that are equal stay in the order in which they are read.
struct TiesByPosition : FaultHook {
  using FaultHook::FaultHook;
  bool leads(const Search& search, std::uint64_t challenger, std::uint64_t leader,
             bool ahead) const override {
    const bool tie = value_of(search.element, challenger) == value_of(search.element, leader);
    return ahead && !(tie && search.request.op == "TSORT32");
  }
};

/// Of a sort: only the low half of an index arrives.
struct IndexIn16Bits : FaultHook {
  using FaultHook::FaultHook;
  void found(const Search& search, std::uint64_t& index, std::uint64_t*) const override {
    if (search.request.op == "TSORT32") index &= 0xFFFFU;
  }
};

struct ValueIndexSwapped : FaultHook {
  using FaultHook::FaultHook;
  void found(const Search&, std::uint64_t& index, std::uint64_t* value) const override {
    if (value != nullptr) std::swap(index, *value);
  }
};

// ---- masks ----

struct MaskBitsReversed : FaultHook {
  using FaultHook::FaultHook;
  std::int64_t lane_in_byte(std::int64_t lane) const override {
    return lane - lane % 8 + (7 - lane % 8);
  }
};

struct MaskRowsJoined : FaultHook {
  using FaultHook::FaultHook;
  bool selected(const Request& request, const MaskReader& mask, Place place, bool) const override {
    const std::int64_t number = place.row * request[0].valid_cols + place.col;
    const std::int64_t bytes = std::max<std::int64_t>(request[1].valid_cols, 1);
    const std::int64_t first = number / 8 % bytes * width_of(request[1].element);
    return mask.bit(number / 8 / bytes, first + number % 8);
  }
};

struct MaskRowStuck : FaultHook {
  using FaultHook::FaultHook;
  bool selected(const Request&, const MaskReader& mask, Place place, bool) const override {
    return mask.bit(0, place.col);
  }
};

struct SelectSwapped : FaultHook {
  using FaultHook::FaultHook;
  bool selected(const Request&, const MaskReader&, Place, bool set) const override { return !set; }
};

struct ComparesBits : FaultHook {
  using FaultHook::FaultHook;
  bool related(const Compared& what, std::uint64_t a, std::uint64_t b, bool holds) const override {
    if (what.mode == Mode::eq) return a == b;
    return what.mode == Mode::ne ? a != b : holds;
  }
};

struct OrderedByNegation : FaultHook {
  using FaultHook::FaultHook;
  bool related(const Compared& what, std::uint64_t a, std::uint64_t b, bool holds) const override {
    if (is_integer(what.element)) return holds;
    if (what.mode == Mode::le) return !compare(Mode::gt, what.element, a, b);
    return what.mode == Mode::ge ? !compare(Mode::lt, what.element, a, b) : holds;
  }
};

struct LastMaskByteInverted : FaultHook {
  using FaultHook::FaultHook;
  bool related(const Compared& what, std::uint64_t, std::uint64_t, bool holds) const override {
    const std::int64_t cols = what.worked.cols;
    const bool in_last = what.request.row->run == run_comparison &&
                         what.place.col >= cols / 8 * 8 && what.place.col < cols;
    return holds != in_last;
  }
};

}  // namespace assay::simulator::fault_hooks
