// SPDX-License-Identifier: Apache-2.0
// Tables in global memory whose rows or elements a tile of indices names (decision 199).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/ops/page.hpp"

namespace assay::ops {

/// The tile that is gathered into, or scattered.
const TileSpec& tile_of_table(const Call& call);

/// Whether an index names a row of the table, and not an element.
bool names_rows(const Call& call);
/// Whether the call gathers into Mat, by indices in global memory.
bool gathers_into_mat(const Call& call);
/// How many rows or elements the table has.
std::int64_t entries_of(const Call& call);

/// How an index is read: as 32 bits without a sign, or widened with its sign to 64.
enum class IndexWidth : std::uint8_t { as_32_bits, as_64_bits };
/// The entry that an index names, after what `mode` does with one beyond the table: "Clamp" and
/// "Wrap" move it inside, others name none.
std::optional<std::int64_t> entry_named(const Call& call, std::uint64_t bits, std::string_view mode,
                                        IndexWidth width = IndexWidth::as_32_bits);

/// The index of an element of the tile, of its row or its own; where its counterpart is in the
/// contents of the table, if `entry` is named.
std::uint64_t index_for(const Evaluation& inputs, std::int64_t row, std::int64_t col);
std::int64_t place_in_table(const Call& call, std::int64_t entry, std::int64_t col);

/// Elements, places, layouts and shapes of `tile`, table and idx.
Constraints table_constraints(const std::string& tile, const std::string& page);
/// Parts of them: the layout, the shape and the width of a table.
Constraint table_in_rows();
Constraint shape_of_table();
Constraint row_width();
/// Rows that are more than 2 MiB apart, on targets that go by the stride of a row.
Scenario far_rows(TargetSet targets);

/// Indices inside the table, at its end and beyond it; where that has no meaning, inside alone.
void make_entries(const Call& call, std::vector<ElementArray>& contents, std::string_view mode);

/// Whether it matters to what `attribute` does that a negative index is widened to 64 bits.
bool wraps_in_64_bits(const Call& call, const char* attribute);

/// dst has what its indices name.
Result from_table(IndexWidth width);

/// The forms with a dst in Mat, of rows and, through scratch, of elements.
Form rows_into_mat(const std::string& page);
Form elements_into_mat(const std::string& page);
std::vector<Erratum> mgather_errata();

}  // namespace assay::ops
