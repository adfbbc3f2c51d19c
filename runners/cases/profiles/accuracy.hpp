// SPDX-License-Identifier: Apache-2.0
// The accuracy profile: which tolerance a result has.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/judge.hpp"

namespace assay::runners {

/// An entry of a profile. A filter that is not set matches everything.
struct ToleranceEntry {
  std::string accuracy;
  std::optional<std::string> op;
  std::optional<std::string> form;
  std::optional<Target> target;
  std::optional<ElementType> element;
  Tolerance tolerance;
  int line = 0;

  bool matches(const ToleranceKey& key) const;
  int filters() const;
};

/// A profile. Of the entries that match, the one with the most filters wins; two with equally many
/// that can match the same result are refused when the profile is read.
class AccuracyProfile {
 public:
  /// Throws UsageError for an unknown key, name or kind, two entries of one rank, or an accuracy
  /// key of `required` without an entry for every result that has it.
  static AccuracyProfile parse(std::string_view text, const std::string& file,
                               const std::vector<std::string>& required);

  /// Exact for an empty accuracy key.
  Tolerance of(const ToleranceKey& key) const;
  ToleranceLookup lookup() const;
  const std::vector<ToleranceEntry>& entries() const { return entries_; }

 private:
  std::vector<ToleranceEntry> entries_;
};

/// Accuracy keys that the pages use, sorted.
std::vector<std::string> accuracy_keys();

/// The profile in a file, or the built-in one for an empty name.
AccuracyProfile load_accuracy(const std::string& file);

/// Readings that a file demands (`assay choices RUN --format toml` writes one): an array of tables
/// `choice` with `name`, `reading` and, where they are restricted, `target`, `types` and `op`. The
/// file may have orders of sums as well (parse_orders): together they are what an implementation
/// does where the manual leaves it open.
/// Nothing for an empty name. Throws UsageError for names that no choice, target or op has.
std::shared_ptr<const std::vector<ReadingPin>> load_choices(const std::string& file);

/// The same from the text of such a file, which messages call `file`.
std::shared_ptr<const std::vector<ReadingPin>> parse_choices(std::string_view text,
                                                             const std::string& file);

/// The tolerances that these files grant an implementation; empty names mean the built-in profile,
/// and all readings.
ToleranceLookup granted(const std::string& accuracy, const std::string& choices);

}  // namespace assay::runners
