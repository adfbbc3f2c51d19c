// SPDX-License-Identifier: Apache-2.0
// What cases are compared with in addition to their pages.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "reference/isa/spec/choice.hpp"
#include "reference/isa/spec/erratum.hpp"
#include "reference/isa/spec/expected.hpp"

namespace assay {

/// Tolerance for (accuracy key, form, target, element) as the accuracy profile gives it.
struct ToleranceKey {
  std::string accuracy;
  std::string op;
  std::string form;
  Target target;
  ElementType element;
};
using ToleranceProfile = std::function<Tolerance(const ToleranceKey&)>;

/// The tolerances of an implementation, and readings of what the manual leaves open. Readings that
/// a user has pinned are the only ones; of all others the first one is used unless `under` says
/// otherwise.
class ToleranceLookup {
 public:
  ToleranceLookup() = default;
  // NOLINTBEGIN(bugprone-forwarding-reference-overload): the constraint leaves copies alone
  template <typename Profile>
  requires(!std::same_as<std::remove_cvref_t<Profile>, ToleranceLookup> &&
           std::invocable<Profile, const ToleranceKey&>) ToleranceLookup(Profile&& profile)
      : profile_(std::forward<Profile>(profile)) {}
  // NOLINTEND(bugprone-forwarding-reference-overload)

  explicit operator bool() const { return static_cast<bool>(profile_); }
  Tolerance operator()(const ToleranceKey& key) const { return profile_(key); }

  /// The same with pinned readings; a later one of `pins` has precedence over earlier ones.
  ToleranceLookup with(std::shared_ptr<const std::vector<ReadingPin>> pins) const;
  /// The same with more of them.
  ToleranceLookup with_also(const std::vector<ReadingPin>& pins) const;
  /// The same where readings that are not pinned are these.
  ToleranceLookup under(const ChosenReadings& readings) const;

  ChosenReadings readings(const Call& call) const;
  std::optional<std::uint8_t> pinned(Choice choice, const Call& call) const;

 private:
  ToleranceProfile profile_;
  std::shared_ptr<const std::vector<ReadingPin>> pins_;
  ChosenReadings under_;
};

/// What cases are compared with in addition to their pages.
struct Standard {
  ToleranceLookup tolerances;
  ErrataChoice errata = {};  ///< in effect
};

}  // namespace assay
