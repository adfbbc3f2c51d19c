// SPDX-License-Identifier: Apache-2.0
// Rules about cases: conjunctions of conditions on their features, and the search for the one that
// separates failing from passing cases best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reports/findings/condition.hpp"
#include "reports/findings/features.hpp"
#include "reports/findings/finding.hpp"

namespace assay::reports {

/// All of its conditions; empty for "always".
using Rule = std::vector<Condition>;
bool holds(const Rule& rule, const CaseFeatures& features);
bool holds(const Rule& rule, const PooledFeatures& features);
std::string text_of(const Rule& rule);

/// The rule that shortens the description of which cases fail most, counting its own length
/// (minimum description length), and by how many bits; an empty rule where none shortens it. Ties
/// go to the rule of fewer conditions, then to features named after the whole case rather than an
/// operand.
struct FoundRule {
  Rule rule;
  double bits = 0;
};
FoundRule separating_rule(const Sample& sample);

/// Bits that encode which `chosen` of `count` things are meant.
double selection_bits(std::size_t count, std::size_t chosen);

}  // namespace assay::reports
