// SPDX-License-Identifier: Apache-2.0
// A constraint of a manual page as a value that can check, satisfy and break itself.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/draw.hpp"

namespace assay {

/// When a breach shows: while a template is instantiated, or while the call runs.
enum class Stage : std::uint8_t { instantiation, launch };

std::string_view name_of(Stage stage);

/// Where a constraint is written: the document and the bullet, in a few words.
struct Source {
  std::string page = {};
  std::string bullet = {};
};

/// The four sides of an ordered constraint: its smallest and largest legal value and their illegal
/// neighbours.
enum class Edge : std::uint8_t { smallest, largest, below, above };

std::string_view name_of(Edge edge);

/// One constraint. `holds` is pure; `impose` changes the first-named operand so that the constraint
/// holds; `breach` changes it so that it does not. A constraint with an order also has `edge`,
/// which returns false where the side does not exist or is out of reach.
struct Constraint {
  std::string name = {};  ///< unique in its form and spelled in case names: "src.element"
  std::string text = {};  ///< the constraint as a sentence
  Stage stage = Stage::instantiation;
  TargetSet targets = every_target;   ///< where the constraint applies
  TargetSet enforced = every_target;  ///< where a breach must be refused; elsewhere unspecified
  Source source;
  bool invariant = false;  ///< constraint of the types themselves: imposed, never breached by an op
  std::string also_stated =
      {};  ///< why the bullet follows from others, if it does; then never breached

  std::function<bool(const Call&)> holds = {};
  std::function<void(Call&, Draw&)> impose = {};
  std::function<void(Call&, Draw&)> breach = {};
  std::function<bool(Call&, Draw&, Edge)> edge = {};

  Constraint at(Stage when) &&;
  Constraint on(TargetSet where) &&;
  Constraint from(std::string page, std::string bullet) &&;
  /// Targets on which a breach is not promised to be refused.
  Constraint unchecked_on(TargetSet where) &&;
  Constraint implied(std::string why) &&;
  Constraint named(std::string new_name) &&;

  bool applies(const Call& call) const { return targets.contains(call.target); }
  bool breakable() const { return breach != nullptr && !invariant && also_stated.empty(); }
};

}  // namespace assay
