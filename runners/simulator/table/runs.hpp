// SPDX-License-Identifier: Apache-2.0
// Functions of the rows that execute calls that keep the rules, on the memory of their operands.
#pragma once

#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

// Tiles, element by element.
void run_arithmetic(const Request& request, const Hooks& hooks);  ///< by the row
void run_root(const Request& request, const Hooks& hooks);        ///< reciprocal square root
/// max(src0 + src1, 0) and max(src0 - src1, 0), narrowed and saturated.
void run_narrowed_sum(const Request& request, const Hooks& hooks);
void run_narrowed_difference(const Request& request, const Hooks& hooks);
/// max((src0 + src1) * scale, 0) as half.
void run_scaled_sum(const Request& request, const Hooks& hooks);

// Tiles with a scalar, and bitwise logic.
void run_with_scalar(const Request& request, const Hooks& hooks);  ///< by the row
void run_logic(const Request& request, const Hooks& hooks);        ///< by the row
void run_shift(const Request& request, const Hooks& hooks);        ///< by a tile, by the row
/// The scaled tile added to what the destination holds.
void run_scaled_addition(const Request& request, const Hooks& hooks);
void run_fill(const Request& request, const Hooks& hooks);

// Rows and columns.
void run_fold(const Request& request, const Hooks& hooks);           ///< by the row
void run_pair_sums(const Request& request, const Hooks& hooks);      ///< of neighbours in a row
void run_row_search(const Request& request, const Hooks& hooks);     ///< of an extreme
void run_column_search(const Request& request, const Hooks& hooks);  ///< of an extreme
void run_row_copy(const Request& request, const Hooks& hooks);       ///< one value for each row
void run_column_copy(const Request& request, const Hooks& hooks);    ///< one row
void run_row_spread(const Request& request, const Hooks& hooks);     ///< the same, combined
void run_column_spread(const Request& request, const Hooks& hooks);  ///< the same, combined

// Tiles made from a few numbers, and counts.
void run_triangle(const Request& request, const Hooks& hooks);
void run_sequence(const Request& request, const Hooks& hooks);
void run_counts(const Request& request, const Hooks& hooks);  ///< of bytes, row by row
void run_random(const Request& request, const Hooks& hooks);

// Matrices.
void run_product(const Request& request, const Hooks& hooks);  ///< by the row

// All others.
void run_load(const Request& request, const Hooks& hooks);
void run_store(const Request& request, const Hooks& hooks);
void run_quantised_store(const Request& request, const Hooks& hooks);  ///< by descriptors
void run_quantised_move(const Request& request, const Hooks& hooks);
void run_quantised_extraction(const Request& request, const Hooks& hooks);
void run_quantised_insertion(const Request& request, const Hooks& hooks);
void run_extraction(const Request& request, const Hooks& hooks);
void run_whole_move(const Request& request, const Hooks& hooks);
void run_insertion(const Request& request, const Hooks& hooks);
void run_padding(const Request& request, const Hooks& hooks);
void run_padding_in_place(const Request& request, const Hooks& hooks);
void run_reshape(const Request& request, const Hooks& hooks);
void run_subview(const Request& request, const Hooks& hooks);
void run_prefetch(const Request& request, const Hooks& hooks);
void run_assignment(const Request& request, const Hooks& hooks);
void run_scale_address(const Request& request, const Hooks& hooks);
void run_image(const Request& request, const Hooks& hooks);            ///< as columns
void run_matrix_setting(const Request& request, const Hooks& hooks);   ///< pads into registers
void run_padding_setting(const Request& request, const Hooks& hooks);  ///< their value
void run_repetition_setting(const Request& request, const Hooks& hooks);
void run_quantiser_setting(const Request& request, const Hooks& hooks);  ///< for a TPUSH
void run_joining(const Request& request, const Hooks& hooks);
void run_interleaving(const Request& request, const Hooks& hooks);
void run_parting(const Request& request, const Hooks& hooks);
void run_transposition(const Request& request, const Hooks& hooks);
void run_block_sort(const Request& request, const Hooks& hooks);
void run_merge(const Request& request, const Hooks& hooks);  ///< of sorted lists
void run_print(const Request& request, const Hooks& hooks);
void run_comparison(const Request& request, const Hooks& hooks);           ///< of two tiles
void run_comparison_with_one(const Request& request, const Hooks& hooks);  ///< with one value
void run_selection(const Request& request, const Hooks& hooks);            ///< of two tiles
void run_selection_with_one(const Request& request, const Hooks& hooks);   ///< of tile and scalar
void run_conversion(const Request& request, const Hooks& hooks);

}  // namespace assay::simulator
