// SPDX-License-Identifier: Apache-2.0
// A manual page for people and for programs.
#pragma once

#include <iosfwd>
#include <string>

#include "reference/isa/op_spec.hpp"
#include "reference/judge/judge.hpp"

namespace assay::reports {

/// A manual page as text, and as JSON with everything in it.
void print_page(std::ostream& out, const OpSpec& op, const ToleranceLookup& tolerances);
std::string page_as_json(const OpSpec& op, const ToleranceLookup& tolerances);

}  // namespace assay::reports
