// SPDX-License-Identifier: Apache-2.0
// Errata that the simulator can show: one row each.
#include "runners/simulator/errata/errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "runners/simulator/errata/conversion_errata.hpp"
#include "runners/simulator/faults/plants.hpp"

namespace assay::simulator {
namespace {

using namespace bends;

template <typename Erratum>
std::unique_ptr<Seams> bent(History& history) {
  return std::make_unique<Erratum>(history);
}

constexpr std::array list{
    FaultInfo{"E-TCVT-001", "", bent<NearestToFloats>},
    FaultInfo{"E-TCVT-002", "", bent<FloatsCopied>},
    FaultInfo{"E-TCVT-003", "", bent<OddAmongNearest>},
    FaultInfo{"E-TCVT-004", "", bent<ClampedAsSource>},
    FaultInfo{"E-TCVT-005", "", bent<ClampedAsDouble>},
    FaultInfo{"E-TCVT-006", "", bent<WideByFloat>},
};

const FaultInfo* erratum_numbered(std::string_view number) {
  const auto* found = std::ranges::find(list, number, &FaultInfo::name);
  return found == list.end() ? nullptr : found;
}

std::vector<Plant> plants_of_errata(std::string_view text, std::string& unknown) {
  std::vector<Plant> plants;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view number = text.substr(0, comma);
    const FaultInfo* one = erratum_numbered(number);
    if (number == "all") {
      for (const FaultInfo& each : list) plants.emplace_back().fault = &each;
    } else if (one != nullptr) {
      plants.emplace_back().fault = one;
    } else {
      unknown = number;
      return {};
    }
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return plants;
}

}  // namespace

std::span<const FaultInfo> errata() { return list; }

std::optional<std::string> unknown_erratum(std::string_view text) {
  std::string unknown;
  if (!plants_of_errata(text, unknown).empty()) return std::nullopt;
  return unknown;
}

std::unique_ptr<Simulator> make_erring(std::string_view text) {
  std::string unknown;
  std::vector<Plant> plants = plants_of_errata(text, unknown);
  if (plants.empty()) {
    throw std::invalid_argument(fmt::format("the simulator has no erratum '{}'", unknown));
  }
  return bent_simulator(std::move(plants), fmt::format("simulator:errata={}", text));
}

}  // namespace assay::simulator
