// SPDX-License-Identifier: Apache-2.0
// Progress lines of a long run: an op at a time, with its findings.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>

#include "reference/judge/records/records.hpp"
#include "reports/findings/finding.hpp"

namespace assay::runners {

/// A line for an op whose cases are all judged, and two for each of its findings, the largest
/// first: what it is, and the command that replays a case of it. `left` ops are not judged yet.
void print_op(std::ostream& out, const std::string& op, const Records& records,
              std::span<const reports::Finding> findings, std::size_t left);

}  // namespace assay::runners
