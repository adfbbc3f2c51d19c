// SPDX-License-Identifier: Apache-2.0
// Common parts of the pages that find the greatest or smallest element of a row or column.
#pragma once

#include <string>

#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"
#include "reference/ops/reduce_expand/shared/search.hpp"

namespace assay::ops {

/// One row or column of src.
struct Searched {
  const Call& call;
  const ElementArray& elements;
  const TileSpec& tile;
  Search search;
  std::int64_t line;
  ChosenReadings readings = {};

  std::int64_t count() const;
  std::uint64_t bits(std::int64_t i) const;
  bool is_nan(std::int64_t i) const;
};

/// Acceptable places of a line, or acceptable patterns for it; none if it is left open.
using Places = std::function<std::vector<std::int64_t>(const Searched&)>;
using SearchReadings = std::function<std::vector<std::uint64_t>(const Searched&)>;

/// The lowest place of the extreme among the numbers of a line, 0 if it has none. Whether zeros of
/// both signs are equal is a choice (decision 004).
std::vector<std::int64_t> promised_places(const Searched& searched);

SearchReadings indices_at(Places places);
SearchReadings values_at(Places places);  ///< any NaN for a NaN
/// The values of `readings` for every line, in `destination`.
Result found(const Search& search, const std::string& destination, const SearchReadings& readings);

/// Indices into dst: column numbers into column 0, or row numbers into row 0 (decisions 004, 033).
Result indices_of(const Search& search);
/// The elements found there, into dst_val.
Result values_of(const Search& search);

inline const Operand dst_val{"dst_val", Role::output, OperandKind::tile};

/// Index types if a value is requested too: 32 bits, and for two-byte sources 16 bits as well, or
/// on devices nothing else (`exactly`).
Constraint index_of_source_width(bool exactly, const std::string& page);

// ---- searches in columns ----

/// On A2A3 a row of tmp holds the stride that the page computes, or tmp has the size of src.
Constraint stride_of_tmp();

/// Elements of one of the regions that A2A3 keeps in tmp: a repeat of 256 bytes, or the valid
/// columns of a narrower source in whole blocks.
std::int64_t region_of_tmp(const TileSpec& in);
std::string regions_of_tmp_in_words();

/// The page's own example: 16 x 256 with 255 valid columns and a tmp of 1 x 32.
Scenario manual_example();

/// ValidCol is 1 or dynamic.
Constraint static_valid_columns_are_one(const std::string& operand);

/// More than 2048 rows: row counters of half precision lose odd numbers above.
Scenario tall();

/// Contradictions between the sources of both searches.
std::vector<Ambiguity> ambiguities_of_column_searches(const std::string& op);

// ---- searches in rows ----

/// One valid column, as the page requires of results that are row-major.
Constraint one_valid_column(const std::string& operand);

/// What A2A3 needs in tmp: best values and places of every 256 bytes of a row, and of every 256
/// bytes of these; a pair of elements if a value is requested and a row has 256 bytes or less.
Room room_for_levels(const Call& call);

/// Contradictions between the sources of both searches.
std::vector<Ambiguity> ambiguities_of_row_searches(const std::string& op);

}  // namespace assay::ops
