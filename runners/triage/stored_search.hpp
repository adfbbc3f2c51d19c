// SPDX-License-Identifier: Apache-2.0
// Small failing cases where nothing can be executed: among those whose results are stored.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "runners/triage/shrink.hpp"

namespace assay::runners {

/// A case by its name, under that name. Throws where it cannot be read.
using CaseOfName = std::function<StoredCase(const std::string& name)>;

/// NAME or FILE.h5:NAME; of a run that keeps cases, those of that file. Opens each file once.
CaseOfName cases_by_name(const std::string& kept = {});

/// The smallest of the cases `names`, with stored results, that fails like `from`, with the same
/// verdict and deviation: the fewest elements in all operands, then the first by name; at worst
/// `from`. It keeps its name. Judges stored results again and executes nothing. Names that cannot
/// be read are left out. Throws NothingToShrink where `from` does not fail, UsageError where it has
/// no row, and what `read` throws for it.
Shrunk smallest_stored(const std::string& from, std::span<const std::string> names,
                       const CaseOfName& read, Backend& backend, const Standard& standard);

/// Rows of a result file for smallest_stored(): of the form, target, lead element and intent of
/// `from`. Where that is FILE.h5:NAME, so are they, of the same file. Throws UsageError, and what
/// `read` throws for `from`.
std::vector<std::string> rows_like(const std::string& from, const std::string& results,
                                   const CaseOfName& read);

}  // namespace assay::runners
