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
  std::string file;  ///< that has the entry, as messages call it
  int line = 0;

  bool matches(const ToleranceKey& key) const;
  int filters() const;
};

/// A profile. Of the entries of a file that match, the one with the most filters wins; two with
/// equally many that can match the same result are refused when the file is read.
class AccuracyProfile {
 public:
  /// The entries of one file. Throws UsageError for an unknown key, name or kind, an accuracy that
  /// is not one of `known` (any is, if that is empty), a bound that no result can keep, or two
  /// entries of one rank.
  static AccuracyProfile parse(std::string_view text, const std::string& file,
                               const std::vector<std::string>& known);

  /// A result that an entry of this profile matches has the tolerance of that entry; every other
  /// one has that of `base`.
  AccuracyProfile over(const AccuracyProfile& base) const;

  /// Throws UsageError if a result of one of these accuracies could have no entry.
  void require_complete(const std::vector<std::string>& accuracies) const;

  /// The entry that decides; null for an empty accuracy key, which is exact. Throws
  /// std::out_of_range if no entry matches.
  const ToleranceEntry* entry_for(const ToleranceKey& key) const;
  Tolerance of(const ToleranceKey& key) const;
  /// Of all entries, ascending.
  std::vector<std::string> accuracies() const;
  /// In the order of the files.
  std::vector<const ToleranceEntry*> entries_of(const std::string& accuracy) const;
  ToleranceLookup lookup() const;

 private:
  /// Of several files. The first one with a matching entry decides.
  std::vector<std::vector<ToleranceEntry>> layers_;
};

/// Accuracy keys, sorted: those of the built-in profile, which are those that pages use.
std::vector<std::string> accuracy_keys();

/// Name of the built-in profile, and its text.
inline constexpr std::string_view built_in_accuracy = "suites/accuracy/default.toml";

/// What determines the profile: the text of the file, if any, and of the built-in one.
std::string accuracy_source(const std::string& file);
/// The profile in a file over the built-in one, or that alone for an empty name.
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
