// SPDX-License-Identifier: Apache-2.0
// The hooks of the simulator: hooks through which a named switch can change its behaviour. Here
// nothing is changed, and no caller depends on whether anything is.
//
// A wrapper overrides the hooks that it needs. A hook gets what the simulator is about to read,
// compute, write, check or answer; its result is used instead.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runners/backend.h"
#include "runners/simulator/core/answer.hpp"
#include "runners/simulator/core/region.hpp"
#include "runners/simulator/rules/request.hpp"

namespace assay::simulator {

struct Ruling;
struct Route;
class Tile;

// The insides of some instructions.
struct Combined;
struct Compared;
class MaskReader;
struct Job;
struct Spreading;
class Folder;
struct Search;
struct Dot;
struct Padding;
struct QuantiserSpec;
struct PrintStyle;
struct PrintedPart;

struct Unit;
using Inputs = std::span<const std::uint64_t>;
using Calculation = std::uint64_t (*)(const Unit& unit, Inputs in);

/// An element of a result on its way to memory.
struct Written {
  const Request& request;
  Place place;
  Inputs inputs;  ///< the patterns that were read for it; none where it folds many
  bool first;     ///< of this call
  const assay_operand* to = nullptr;  ///< see target()

  /// The operand that it goes to.
  const assay_operand& target() const { return to == nullptr ? request[0] : *to; }
};

class Hooks {
 public:
  Hooks() = default;
  Hooks(const Hooks&) = delete;
  Hooks& operator=(const Hooks&) = delete;
  virtual ~Hooks() = default;

  // ---- the call ----

  /// An answer that is given instead of looking at the call; its instruction is known.
  virtual std::optional<Answer> instead(const Request&) const { return std::nullopt; }
  /// Whether a call that keeps all rules is executed.
  virtual bool executes(const Request&) const { return true; }
  /// A call that was done ends.
  virtual void ends(const Request&) const {}

  // ---- which rule is checked ----

  /// One rule, checked: an erratum or a bug may skip it, or refuse what keeps it.
  virtual void ruling(const Request&, Ruling&) const {}
  /// The ends of a range.
  virtual void limits(std::int64_t& /*lowest*/, std::int64_t& /*highest*/) const {}
  /// The answer to a call that must not be executed.
  virtual void refused(const Request&, Answer&) const {}

  // ---- what is read ----

  /// How a walk steps through a tile.
  virtual void route(const assay_operand& /*tile*/, Route&) const {}
  /// A view of global memory as it is addressed.
  virtual void view(const Request&, assay_operand& /*seen*/) const {}
  /// The region that an instruction works on. `room` is what its tiles have.
  virtual void region(const Request&, const assay_operand& /*tile*/, Region /*room*/,
                      Region& /*worked*/) const {}
  /// The column that represents the lane at `place` of a region.
  virtual std::int64_t column(const assay_operand& /*tile*/, Region /*worked*/, Place place) const {
    return place.col;
  }
  /// The element that a move takes to `to`.
  virtual void origin(const Request&, Place /*to*/, Place& /*from*/) const {}
  /// How many elements of a line are searched or folded, of those that the tile has.
  virtual void terms(const Request&, const assay_operand& /*src*/, bool /*along_row*/,
                     std::int64_t& /*count*/) const {}
  /// A pattern after the data path.
  virtual std::uint64_t moved(std::uint32_t /*element*/, std::uint64_t bits) const { return bits; }
  /// A pattern as the argument of a function of one argument.
  virtual std::uint64_t argument(std::uint32_t /*element*/, std::uint64_t bits) const {
    return bits;
  }
  /// A scalar, converted to an element type.
  virtual std::uint64_t scalar(const Request&, const assay_operand& /*scalar*/,
                               std::uint32_t /*element*/, std::uint64_t bits) const {
    return bits;
  }

  // ---- what a lane computes ----

  /// `calculate` of `unit` and `in`.
  virtual std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const {
    return calculate(unit, in);
  }
  /// A floating-point result, rounded.
  virtual std::uint64_t rounded(std::uint32_t /*element*/, std::uint64_t bits) const {
    return bits;
  }

  // ---- what is written ----

  /// The pattern that is stored for an element.
  virtual std::uint64_t written(const Written&, std::uint64_t bits) const { return bits; }
  /// All results are stored.
  virtual void finished(const Request&, Tile& /*dst*/) const {}
  /// A source was read for the last time; `result` is that of the element at `place`.
  virtual void spent(const Request&, Tile& /*source*/, Place, std::uint64_t /*result*/) const {}
  /// A source was read whole for the last time.
  virtual void spent(const Request&, Tile& /*source*/) const {}

  // ---- the insides of some instructions ----

  virtual void filled(const Request&, const assay_operand& /*tile*/, Region&) const {}
  virtual void padded(const assay_operand& /*tile*/, Padding&) const {}
  virtual std::int64_t lane_in_byte(std::int64_t lane) const { return lane; }
  virtual bool selected(const Request&, const MaskReader&, Place, bool set) const { return set; }
  virtual bool related(const Compared&, std::uint64_t, std::uint64_t, bool holds) const {
    return holds;
  }
  virtual void combined(Combined&) const {}
  virtual void job(Job&) const {}
  virtual void quantiser(const Request&, QuantiserSpec&) const {}
  virtual std::int64_t packed_column(const assay_operand& /*tile*/, std::int64_t col) const {
    return col;
  }
  virtual void met(const Spreading&, Place&) const {}
  virtual void gathered(const Folder&, std::int64_t /*line*/, std::vector<std::uint64_t>&) const {}
  /// One element of a matrix product: which factors are read, where its sum begins.
  virtual void multiplied(Dot&) const {}
  /// How a walk steps through a factor of a product, and what a pattern there is worth.
  virtual void factors(const Request&, Route&) const {}
  virtual double worth(const Request&, std::uint32_t /*element*/, std::uint64_t /*bits*/,
                       double value) const {
    return value;
  }
  virtual bool leads(const Search&, std::uint64_t /*challenger*/, std::uint64_t /*leader*/,
                     bool ahead) const {
    return ahead;
  }
  virtual void found(const Search&, std::uint64_t& /*index*/, std::uint64_t* /*value*/) const {}
  virtual void style(PrintStyle&) const {}
  virtual void printed(const Request&, PrintedPart&) const {}
  /// The text of one value, `width` characters or more.
  virtual void spelled(std::uint32_t /*element*/, std::uint64_t, const PrintStyle&,
                       std::string&) const {}
};

}  // namespace assay::simulator
