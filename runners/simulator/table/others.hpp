// SPDX-License-Identifier: Apache-2.0
// Rows of moves, of comparisons, selections and conversions, and of printing.
#pragma once

#include "runners/simulator/rules/assignment.hpp"
#include "runners/simulator/rules/conversion.hpp"
#include "runners/simulator/rules/drain.hpp"
#include "runners/simulator/rules/image.hpp"
#include "runners/simulator/rules/joining.hpp"
#include "runners/simulator/rules/load.hpp"
#include "runners/simulator/rules/move.hpp"
#include "runners/simulator/rules/padding.hpp"
#include "runners/simulator/rules/prefetch.hpp"
#include "runners/simulator/rules/print.hpp"
#include "runners/simulator/rules/selection.hpp"
#include "runners/simulator/rules/store.hpp"
#include "runners/simulator/rules/view.hpp"
#include "runners/simulator/rules/weave.hpp"
#include "runners/simulator/rules/whole_move.hpp"
#include "runners/simulator/rules/window.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::table {

inline constexpr Row others[] = {
    {.op = "TLOAD", .takes = is_load_form, .rules = load_rules, .run = run_load, .form = load_form},
    {.op = "TSTORE",
     .takes = is_store_form,
     .rules = store_rules,
     .run = run_store,
     .form = store_form,
     .scaled_by_one = 3},
    {.op = "TSTORE_FP",
     .takes = is_quantised_store_form,
     .rules = quantised_store_rules,
     .run = run_quantised_store,
     .form = quantised_store_form},
    {.op = "TEXTRACT",
     .takes = is_extraction_form,
     .rules = every_extraction_rules,
     .run = run_extraction,
     .form = extraction_form,
     .scaled_by_one = 5,
     .index_scalars = true},
    {.op = "TINSERT",
     .takes = is_insertion_form,
     .rules = every_insertion_rules,
     .run = run_insertion,
     .form = insertion_form,
     .scaled_by_one = 5,
     .index_scalars = true},
    {.op = "TMOV",
     .takes = is_whole_move_form,
     .rules = whole_move_rules,
     .run = run_whole_move,
     .form = whole_move_form,
     .scaled_by_one = 3},
    {.op = "TEXTRACT_FP",
     .takes = is_quantised_window_form,
     .rules = quantised_extraction_rules,
     .run = run_quantised_extraction,
     .index_scalars = true},
    {.op = "TINSERT_FP",
     .takes = is_quantised_window_form,
     .rules = quantised_insertion_rules,
     .run = run_quantised_insertion,
     .index_scalars = true},
    {.op = "TMOV_FP",
     .takes = is_quantised_move_form,
     .rules = quantised_move_rules,
     .run = run_quantised_move},
    {.op = "TFILLPAD",
     .takes = is_padding_form,
     .rules = padding_rules,
     .run = run_padding,
     .form = padding_form},
    {.op = "TFILLPAD_EXPAND",
     .takes = is_padding_form,
     .rules = padding_rules,
     .run = run_padding,
     .form = padding_form},
    {.op = "TFILLPAD_INPLACE",
     .takes = is_in_place_form,
     .rules = in_place_rules,
     .run = run_padding_in_place,
     .form = in_place_form},
    {.op = "TRESHAPE",
     .takes = is_reshape_form,
     .rules = reshape_rules,
     .run = run_reshape,
     .form = reshape_form},
    {.op = "TSUBVIEW",
     .takes = is_subview_form,
     .rules = subview_rules,
     .run = run_subview,
     .index_scalars = true},
    {.op = "TASSIGN",
     .takes = is_assignment_form,
     .rules = assignment_rules,
     .run = run_assignment},
    {.op = "TPREFETCH", .takes = is_prefetch_form, .rules = prefetch_rules, .run = run_prefetch},
    {.op = "TIMG2COL", .takes = is_image_form, .rules = image_rules, .run = run_image},
    {.op = "TCONCAT",
     .takes = is_joining_form,
     .rules = joining_rules,
     .run = run_joining,
     .form = joining_form},
    {.op = "TINTERLEAVE", .takes = is_weaving_form, .rules = weaving_rules, .run = run_weaving},
    {.op = "TDEINTERLEAVE",
     .takes = is_parting_form,
     .rules = weaving_rules,
     .run = run_parting,
     .form = parting_form},
    {.op = "TTRANS",
     .takes = is_transposition_form,
     .rules = transposition_rules,
     .run = run_transposition,
     .form = tile_form},
    {.op = "TPRINT",
     .takes = is_print_form,
     .rules = print_rules,
     .run = run_print,
     .form = print_form},
    {.op = "TCMP", .takes = is_compare_form, .rules = compare_rules, .run = run_comparison},
    {.op = "TCMPS",
     .takes = is_compare_one_form,
     .rules = compare_one_rules,
     .run = run_comparison_with_one,
     .form = compare_one_form},
    {.op = "TSEL", .takes = is_select_form, .rules = select_rules, .run = run_selection},
    {.op = "TSELS",
     .takes = is_select_one_form,
     .rules = select_one_rules,
     .run = run_selection_with_one,
     .scalar_like = 2},
    {.op = "TCVT",
     .takes = is_conversion_form,
     .rules = conversion_rules,
     .run = run_conversion,
     .form = conversion_form},
};

}  // namespace assay::simulator::table
