// SPDX-License-Identifier: Apache-2.0
// Records as lines of a journal.
#pragma once

#include <string>

#include "reference/judge/records/record.hpp"

namespace assay::reports {

/// The records as JSON, one object per line in a journal, without the line feed. Reading back gives
/// an equal record, except that bytes which are no UTF-8 come back as U+FFFD. A line that is no
/// record throws std::runtime_error ("cannot read a record: REASON").
std::string to_json_line(const CaseRecord& record);
CaseRecord from_json_line(const std::string& line);

}  // namespace assay::reports
