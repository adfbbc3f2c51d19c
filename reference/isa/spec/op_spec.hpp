// SPDX-License-Identifier: Apache-2.0
// A manual page: forms, operands, constraints, results.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/spec/constraint.hpp"
#include "reference/isa/spec/erratum.hpp"
#include "reference/isa/spec/expected.hpp"
#include "reference/isa/spec/result.hpp"
#include "reference/isa/types/function.hpp"

namespace assay {

/// A named change of a random legal call that the page requires: "tall", "misaligned tail". Applied
/// before the constraints are imposed.
struct Scenario {
  std::string name = {};
  std::string text = {};
  TargetSet targets = every_target;
  std::function<void(Call&, Draw&)> apply = {};
  /// The page may leave every value open, or have one for all: only the end of the call is tested.
  bool open = false;
};

/// A contradiction between the sources, and where it is settled.
struct Ambiguity {
  std::string text = {};
  std::string settled = {};  ///< "decision 003", "constraint src.element on a2a3", ...
};

/// Legal calls that a source says a target does not support: it may refuse them, and one that it
/// executes must be right.
struct MayRefuse {
  std::string text = {};  ///< which calls, in words: "atomic stores"
  TargetSet targets = no_target;
  Source source = {};
  /// Selects by form, types and attributes alone; empty: all calls of the form.
  std::function<bool(const Call&)> among = {};
  /// Selects by what operands hold and by scalars; empty: whatever these are.
  std::function<bool(const Evaluation&)> when = {};
  std::string zeros_in = {};  ///< the name of an operand, if `when` requires a zero in it
  /// Whose readings are 0, such calls are executed, and 1, they are refused: one implementation
  /// does the same with all of them. Empty: it may refuse some.
  std::optional<Choice> choice = {};
};

/// One overload.
struct Form {
  std::string op = {};    ///< mnemonic, filled in by the page
  std::string name = {};  ///< unique in the op: "index", "tmp", ...
  std::vector<Operand> operands = {};
  std::string lead = {};  ///< operand whose element type and shape name the case; others follow it
  std::vector<Attribute> attributes = {};
  TargetSet targets = every_target;
  std::vector<Constraint> constraints = {};
  std::vector<MayRefuse> may_refuse = {};  ///< and what the page says of all its forms
  std::vector<Result> results = {};
  std::vector<Scenario> scenarios = {};
  /// Scenarios, the page's or those of all forms, in which every result is an unchanged source: an
  /// implementation that copies passes, whatever it holds.
  std::vector<std::string> copies_in = {};
  std::vector<std::string> plans =
      {};  ///< value plans that matter to this op, in addition to the common ones
  bool reads_invalid_region =
      false;            ///< the page says that elements outside the valid region are read
  bool copies = false;  ///< a right result may be the source as it is (decision 201)
  bool alone = false;   ///< no program calls it, no compiled library has it (142)
  /// Changes contents that a target must not be given, such as a divisor that stops the process, or
  /// that would show nothing, such as shift amounts beyond every width or tiles without an equal
  /// pair. Sees one array per operand and touches valid regions alone.
  std::function<void(const Call&, std::vector<ElementArray>&)> admit = {};
  bool seldom = false;  ///< `admit` only makes inputs rare; a sweep gives all of them
  std::int64_t usual_rows =
      1;  ///< fewer valid rows of the lead only at edges: they would show little
  std::int64_t max_elements = 4096;  ///< size of a typical random lead operand

  /// Known deviations of the op that name this form, in the order of the page; filled in from it.
  std::vector<const Erratum*> errata = {};

  std::size_t index_of(std::string_view operand) const;  ///< throws std::out_of_range
  bool has(std::string_view operand) const;
};

/// Why a target may refuse the legal call whatever it holds, or null; why it may with these
/// contents, one array per operand, or null if it must execute it.
const MayRefuse* may_refuse(const Call& call);
const MayRefuse* may_refuse(const Call& call, std::span<const ElementArray> contents);

/// One manual page.
struct OpSpec {
  std::string mnemonic = {};
  std::string family = {};
  std::string summary = {};
  /// The enumeration of PrecisionType in the public C++ spelling, where the op has that attribute.
  std::string precision = {};
  std::vector<Form> forms = {};
  std::vector<MayRefuse> may_refuse = {};   ///< calls of every form; filled in there
  std::vector<std::string> decisions = {};  ///< file names in reference/decisions without extension
  std::vector<Ambiguity> ambiguities = {};
  std::vector<std::string> notes = {};  ///< target notes that are no constraints
  std::vector<Erratum> errata = {};     ///< known deviations, the more special ones first
};

}  // namespace assay
