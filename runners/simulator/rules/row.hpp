// SPDX-License-Identifier: Apache-2.0
// One row per instruction: its name, its rules, what executes it, and what those two need to know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "runners/simulator/rules/rules.hpp"

namespace assay::simulator {

/// Which tiles a lane reads, in which order.
enum class Reads : std::uint8_t {
  one,          ///< operand 1
  two,          ///< 1, 2
  three,        ///< 1, 2, 3
  two_and_old,  ///< 1, 2 and what the destination held
};

/// The function of a lane (elementwise/arithmetic.hpp).
struct Unit;
using Inputs = std::span<const std::uint64_t>;
using Calculation = std::uint64_t (*)(const Unit& unit, Inputs in);

/// Adds rules of an instruction's own. Not null where there are none: under a sanitizer g++ does
/// not take the comparison of a function with null for a constant.
using MoreRules = void (*)(Rules& rules, const Request& request);
constexpr void no_more(Rules&, const Request&) {}

/// The properties that distinguish the forms of an instruction in the public C++ spelling.
struct Spelled {
  const Request& call;     ///< without a form
  bool precise = false;    ///< PrecisionType HIGH_PRECISION
  bool ambient = false;    ///< NeedSetCtrl false
  bool saturates = false;  ///< has a SaturationMode
  bool adds = false;       ///< AtomicType AtomicAdd
  bool tf32 = false;       ///< after SETTF32MODE<true>
  bool splits = false;     ///< TInsertMode SPLIT2 or SPLIT4
};
constexpr std::string_view usual_form(const Spelled& spelled) {
  return spelled.precise ? "precise" : "plain";
}

/// No operand in particular.
inline constexpr std::size_t nowhere = Operands::most;

// Members are grouped by topic, whatever padding that causes.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct Row {
  std::string_view op = {};
  /// Whether the form is one of the instruction's, with its operands.
  bool (*takes)(const Request& request) = nullptr;
  void (*rules)(Rules& rules, const Request& request) = nullptr;
  /// Executes a call that keeps the rules.
  void (*run)(const Request& request, const Hooks& hooks) = nullptr;
  Elements types[3] = {};  ///< in the order of Machine, of the destination or what is folded
  Calculation integer = nullptr;
  Calculation floating = nullptr;

  // Lanes of tiles, and of tiles with a scalar.
  Reads reads = Reads::one;
  bool scratch = false;          ///< a scratch tile comes last
  bool one_tile_type = false;    ///< the CPU wants all tiles of one type
  bool cpu_regions = true;       ///< the CPU compares valid regions
  bool cpu_in_vec = false;       ///< the CPU wants tiles in Vec
  bool cpu_in_rows = false;      ///< the CPU wants them row-major
  bool byte_pairs = false;       ///< the first generation joins bytes
  std::uint32_t checks[3] = {};  ///< in the order of Machine, Checks of rules/scalar.hpp
  MoreRules more = no_more;

  // Folds and searches.
  bool along_rows = false;  ///< reduces rows; columns otherwise
  bool in_pairs = false;    ///< has a form in steps of pairs
  bool smallest = false;    ///< searched for, instead of the greatest

  // Matrix products.
  bool accumulates = false;  ///< adds to an accumulator
  bool adds_bias = false;    ///< adds a row of biases to every row
  bool one_row = false;      ///< a vector times a matrix
  bool scaled = false;       ///< of small floats with scales; forms accumulate and add biases

  // Spelling.
  std::string_view (*form)(const Spelled& spelled) = usual_form;
  /// The operand whose element type a scalar takes; nowhere for the tile before it.
  std::size_t scalar_like = nowhere;
  /// So many operands mean that the third is a descriptor of 64 bits.
  std::size_t scaled_by_one = nowhere;
  bool float_scalar = false;   ///< the scalar is a float whatever the tiles are
  bool index_scalars = false;  ///< scalars are uint16_t
  bool int_scalars = false;    ///< scalars are int
  bool word_scalars = false;   ///< scalars are uint32_t
  const char* option = "";     ///< the attribute that an integer in angle brackets is
  const char* flag = "";       ///< the attribute that a bool there is

  constexpr std::size_t sources() const {
    if (reads == Reads::one) return 1;
    return reads == Reads::three ? 3 : 2;
  }
  constexpr bool has(Machine machine, std::uint32_t element) const {
    return types[static_cast<std::size_t>(machine)].has(element);
  }
};

/// Do the operands have these kinds, in a form of this name?
constexpr bool is_form(const Request& request, std::string_view name,
                       std::initializer_list<assay_kind> kinds) {
  return request.form == name && request.takes(kinds);
}

}  // namespace assay::simulator
