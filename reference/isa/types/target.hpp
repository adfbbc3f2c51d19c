// SPDX-License-Identifier: Apache-2.0
// Machine generations and sets of them.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace assay {

enum class Target : std::uint8_t { a2a3, a5, cpu };

inline constexpr std::array all_targets{Target::a2a3, Target::a5, Target::cpu};

std::string_view name_of(Target target);
std::optional<Target> target_named(std::string_view name);

/// A set of targets, as constraints and forms restrict themselves to.
class TargetSet {
 public:
  constexpr TargetSet() = default;
  constexpr TargetSet(std::initializer_list<Target> targets) {
    for (const Target target : targets) bits_ |= bit(target);
  }
  constexpr bool contains(Target target) const { return (bits_ & bit(target)) != 0; }
  constexpr TargetSet with(Target target) const {
    TargetSet more = *this;
    more.bits_ |= bit(target);
    return more;
  }
  constexpr bool empty() const { return bits_ == 0; }
  friend constexpr bool operator==(TargetSet, TargetSet) = default;

 private:
  static constexpr unsigned bit(Target target) { return 1U << static_cast<unsigned>(target); }
  unsigned bits_ = 0;
};

inline constexpr TargetSet every_target{Target::a2a3, Target::a5, Target::cpu};
inline constexpr TargetSet devices{Target::a2a3, Target::a5};
inline constexpr TargetSet no_target{};

}  // namespace assay
