// SPDX-License-Identifier: Apache-2.0
// rc::check with a seed, a number of cases and a silence of its own.
#pragma once

#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

namespace assay::generators {

struct SeededCheck {
  std::string name;
  std::uint64_t seed = 1;
  int cases = 100;
  bool shrink = true;
};

/// Holds the property against that many cases, the same for the same seed. rc::check() takes seed
/// and number from the environment, prints as it goes and answers yes or no; this says nothing and
/// returns all that RapidCheck found: print it with rc::detail::printResultMessage().
template <typename Property>
rc::detail::TestResult check(const SeededCheck& how, Property&& property) {
  rc::detail::TestMetadata metadata;
  metadata.id = how.name;
  rc::detail::TestParams params;
  params.seed = how.seed;
  params.maxSuccess = how.cases;
  params.disableShrinking = !how.shrink;
  rc::detail::TestListenerAdapter silent;
  return rc::detail::checkTestable(std::forward<Property>(property), metadata, params, silent,
                                   std::unordered_map<std::string, rc::detail::Reproduce>());
}

}  // namespace assay::generators
