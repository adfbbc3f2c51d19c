// SPDX-License-Identifier: Apache-2.0
// The ways there are to the rounded result of a function, all with the same signature.
#pragma once

#include <functional>
#include <iterator>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/function.hpp"

namespace assay::agreement {

/// All modes at once cost little more than one.
inline const std::vector<RoundMode> all_modes{std::begin(every_round_mode),
                                              std::end(every_round_mode)};

struct Question {
  Function function;
  ElementType from;
  ElementType to;
  std::vector<RoundMode> modes = all_modes;
};

/// Arrays of equal length.
using Columns = std::vector<ElementArray>;

/// One array of results for each mode of the question, from one array for each argument.
using Oracle = std::function<Columns(const Question& question, const Columns& arguments)>;

/// The first oracle as everybody uses it: numerics::round().
Columns by_batches(const Question& question, const Columns& arguments);

/// The first oracle's definitions alone: numerics::correctly_rounded(), and evaluate() followed by
/// encode(), which does not know the sign of a sum that is zero.
Columns by_enclosures(const Question& question, const Columns& arguments);
Columns by_rounding_to_odd(const Question& question, const Columns& arguments);

/// The second oracle.
Columns by_second_oracle(const Question& question, const Columns& arguments);

}  // namespace assay::agreement
