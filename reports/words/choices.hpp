// SPDX-License-Identifier: Apache-2.0
// How an implementation reads what the manual leaves open, for every view.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/judge/choice_profile.hpp"

namespace assay::reports {

/// A line for each choice and reading that was found, with the targets and the number of cases, and
/// a line for each inconsistency; nothing if no case depends on a choice.
void print_choices(std::ostream& out, const ChoiceProfile& profile, bool colour);

/// A line for each scope, with the case that decided; inconsistencies after that.
void print_scopes(std::ostream& out, const ChoiceProfile& profile, bool colour);

/// All choices that are known, with their readings and where these come from.
void print_known_choices(std::ostream& out);
nlohmann::ordered_json known_choices_json();

nlohmann::ordered_json choices_json(const ChoiceProfile& profile);

/// A file for --choices: the reading of each scope of which one is left.
std::string choices_as_toml(const ChoiceProfile& profile);

}  // namespace assay::reports
