// SPDX-License-Identifier: Apache-2.0
// Cases as commands name them: NAME, drawn anew, or FILE.h5:NAME, read from a golden file.
#pragma once

#include <string>
#include <vector>

#include "golden/golden.hpp"
#include "reference/isa/case.hpp"

namespace assay::runners {

/// A case with contents of its own, as a golden file stores one.
struct StoredCase {
  Case test;
  std::vector<ElementArray> before;  ///< with the first poison; empty: what the case draws
};

/// FILE.h5:NAME taken apart.
struct StoredName {
  std::string file;
  std::string name;
};
StoredName stored_name(const std::string& spelled);

/// The row of the case in the reader of its file. Throws UsageError with the nearest name where
/// there is none.
std::size_t row_of(const golden::GoldenReader& reader, const StoredName& wanted);

/// The case and its contents. Throws generators::BadName, golden::FileError, and UsageError where
/// the file has no such case.
StoredCase case_of(const std::string& spelled);

/// "FILE.h5:NAME" rather than a name.
bool names_a_file(const std::string& spelled);

/// Contents for the executions of a case, as contents_of(test) gives them for a drawn one, where
/// the first is `before`, unless that is empty.
std::vector<std::vector<ElementArray>> contents_of(const Case& test,
                                                   const std::vector<ElementArray>& before);

}  // namespace assay::runners
