// SPDX-License-Identifier: Apache-2.0
// What the pages share that spread one value per row, or one row, over a tile and combine it with
// another tile.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// The result for two arguments in the order of the call; one of them is spread by its placement.
using Combination = std::function<Result(const std::vector<Argument>& arguments)>;

// Combinations that several pages have. Integers as decisions 014 and 015 say, floats rounded once.
Result spread_sum(const std::vector<Argument>& arguments);
Result spread_difference(const std::vector<Argument>& arguments);
Result spread_product(const std::vector<Argument>& arguments);
Result spread_quotient(const std::vector<Argument>& arguments);
Result spread_larger(const std::vector<Argument>& arguments);
Result spread_smaller(const std::vector<Argument>& arguments);
/// exp(a - b): the difference is rounded to the type of the tile first, but for float on A5, where
/// it may also stay exact (decision 037).
Result spread_exponential(const std::vector<Argument>& arguments);

/// A page of this kind.
struct Expansion {
  std::string mnemonic;
  std::string summary;
  Types types;
  Combination combination;
  std::vector<std::string> plans = {};
  std::vector<std::string> decisions = {};  ///< besides those of all such pages
  std::vector<Ambiguity> ambiguities = {};  ///< besides those of all such pages
  bool divides = false;  ///< has PrecisionType, and the CPU must not be given a zero divisor
};

/// TROWEXPAND...: the spread operand has one value, or one block of 32 bytes, for each row. Forms
/// with src1 or ("swapped") src0 spread, without and with tmp.
OpSpec row_expansion(const Expansion& page);

/// TCOLEXPAND...: the spread operand is one row. Forms with src1 or, on devices, ("swapped") src0
/// spread.
OpSpec column_expansion(const Expansion& page);

/// The element types of most of these pages.
Types expansion_types();
/// Of quotients, with what a second page adds on A2A3.
Types quotient_types();
/// Of exponentials: half and float.
Types exponential_types();

/// Contradictions that several of these pages have.
Ambiguity shortened_name();
Ambiguity identity_of_tiles(const std::string& where);
Ambiguity types_of_second_page(const std::string& cpu_lacks);
Ambiguity rounding_of_difference();
Ambiguity quotient_types_differ();
Ambiguity precise_quotient();

}  // namespace assay::ops
