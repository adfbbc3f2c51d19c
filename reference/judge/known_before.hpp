// SPDX-License-Identifier: Apache-2.0
// What errata in effect say of a case before it is executed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"
#include "reference/isa/erratum.hpp"

namespace assay {

/// Contents of all operands before a call; asked for where an erratum depends on them.
using Contents = std::function<std::vector<ElementArray>()>;

/// Numbers of the errata in effect that have to do with the call, with the constraint that it
/// breaks or with such contents; whether any element shows it is not asked.
std::vector<std::string> errata_about(const Case& test, const ErrataChoice& choice,
                                      const Contents& contents);

/// The first erratum in effect for which no value of a legal case is compared: it says that the
/// call is refused, that it ends the process, or that anything may come out. Null where there is
/// none. Without contents errata that depend on them do not count.
const Erratum* erratum_without_values(const Case& test, const ErrataChoice& choice,
                                      const Contents& contents);

}  // namespace assay
