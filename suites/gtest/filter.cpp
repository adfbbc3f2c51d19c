// SPDX-License-Identifier: Apache-2.0
// Compares the literal beginning of every pattern with the beginning of the suite's test names.
#include "suites/gtest/filter.hpp"

#include <algorithm>
#include <string>

namespace assay::suites {
namespace {

bool may_match(std::string_view pattern, std::string_view names) {
  const std::size_t wildcard = std::min(pattern.find_first_of("*?"), pattern.size());
  const std::string_view literal = pattern.substr(0, wildcard);
  const std::size_t shared = std::min(literal.size(), names.size());
  return literal.substr(0, shared) == names.substr(0, shared);
}

}  // namespace

bool may_select(std::string_view filter, std::string_view suite) {
  const std::string names = std::string(suite) + ".";
  const std::string_view positive = filter.substr(0, filter.find('-'));
  if (positive.empty()) return true;
  for (std::size_t from = 0; from <= positive.size();) {
    const std::size_t to = std::min(positive.find(':', from), positive.size());
    if (may_match(positive.substr(from, to - from), names)) return true;
    from = to + 1;
  }
  return false;
}

}  // namespace assay::suites
