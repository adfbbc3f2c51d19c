// SPDX-License-Identifier: Apache-2.0
// The differences of two runs, two golden files or two result files, down to the elements.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runners/merge/case_difference.hpp"

namespace assay::runners {

struct Diff {
  std::uint64_t cases_a = 0;
  std::uint64_t cases_b = 0;
  std::vector<std::string> only_a;
  std::vector<std::string> only_b;
  std::vector<CaseDifference> cases;  ///< in the order of A

  bool same() const { return only_a.empty() && only_b.empty() && cases.empty(); }
};

/// Compares two of a kind: folders or journals of runs (verdicts, and outputs where both folders
/// have them), golden files (inputs and expected values), result files (outcomes and outputs).
/// Keeps `limit` elements of a case. Throws UsageError and golden::FileError for anything else.
Diff diff(const std::filesystem::path& a, const std::filesystem::path& b, std::size_t limit);

std::string diff_as_text(const Diff& diff, const std::string& a, const std::string& b,
                         std::size_t most_cases);
/// One JSON object with every case that differs.
std::string diff_as_json(const Diff& diff, const std::string& a, const std::string& b);

}  // namespace assay::runners
