// SPDX-License-Identifier: Apache-2.0
// Which known deviations have to do with a case.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/isa/spec/erratum.hpp"

namespace assay {

using Errata = std::vector<const Erratum*>;

/// Errata in effect that concern the call, the constraint that it breaks or its legal contents. If
/// a breach is known to be executed, the crashes of executed calls are included.
Errata in_effect(const Case& test_case, const Trial& trial, const ErrataChoice& choice);

/// Whether an erratum in effect knows this refusal of a call whether it breaks a constraint or not,
/// so that nothing was seen of whether the breach would be taken.
bool is_refused_anyway(const Case& test_case, const Trial& trial, const ErrataChoice& choice,
                       std::string_view text);

/// Whether an erratum applies to the contents of a trial; whether it is about how a call ends.
bool arises(const Erratum& erratum, const Case& test_case, const Trial& trial);
bool is_about_call(const Erratum& erratum);

/// Contents of all operands before a call; requested if an erratum depends on them.
using Contents = std::function<std::vector<ElementArray>()>;

/// Numbers of the errata in effect that concern the call, the constraint that it breaks or such
/// contents; whether any element shows them is not checked.
std::vector<std::string> errata_about(const Case& test_case, const ErrataChoice& choice,
                                      const Contents& contents);

/// The first erratum in effect for which no value of a legal case is compared: it says that the
/// call is refused, that it ends the process, or that anything may come out. Null where there is
/// none. Without contents errata that depend on them do not count.
const Erratum* erratum_without_values(const Case& test_case, const ErrataChoice& choice,
                                      const Contents& contents);

}  // namespace assay
