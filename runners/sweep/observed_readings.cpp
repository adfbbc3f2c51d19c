// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/observed_readings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "runners/sweep/tally.hpp"
#include "runners/sweep/work.hpp"

namespace assay::runners {
namespace {

constexpr int probe_bits = 16;  // of all arguments together

InputSpace probe_of(const SweepPlan& plan) {
  const int each = probe_bits / static_cast<int>(plan.arguments.size());
  const Codes codes =
      bits_of(plan.from) <= each
          ? Codes::all(plan.from)
          : Codes::sample(plan.from, std::uint64_t{1} << static_cast<unsigned>(each));
  return InputSpace(std::vector<Codes>(plan.arguments.size(), codes));
}

/// The first one is that of the plan.
std::vector<ChosenReadings> combinations_of(const SweepPlan& plan) {
  std::vector<ChosenReadings> all{plan.readings};
  for (const Choice choice : plan.open_choices) {
    const std::size_t known = all.size();
    for (std::size_t reading = 1; reading < text_of(choice).readings.size(); ++reading) {
      for (std::size_t k = 0; k < known; ++k) {
        all.push_back(all[k]);
        all.back().take(choice, static_cast<std::uint8_t>(reading));
      }
    }
  }
  return all;
}

}  // namespace

ChosenReadings observed_readings(const SweepPlan& plan, Backend& backend) {
  if (plan.open_choices.empty()) return plan.readings;
  SweepPlan probe = plan;
  probe.inputs = probe_of(plan);
  ChosenReadings closest = plan.readings;
  std::uint64_t first = 0, fewest = 0;
  for (const ChosenReadings& readings : combinations_of(plan)) {
    probe.readings = readings;
    const SweepRules rules(probe);
    const SweepPart part = SweepWork(rules, backend).chunk(0);
    if (part.wrong == 0) return readings;
    const bool is_first = readings == plan.readings;
    // A backend that loses calls does not conform by any reading.
    if (is_first && part.lost > 0) return readings;
    if (is_first) first = fewest = part.wrong;
    if (part.wrong >= fewest || 2 * part.wrong >= first) continue;
    fewest = part.wrong;
    closest = readings;
  }
  return closest;
}

std::string text_of_readings(const SweepPlan& plan) {
  std::string text;
  for (const Choice choice : plan.result.choices) {
    const std::uint8_t reading = plan.readings.of(choice);
    if (reading == 0) continue;
    const ChoiceText& all = text_of(choice);
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", all.name, all.readings[reading].name);
  }
  return text;
}

}  // namespace assay::runners
