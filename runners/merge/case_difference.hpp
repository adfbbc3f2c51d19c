// SPDX-License-Identifier: Apache-2.0
// The differences between two stored forms of one case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/call/contents.hpp"

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

/// Adds the elements in which two arrays of one type and size differ.
void compare_elements(CaseDifference& out, const std::string& what, const ElementArray& a,
                      const ElementArray& b, std::int64_t width, std::size_t limit);

}  // namespace assay::runners
