// SPDX-License-Identifier: Apache-2.0
// Which known deviations are in effect.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reference/isa/case/backend_spec.hpp"
#include "reference/isa/spec/erratum.hpp"
#include "runners/cases/plan/plan_options.hpp"

namespace assay::runners {

/// "none", "all", or implementations and numbers of errata with commas between them. Throws
/// UsageError for a name that no erratum has.
ErrataChoice known_errata(const std::string& text);

/// The number of an erratum that a misspelt one may mean: of the same op, or of the op nearest to
/// it. Empty where no op is near.
std::string nearest_erratum(const std::string& name);

/// The default choice of errata: none, except for a library whose profile names implementations.
/// Throws UsageError.
ErrataChoice usual_errata(const BackendSpec& backend, const sdk::SdkOptions& library);

/// Calls that a backend refuses as pages let it, by MayRefuse::text: of a library those of its
/// profile. Throws UsageError for a text that no page has.
std::vector<std::string> declined_by(const TestedBackends& tested, const BackendSpec& backend);

/// The errata in effect on the backend of a run with that number, from 0. Where builds of a library
/// are compared, each may have errata of its own.
ErrataChoice errata_for(const TestedBackends& tested, std::size_t backend);

}  // namespace assay::runners
