// SPDX-License-Identifier: Apache-2.0
// Errata that users list themselves: TOML files of [[erratum]] tables.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/spec/erratum.hpp"

namespace assay::runners {

/// Keys: number, title, source, op (a mnemonic or pattern), outcome, and, to narrow the scope,
/// form, target, dtype (of the lead operand) and inputs (nan, infinity, subnormal or zero: of one
/// input of the element); implementation ("own" unless given) and severity. Outcomes: refused,
/// crashes, accepted (with constraint), anything, unchanged, zero, nan, flushed, within (with bound
/// and unit, ulp or relative). One entry for each form of each op. Throws UsageError with file and
/// line.
std::vector<Erratum> parse_own_errata(std::string_view text, const std::string& file);

/// Those of several files; null for none. Throws UsageError, also for a number that is there twice.
std::shared_ptr<const std::vector<Erratum>> load_own_errata(const std::vector<std::string>& files);

}  // namespace assay::runners
