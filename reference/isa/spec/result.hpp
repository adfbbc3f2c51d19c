// SPDX-License-Identifier: Apache-2.0
// A result of a call: a function that returns what is acceptable in an output.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/call/bounds.hpp"
#include "reference/isa/call/call.hpp"
#include "reference/isa/call/contents.hpp"
#include "reference/isa/spec/choice.hpp"
#include "reference/isa/spec/expected.hpp"
#include "reference/isa/types/function.hpp"

namespace assay {

/// The arguments of a result: the call, the contents of every operand before it (tiles and global
/// memory; one element for a scalar), the tolerance of the accuracy profile, and one reading of
/// each choice.
struct Evaluation {
  const Call& call;
  std::span<const ElementArray>
      contents;  ///< one per operand, outputs included (their old contents)
  Tolerance tolerance;
  ChosenReadings readings = {};
  /// By place of a result that follows in place: whether it is requested. Empty if all are; the
  /// values in the others of the result then mean nothing.
  std::span<const std::uint8_t> asked = {};

  const ElementArray& of(std::string_view operand) const;
};

/// Whether the page promises a result for these argument bits; one type for all of them.
using Promise = std::function<bool(ElementType, std::span<const std::uint64_t>)>;

/// How what is acceptable follows from the contents before a call, for code that carries bounds
/// through several calls (decision 209). By default: any element of it from any that is read.
struct Flow {
  /// Not empty: each element from those of these operands at the same place alone (a scalar counts
  /// everywhere).
  std::vector<std::string> in_place = {};
  bool copies = false;  ///< each element is one that is read, bit for bit, or depends on none
  /// Of finite floats: where an element that is read grows, no bound of what is acceptable falls.
  bool grows = false;
};

/// Bounds on a result, all of its operand, from bounds on every operand before the call. For
/// results that are discontinuous in an argument that is known within bounds, and that no Flow
/// describes: comparisons, and what is selected by masks of them.
using Branches = std::function<KnownElements(const Call&, std::span<const KnownElements>)>;

/// The first rows and columns of a tile.
struct SeenRegion {
  std::int64_t rows, cols;
};
/// The part of an operand that a call reads.
using RegionOf = std::function<SeenRegion(const Call& call, const std::string& operand)>;

/// The only inputs that the semantics of a result get (seeing_only).
struct Sight {
  std::vector<std::string> operands;
  RegionOf region;  ///< none if all of each is seen
};

/// The operation of a result whose intermediate values may be flushed, too.
enum class Accumulates : std::uint8_t {
  nothing,
  extreme,   ///< nothing: one of a line, which alone may be copied as it is
  steps,     ///< a few values; the page's function flushes what lies between (flushes_results)
  factors,   ///< a line of factors; so does the page's function
  elements,  ///< a line of elements, whose sum is widened by what flushing can change
  products,  ///< the same of products
};

/// A result: the output operand and the function that says what is acceptable there.
struct Result {
  std::string operand = {};  ///< name of an output operand, or "text" for what the call prints
  std::function<Expected(const Evaluation&)> semantics = {};
  std::string accuracy = {};  ///< key of the accuracy profile, empty if the result is exact

  /// Set if every element of the valid region is one function of the elements of `arguments` at the
  /// same place (a scalar counts everywhere), repeated here for code that supplies its own inputs.
  /// Arguments that are not `promised` give a target-defined result; empty promises all.
  std::optional<Function> function = {};
  std::vector<std::string> arguments = {};
  Promise promised = {};

  Flow flow = {};
  Branches branches = {};
  std::optional<Sight> sight = {};

  /// On which readings of the manual the result may depend.
  std::vector<Choice> choices = {};
  /// Those of subnormal numbers count only where src has another element type: others are copied.
  bool only_converting = false;
  Accumulates accumulates = Accumulates::nothing;
};

/// The result, with these choices added.
Result depending_on(const std::vector<Choice>& choices, Result result);

}  // namespace assay
