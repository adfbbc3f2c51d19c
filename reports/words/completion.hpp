// SPDX-License-Identifier: Apache-2.0
// Whether a run is complete, in words and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/judge/records/record.hpp"

namespace assay::reports {

/// "1,360 of 18,982 cases ran".
std::string progress_text(const Completion& completion);

/// "Stopped: 1,360 of 18,982 cases ran. Reason: the time budget is used up."; empty for a complete
/// run. With `none_failed` (" none of them failed; 12 deviate as known") it says that, too.
std::string stopped_text(const Completion& completion, const std::string& none_failed = {});

/// Planned places that have no case: none can be drawn there, or the suite tries no more cases with
/// tiles so large.
std::size_t without_case(const Completion& completion);

/// {"complete": ..., "planned": ..., "ran": ..., "not_run": ..., "without_case": ..., "stopped":
/// ...}; `planned` is null where it is not known, else the sum of the three. Every file of JSON has
/// these six.
nlohmann::ordered_json completion_json(const Completion& completion);
/// Back. Throws std::exception where a member is missing or of another kind.
Completion completion_from(const nlohmann::ordered_json& json);

}  // namespace assay::reports
