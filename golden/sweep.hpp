// SPDX-License-Identifier: Apache-2.0
// The HDF5 file of a sweep over the inputs of an op.
#pragma once

#include <filesystem>

#include "golden/golden.hpp"
#include "reference/judge/records/sweep_record.hpp"

namespace assay::golden {

/// Writes a sweep under a temporary name, syncs and renames it, as golden files are. Equal records
/// give equal bytes. Throws FileError. `assay verify` checks the digests.
///
/// Numbers of inputs are u64; `exponent` is i64, floor(log2 |x|), in binary places; every `ulp` is
/// f64, in units in the last place of the exact result, infinity where NaN leaves no distance. A
/// `..._bits` is the pattern of an element of `dtype` (arguments) or `result_dtype` (the others).
///
///   /           attributes: schema "assay-sweep", provenance as in golden files, op, form, target,
///               attributes, arguments, result, dtype, result_dtype, function, tolerance_kind,
///               tolerance_bound (in ulp or relative), tolerance_reason, backend, backend_revision,
///               command, tile_rows, tile_cols, exponents_of ("input" or "result")
///   /summary    one row: planned, inputs (= compared + target_defined + withheld + lost), wrong,
///               measured (with a distance), incidents, max_ulp, mean_ulp, verdict
///   /columns    a row per sign and exponent with a compared input: sign, kind (zero, finite,
///               infinity, nan), exponent, max_ulp, and inputs by ulp error in columns that are
///               named after the upper edge of their bin
///   /classes    argument, input_class, result_class, inputs compared and target_defined
///   /wrong_classes    class of the first argument, inputs with a wrong result
///   /worst, /wrong    the largest errors, the first wrong results: index, ARGUMENT_bits, accept,
///               expected_bits, low_bits, high_bits, got_bits, ulp
///               (reference/judge/records/sweep_record.hpp)
///   /incidents  calls that did not return or had forbidden effects: verdict, deviation, message,
///               first and number of the inputs that cause it, ARGUMENT_bits of the first
///   /manifest   as in golden files
void write_sweep(const std::filesystem::path& path, const SweepRecord& record,
                 const Provenance& provenance);

}  // namespace assay::golden
