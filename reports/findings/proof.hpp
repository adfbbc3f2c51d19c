// SPDX-License-Identifier: Apache-2.0
// What shrinking proved about the cause of a finding: the smallest case, its next smaller one that
// passes, and the inputs that matter.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reports/findings/finding.hpp"

namespace assay::reports {

nlohmann::ordered_json to_json(const Proof& proof);
/// Throws nlohmann::json::exception.
Proof proof_from(const nlohmann::ordered_json& json);

/// "valid_cols > 64", "K % 16 == 0".
std::string text_of(const Boundary& boundary);

/// "valid_cols > 64 and K % 16 == 0"; empty if nothing is proved.
std::string text_of(const Proof& proof);

/// Takes note of a proof. It names the cause of a finding without a rule, or with one that fresh
/// cases contradict. In the title a limit that lies higher than the one that is proved is replaced.
/// So is a rule without which fresh cases fail too; proved limits complete one with which some
/// pass. The title of a finding that was read has it already.
void take_proof(Finding& finding, const Proof& proof);

/// Whether the title has another condition than the rule, of which the counts of the finding are.
bool has_corrected_title(const Finding& finding);

}  // namespace assay::reports
