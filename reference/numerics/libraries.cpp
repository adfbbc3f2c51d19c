// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/libraries.hpp"

#include <fmt/format.h>
#include <mpfr.h>

#include <boost/version.hpp>

namespace assay::numerics {

std::vector<std::pair<std::string, std::string>> library_versions() {
  return {{"Boost", fmt::format("{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000)},
          {"MPFR", mpfr_get_version()}};
}

}  // namespace assay::numerics
