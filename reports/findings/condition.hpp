// SPDX-License-Identifier: Apache-2.0
// Conditions on the features of cases, and the cases that they are tested on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reports/findings/features.hpp"

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
  /// Of the word or the number that a case has under the key; only if the kind needs one.
  bool holds_of(const std::string& word) const;
  bool holds_of(std::int64_t value) const;
  bool is_about_words() const { return kind == Kind::among || kind == Kind::not_among; }
  /// "target = a5", "valid_cols % 8 != 0", "rows > 2048", "src has NaN".
  std::string text() const;

 private:
  /// Whether the feature is a number of rows, columns or elements, never negative.
  bool is_size() const;
};

/// Cases with whether they fail. Pointers are never null.
struct Sample {
  PooledList cases;
  std::vector<bool> fails;

  std::size_t failing() const;
};

}  // namespace assay::reports
