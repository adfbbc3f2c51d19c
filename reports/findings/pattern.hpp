// SPDX-License-Identifier: Apache-2.0
// How a case fails, whatever its parameters: the first criterion to separate two failures.
#pragma once

#include <string>
#include <string_view>

#include "reference/judge/records/record.hpp"

namespace assay::reports {

/// The kind of a failure: "wrong", "refused", "accepted", "crashed", "hangs". Failures of two kinds
/// are never one finding.
std::string failure_kind(const Verdict& verdict);

/// How most of the listed wrong elements differ from what was expected, in one word of a few:
/// "rounded", "saturated", "sign", "NaN lost", ...; `wide_pattern` where they differ in several
/// ways or in none that has a name; the deviation of what is no wrong value, and "" of what is no
/// wrong result.
std::string_view pattern_of(const CaseRecord& record);

/// Whether a case fails as another one does: the same kind of failure, deviation and pattern. Where
/// the elements of `other` are wrong in several ways, one of them is enough. Of records that hold
/// their wrong tiles.
bool fails_alike(const CaseRecord& record, const CaseRecord& other);

inline constexpr const char* wide_pattern = "another value";

}  // namespace assay::reports
