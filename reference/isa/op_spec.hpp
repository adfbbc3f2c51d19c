// SPDX-License-Identifier: Apache-2.0
// A manual page: forms, operands, constraints, results.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/constraint.hpp"
#include "reference/isa/contents.hpp"
#include "reference/isa/expected.hpp"
#include "reference/isa/function.hpp"

namespace assay {

/// What a result is computed from: the call, the contents of every operand before it (tiles and
/// global memory; one element for a scalar), and the tolerance the accuracy profile gives.
struct Evaluation {
  const Call& call;
  std::span<const ElementArray>
      contents;  ///< one per operand, outputs included (their old contents)
  Tolerance tolerance;

  const ElementArray& of(std::string_view operand) const;
};

/// Whether the page promises a result for these argument bits; one type for all of them.
using Promise = std::function<bool(ElementType, std::span<const std::uint64_t>)>;

/// A result: the output operand and the function that says what is acceptable there.
struct Result {
  std::string operand = {};  ///< name of an output operand, or "text" for what the call prints
  std::function<Expected(const Evaluation&)> semantics = {};
  std::string accuracy = {};  ///< key of the accuracy profile, empty where the result is exact

  /// Where every element of the valid region is one function of the elements of `arguments` at the
  /// same place (a scalar counts everywhere), as said here again for those who feed it inputs of
  /// their own. Arguments that are not `promised` give a target-defined result; empty promises all.
  std::optional<Function> function = {};
  std::vector<std::string> arguments = {};
  Promise promised = {};
};

/// A named twist on a random legal call that the page wants to see: "tall", "misaligned tail".
/// Applied before the constraints are imposed.
struct Scenario {
  std::string name = {};
  std::string text = {};
  TargetSet targets = every_target;
  std::function<void(Call&, Draw&)> apply = {};
};

/// What the sources contradict each other about, and where it is settled.
struct Ambiguity {
  std::string text = {};
  std::string settled = {};  ///< "decision 003", "constraint src.element on a2a3", ...
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
  std::vector<Result> results = {};
  std::vector<Scenario> scenarios = {};
  std::vector<std::string> plans =
      {};  ///< value plans that matter to this op, besides the common ones
  bool reads_invalid_region =
      false;  ///< the page says that elements outside the valid region are read
  /// Changes contents that a target must not be given, such as a divisor that stops the process, or
  /// that would show nothing, such as shift amounts beyond every width or tiles without an equal
  /// pair. Sees one array per operand and touches valid regions alone.
  std::function<void(const Call&, std::vector<ElementArray>&)> admit = {};
  std::int64_t usual_rows =
      1;  ///< fewer valid rows of the lead only at edges: they would show little
  std::int64_t max_elements = 4096;  ///< size of a typical random lead operand

  std::size_t index_of(std::string_view operand) const;  ///< throws std::out_of_range
  bool has(std::string_view operand) const;
};

/// One manual page.
struct OpSpec {
  std::string mnemonic = {};
  std::string family = {};
  std::string summary = {};
  /// The enumeration of PrecisionType in the public C++ spelling, where the op has that attribute.
  std::string precision = {};
  std::vector<Form> forms = {};
  std::vector<std::string> decisions = {};  ///< file names in reference/decisions without extension
  std::vector<Ambiguity> ambiguities = {};
  std::vector<std::string> notes = {};  ///< target notes that are no constraints
};

}  // namespace assay
