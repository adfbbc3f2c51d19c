// SPDX-License-Identifier: Apache-2.0
// From a planned case to a drawn one, also to others in its place (decision 208).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "runners/cases/plan/refusals.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// Number of a case that may be drawn in the place of a planned one; 0 is the planned case.
using Variant = std::uint16_t;
inline constexpr Variant no_variant = 0xffff;

class CaseDrawing {
 public:
  struct Options {
    std::uint64_t seed = 1;
    std::int64_t large_bytes = 0;    ///< see Suite
    bool large_every_dtype = false;  ///< see Suite
    /// Directed cases that differ only at launch reuse the signatures of plain ones.
    bool share_signatures = false;
  };

  CaseDrawing() = default;
  CaseDrawing(const std::vector<generators::Recipe>& recipes, Options options, Refusals refusals);

  const Options& options() const { return options_; }
  const Refusals& refusals() const { return refusals_; }

  /// Nothing if the recipe has no such case, only large ones that another element type covers, or
  /// one that compares nothing. Few cases of low discriminating power are drawn (a line of one
  /// element is its own sum): the first one of a recipe, with one element type, and in a nightly
  /// run the first of every fourth signature.
  std::optional<StoredCase> draw(const PlannedCase& planned, Variant variant = 0) const;

  /// The first types of a planned legal case, at a small part of the cost of draw(), which takes
  /// others only if no values of these have discriminating power. Nothing if there are none.
  std::optional<Call> draw_types(const PlannedCase& planned) const;

  /// A planned case and, where no value of it would be compared, why and the first variant of which
  /// values are: no_variant where there is none.
  struct Choice {
    std::optional<StoredCase> planned;
    std::string reason = {};
    Variant variant = 0;
    std::optional<StoredCase> taken = {};
    /// The errata_of() of Refusals for the planned case, and for the other one if signatures are
    /// chosen.
    std::set<std::string> errata = {};
    std::set<std::string> errata_of_taken = {};
  };
  Choice choose(const PlannedCase& planned) const;

 private:
  struct Varied;
  std::vector<ElementType> leads_of(const generators::Recipe& recipe) const;
  std::vector<ElementType> other_leads(const generators::Recipe& recipe) const;
  std::vector<Variant> variants_of(const generators::Recipe& recipe) const;
  std::optional<Varied> varied(const PlannedCase& planned, Variant variant) const;
  bool takes(const generators::Recipe& recipe, ElementType lead) const;
  bool shows_large(const PlannedCase& planned) const;
  bool shows_little(const PlannedCase& planned) const;

  Options options_;
  Refusals refusals_;
  /// Types of the lead operand of each form on each target, in the order of the recipes, without
  /// those that are lacking.
  std::map<std::pair<const Form*, Target>, std::vector<ElementType>> leads_;
  struct Taken;
  std::shared_ptr<Taken> taken_;  ///< what takes() has found out
};

/// For every reason the first case of a form on a target stays, so that a library that was changed
/// is seen to take it. The others are replaced by what was drawn for them, each once.
class FirstRefusals {
 public:
  struct Counts {
    std::size_t drawn = 0;
    std::size_t left_out = 0;
  };

  /// For the next case of a plan: sets its variant, and returns the executed case.
  const std::optional<StoredCase>& decide(CaseDrawing::Choice& choice);

  const Counts& again() const { return counts_; }

 private:
  std::set<std::string> seen_;               ///< form, target and reason
  std::unordered_set<std::uint64_t> drawn_;  ///< hashes of names
  Counts counts_;
};

}  // namespace assay::runners
