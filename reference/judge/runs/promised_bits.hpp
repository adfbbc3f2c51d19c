// SPDX-License-Identifier: Apache-2.0
// The bits of an outcome that two boards of one kind must have in common.
#pragma once

#include <span>
#include <string>

#include "reference/isa/case/case.hpp"

namespace assay {

/// 16 hexadecimal digits, equal for two executions with the same contents if they ended alike and
/// gave the same text and bits. What the page leaves open does not count, and neither do the bits
/// of a NaN where any NaN will do. `expected` as in attribute().
std::string promised_bits(const Case& test_case, std::span<const Expected> expected,
                          const Trial& trial);

}  // namespace assay
