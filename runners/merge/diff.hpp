// SPDX-License-Identifier: Apache-2.0
// What is different between two runs, two golden files or two result files, down to the elements.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/isa/contents.hpp"

namespace assay::runners {

struct ElementDifference {
  std::string what;  ///< "dst", "input src", "expected low of dst"
  std::int64_t row = 0;
  std::int64_t col = 0;
  ElementType type = ElementType::u8;
  std::uint64_t a = 0;             ///< bits
  std::uint64_t b = 0;             ///< bits
  std::optional<double> ulp = {};  ///< from a to b; nothing for integers and NaN
};

struct CaseDifference {
  std::string name;
  std::vector<std::string> notes;           ///< "verdict: conforms, deviates (value)"
  std::vector<ElementDifference> elements;  ///< the first ones
  std::uint64_t element_count = 0;
};

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

/// Adds the elements in which two arrays of one type and size differ.
void compare_elements(CaseDifference& out, const std::string& what, const ElementArray& a,
                      const ElementArray& b, std::int64_t width, std::size_t limit);

std::string diff_as_text(const Diff& diff, const std::string& a, const std::string& b,
                         std::size_t most_cases);
/// One JSON object with every case that differs.
std::string diff_as_json(const Diff& diff, const std::string& a, const std::string& b);

}  // namespace assay::runners
