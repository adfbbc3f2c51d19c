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
constexpr std::array<std::string_view, assembler_findings> findings{
    "none"sv,   "refused_legal"sv, "accepted_illegal"sv, "late"sv,
    "failed"sv, "uncompilable"sv,  "wrong_code"sv,       "no_text"sv};

}  // namespace

std::string_view name_of(VerdictKind kind) { return kinds.at(static_cast<std::size_t>(kind)); }
std::string_view name_of(Deviation deviation) {
  return deviations.at(static_cast<std::size_t>(deviation));
}

std::string_view name_of(AssemblerFinding finding) {
  return findings.at(static_cast<std::size_t>(finding));
}

std::string verdict_text(const Verdict& verdict) {
  std::string more;
  if (verdict.deviation != Deviation::none) more = name_of(verdict.deviation);
  if (verdict.assembler != AssemblerFinding::none) {
    more += fmt::format("{}assembler: {}", more.empty() ? "" : "; ", name_of(verdict.assembler));
  }
  if (more.empty()) return std::string(name_of(verdict.kind));
  return fmt::format("{} ({})", name_of(verdict.kind), more);
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

std::optional<AssemblerFinding> assembler_finding_named(std::string_view name) {
  const auto* found = std::ranges::find(findings, name);
  if (found == findings.end()) return std::nullopt;
  return static_cast<AssemblerFinding>(found - findings.begin());
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
