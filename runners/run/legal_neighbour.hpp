// SPDX-License-Identifier: Apache-2.0
// Whether a refusal shows that a rule is checked.
#pragma once

#include <optional>

#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// The call of a case that breaks a rule of the launch, with the same static types and without the
/// breach. Nothing for other cases, or if these types have no legal call.
std::optional<StoredCase> legal_neighbour(const Case& illegal);

}  // namespace assay::runners
