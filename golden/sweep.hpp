// SPDX-License-Identifier: Apache-2.0
// The HDF5 file of a sweep over the inputs of an op.
#pragma once

#include <filesystem>

#include "golden/golden.hpp"
#include "reference/judge/sweep_record.hpp"

namespace assay::golden {

/// Writes a sweep under a temporary name, syncs and renames it, as golden files are. Equal records
/// give equal bytes. Throws FileError. `assay verify` checks the digests.
///
///   attributes of the root   schema = "assay-sweep", where it comes from, what was swept
///   /summary                 one row: counts of inputs, max_ulp, mean_ulp, verdict
///   /columns                 one row per sign and exponent with a compared input: sign, kind
///   (zero,
///                            finite, infinity, nan), exponent, max_ulp, inputs per bin of ulp
///                            error
///   /classes                 argument, class of it, class of the result, inputs: compared and
///                            target_defined
///   /wrong_classes           class of the first argument, inputs outside the tolerance
///   /worst, /wrong           inputs: index, ARGUMENT_bits, expected_bits (correctly rounded),
///                            low_bits and high_bits (accepted range), got_bits, ulp. The largest
///                            errors, and the first inputs outside the tolerance
///   /incidents               calls that did not come back as done or did more than they should
///   /manifest                as in golden files
void write_sweep(const std::filesystem::path& path, const SweepRecord& record,
                 const Provenance& provenance);

}  // namespace assay::golden
