// SPDX-License-Identifier: Apache-2.0
// Rules about cases: conjunctions of conditions on their features, and the search for the one that
// separates failing from passing cases best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reports/findings/features.hpp"
#include "reports/findings/finding.hpp"

namespace assay::reports {

/// A condition on one feature. It does not hold for a case that lacks the feature.
struct Condition {
  enum class Kind : std::uint8_t { among, not_among, above, at_most, remainder, no_remainder };
  Kind kind = Kind::among;
  std::string key;
  std::vector<std::string> words;  ///< sorted; for (not_)among
  std::int64_t number = 0;         ///< the limit, or the remainder that is meant
  std::int64_t modulus = 1;
  friend bool operator==(const Condition&, const Condition&) = default;

  bool holds(const CaseFeatures& features) const;
  bool holds(const PooledFeatures& features) const;
  /// Of the word or the number that a case has under the key; only where the kind asks for one.
  bool holds_of(const std::string& word) const;
  bool holds_of(std::int64_t value) const;
  bool is_about_words() const { return kind == Kind::among || kind == Kind::not_among; }
  /// "target = a5", "valid_cols % 8 != 0", "rows > 2048", "src has NaN".
  std::string text() const;
};

/// All of its conditions; empty for "always".
using Rule = std::vector<Condition>;
bool holds(const Rule& rule, const CaseFeatures& features);
bool holds(const Rule& rule, const PooledFeatures& features);
std::string text_of(const Rule& rule);

/// Cases with whether they fail. Pointers are never null.
struct Sample {
  PooledList cases;
  std::vector<bool> fails;

  std::size_t failing() const;
};

/// The rule that shortens the description of which cases fail most, counting its own length
/// (minimum description length), and by how many bits; an empty rule where none shortens it. Ties
/// go to the rule of fewer conditions, then to features named after the whole case rather than an
/// operand.
struct FoundRule {
  Rule rule;
  double bits = 0;
};
FoundRule separating_rule(const Sample& sample);

/// Bits that say which `chosen` of `count` things are meant.
double selection_bits(std::size_t count, std::size_t chosen);

}  // namespace assay::reports
