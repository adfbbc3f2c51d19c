// SPDX-License-Identifier: Apache-2.0
// The neighbours of a shrunk case: what passes with one row or column less, and what fails with one
// more.
#pragma once

#include <vector>

#include "generators/shrink/smaller.hpp"
#include "reports/findings/finding.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

class ShrinkProbe;

/// What the smallest case `best`, made of the failing case `first`, proves about the cause.
/// `relevant` has the inputs of `best` that cannot be neutral. Executes a few calls more, within
/// the budget.
reports::Proof proof_of(const StoredCase& first, const StoredCase& best,
                        const std::vector<generators::Cell>& relevant, ShrinkProbe& probe);

}  // namespace assay::runners
