// SPDX-License-Identifier: Apache-2.0
// Facts that are known of a case before it runs, as plain features for findings.
#pragma once

#include <filesystem>

#include "reports/findings/finding.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// Words: attributes by their name, "OPERAND.layout", "OPERAND.location", "OPERAND.dtype",
/// "OPERAND has NaN", "an input has NaN", ... Numbers: rows, cols, valid_rows, valid_cols, elements
/// of the lead; the same of other operands as "OPERAND.rows"; the value of an integer scalar by its
/// name; M, N and K of a product; and the powers of two of the finite inputs as "OPERAND
/// lowest exponent" and "OPERAND highest exponent". A key that is a statement has "yes" or "no". A
/// program has those of its case only, without contents.
reports::CaseFeatures features_of(const StoredCase& stored);

/// Rebuilds the case of a record of `run`, a folder or journal, from its name; one of a file as the
/// run keeps it, or else from the file. Nothing where there is none. In a run that compares builds
/// of a library the word "build" has the flags of the one that the record is of.
reports::FeatureSource features_of_records(const std::filesystem::path& run);

}  // namespace assay::runners
