// SPDX-License-Identifier: Apache-2.0
// Spellings of verdicts.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reference/judge/verdict/verdict.hpp"

namespace assay {
namespace {

using namespace std::string_view_literals;

constexpr std::array kinds{
    "conforms"sv,  "deviates"sv,        "accepted_invalid"sv, "rejected_valid"sv, "crashed"sv,
    "timed_out"sv, "flaky"sv,           "unsupported"sv,      "target_defined"sv, "distrusted"sv,
    "infra"sv,     "known_deviation"sv, "undecidable"sv};
constexpr std::array deviations{
    "none"sv,           "value"sv,      "wrote_outside"sv,    "clobbered_input"sv,
    "guard_broken"sv,   "stray_read"sv, "nondeterministic"sv, "text"sv,
    "build_dependent"sv};

}  // namespace

std::string_view name_of(VerdictKind kind) { return kinds.at(static_cast<std::size_t>(kind)); }
std::string_view name_of(Deviation deviation) {
  return deviations.at(static_cast<std::size_t>(deviation));
}

std::string verdict_text(const Verdict& verdict) {
  if (verdict.deviation == Deviation::none) return std::string(name_of(verdict.kind));
  return fmt::format("{} ({})", name_of(verdict.kind), name_of(verdict.deviation));
}

std::optional<VerdictKind> verdict_named(std::string_view name) {
  const auto* found = std::ranges::find(kinds, name);
  if (found == kinds.end()) return std::nullopt;
  return static_cast<VerdictKind>(found - kinds.begin());
}

std::optional<Deviation> deviation_named(std::string_view name) {
  const auto* found = std::ranges::find(deviations, name);
  if (found == deviations.end()) return std::nullopt;
  return static_cast<Deviation>(found - deviations.begin());
}

bool is_failure(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::deviates:
    case VerdictKind::accepted_invalid:
    case VerdictKind::rejected_valid:
    case VerdictKind::crashed:
    case VerdictKind::timed_out:
    case VerdictKind::flaky:
      return true;
    default:
      return false;
  }
}

}  // namespace assay
