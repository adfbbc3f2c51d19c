// SPDX-License-Identifier: Apache-2.0
// Where the files that this program writes say they come from.
#pragma once

#include <string>

#include "generators/generate.hpp"
#include "golden/golden.hpp"
#include "reference/numerics/version.hpp"

namespace assay::runners {

/// Revision of the manual pages that reference/ops states.
inline constexpr std::string_view catalogue_revision = "founding pages 1";

/// `suite_version` is that of the cases, unless it is that of this program.
inline golden::Provenance provenance_of(std::uint64_t seed, std::string selection,
                                        const std::string& suite_version = {}) {
  return {.suite_version =
              suite_version.empty() ? std::string(generators::suite_version) : suite_version,
          .catalogue_revision = std::string(catalogue_revision),
          .reference_version = std::string(reference_version),
          .seed = seed,
          .selection = std::move(selection)};
}

}  // namespace assay::runners
