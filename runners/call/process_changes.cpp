// SPDX-License-Identifier: Apache-2.0
#include "runners/call/process_changes.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace assay::runners {
namespace {

constexpr std::array<std::pair<ProcessChange, std::string_view>, 8> names{{
    {subnormals_flushed, "subnormals flushed to zero"},
    {rounding_changed, "rounding mode"},
    {exceptions_unmasked, "floating-point exceptions unmasked"},
    {x87_changed, "x87 control or registers"},
    {flags_changed, "direction or alignment flag"},
    {signals_masked, "signal mask"},
    {timers_armed, "timer armed"},
    {locale_changed, "locale"},
}};

}  // namespace

std::string text_of_changes(std::uint32_t changes) {
  std::string text;
  for (const auto& [change, name] : names) {
    if ((changes & change) != 0) text.append(text.empty() ? "" : ", ").append(name);
  }
  if (!text.empty() && (changes & among_a_batch) != 0) text += " (by a call of its batch)";
  return text;
}

}  // namespace assay::runners
