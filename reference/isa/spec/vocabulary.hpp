// SPDX-License-Identifier: Apache-2.0
// The constraint vocabulary: what pages say about elements, memory, layouts and valid regions.
//
// A constraint that names two operands moves the first so that it follows the second. "Undrawn"
// values are neither legal nor drawn by a breach: two sentences of the manual contradict each other
// about them, or the page leaves them to the target, or another form takes them. The place that
// lists them says which. That a header takes a value is no reason (decision 201).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/spec/constraint.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay::vocabulary {

using Elements = std::vector<ElementType>;
using Locations = std::vector<Location>;
using Layouts = std::vector<TileLayout>;

/// The operand's element type is one of `legal`.
Constraint element_is(const std::string& operand, Elements legal, Elements undrawn = {});
/// The same, only where the operand lies in `where`.
Constraint element_in(Location where, const std::string& operand, Elements legal,
                      Elements undrawn = {});
Constraint same_element(const std::string& operand, const std::string& as);
/// sizeof of both element types is equal, and the target has that of the operand.
Constraint same_width(const std::string& operand, const std::string& as);

Constraint located_in(const std::string& operand, Locations legal, Locations undrawn = {});
/// BLayout is RowMajor, boxed or not.
Constraint row_major(const std::string& operand);
/// SLayout is NoneBox.
Constraint unboxed(const std::string& operand);
/// RowMajor and NoneBox in one constraint.
Constraint nd_layout(const std::string& operand);
Constraint layout_is(const std::string& operand, Layouts legal);
/// A boxed tile has whole boxes in both directions; ragged ones have no agreed address (MODEL 3).
Constraint whole_boxes(const std::string& operand);
/// SFractalSize is 512: the tag of every tile that is not a matrix accumulator or a scale.
Constraint plain_fractal(const std::string& operand);

/// ValidRow <= Rows and ValidCol <= Cols.
Constraint valid_within_shape(const std::string& operand);
Constraint same_valid_region(const std::string& operand, const std::string& as);
Constraint same_valid_columns(const std::string& operand, const std::string& as);
/// Static where the other is static, dynamic where it is dynamic.
Constraint same_valid_mode(const std::string& operand, const std::string& as);
Constraint valid_rows_are(const std::string& operand, std::int64_t rows);
/// Valid rows and columns of the operand are not zero.
Constraint non_empty(const std::string& operand);
/// The tile occupies at least `bytes` bytes.
Constraint at_least_bytes(const std::string& operand, std::int64_t bytes);

/// A constraint without a ready-made word. `name` and `text` as in Constraint.
Constraint constraint(std::string name, std::string text, std::function<bool(const Call&)> holds,
                      std::function<void(Call&, Draw&)> impose,
                      std::function<void(Call&, Draw&)> breach = nullptr);

/// Marks a constraint as one of the types themselves: always imposed, never broken by an op's page.
Constraint invariant(Constraint constraint);

/// Draws an element type outside both lists, or returns false if there is none.
bool draw_other_element(Draw& draw, const Elements& legal, const Elements& undrawn,
                        ElementType& out);

/// Comma-separated names, for texts.
std::string list_of(const Elements& elements);

}  // namespace assay::vocabulary
