// SPDX-License-Identifier: Apache-2.0
// The part of an HTML page that says what a call must keep.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/manual/manual.hpp"

namespace assay::reports {

/// A line below what it is about: "tested by ...", "open because ...".
std::string how(const char* css, const char* word, const std::string& text);

/// "a, b".
std::string joined(const std::vector<std::string>& words);

void print_bullets(std::ostream& out, const OpSpec& op, const ManualFacts& facts);

}  // namespace assay::reports
