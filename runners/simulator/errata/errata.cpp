// SPDX-License-Identifier: Apache-2.0
// The errata that the simulator can show: one row each.
#include "runners/simulator/errata/errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "runners/simulator/errata/exemplars.hpp"
#include "runners/simulator/faults/injected_fault.hpp"

namespace assay::simulator {
namespace {

using namespace fault_hooks;

template <typename Bent>
std::unique_ptr<Hooks> hooked(History& history, std::size_t /*variant*/) {
  return std::make_unique<Bent>(history);
}

// Number, kind of deviation, class, instruction, machine.
constexpr std::array exemplars{
    FaultInfo{"E-TABS-001", "elements", hooked<SignKept>, 0, "TABS", "cpu"},
    FaultInfo{"E-TADD-001", "refusal, by Tile types", hooked<TypesApartRefused>, 0, "TADD", "cpu"},
    FaultInfo{"E-TANDS-001", "elements, in programs", hooked<ShortExpansion>, 0, "TANDS", "a2a3"},
    FaultInfo{"E-TCOLSUM-003", "outside the region", hooked<BegunWithoutRows>, 0, "TCOLSUM", "cpu"},
    FaultInfo{"E-TCVT-001", "elements, converted", hooked<NearestToFloats>, 0, "TCVT", "cpu"},
    FaultInfo{"E-TDIVS-002", "crash, by contents", hooked<HostDivides>, 0, "TDIVS", "cpu"},
    FaultInfo{"E-TDIVS-006", "refusal, by contents", hooked<ZeroDivisorRefused>, 0, "TDIVS", "cpu"},
    FaultInfo{"E-TFILLPAD-001+E-TFILLPAD-003", "two in one call", hooked<FillsInPart>, 0,
              "TFILLPAD", "a2a3"},
    FaultInfo{"E-TMATMUL_ACC-004", "accumulator", hooked<AddsToResult>, 0, "TMATMUL_ACC", "a2a3"},
    FaultInfo{"E-TMOV-002", "anything", hooked<PatternsOfBiases>, 0, "TMOV", "a5"},
    FaultInfo{"E-TMOV_FP-001", "accumulator, stored", hooked<OffsetsUnsigned>, 0, "TMOV_FP", "cpu"},
    FaultInfo{"E-TMUL-001", "acceptance", hooked<LocationUnchecked>, 0, "TMUL", "a2a3"},
    FaultInfo{"E-TPREFETCH-001", "crash, by shape", hooked<ReadsBeyondView>, 0, "TPREFETCH", "cpu"},
    FaultInfo{"E-TPRINT-002", "refusal of a form", hooked<GlobalRefused>, 0, "TPRINT", "cpu"},
    FaultInfo{"E-TPRINT-003", "text", hooked<ValidPartPrinted>, 0, "TPRINT", "cpu"},
    FaultInfo{"E-TREM-007", "inputs", hooked<SourcesConsumed>, 0, "TREM", "a2a3"},
    FaultInfo{"E-TREM-010", "memory after an operand", hooked<MaskOverrun>, 0, "TREM", "a2a3"},
    FaultInfo{"E-TREM-011", "elements, in place", hooked<SignOfDividendInPlace>, 0, "TREM", "cpu"},
    FaultInfo{"E-TROWEXPANDADD-001", "anything, by stray reads", hooked<BlocksPacked>, 0,
              "TROWEXPANDADD", "a2a3"},
    FaultInfo{"E-TSEL-001", "stray reads", hooked<MaskAsStream>, 0, "TSEL", "cpu"},
    FaultInfo{"E-TSEL-006", "memory, illegal call", hooked<FourBitsOverrun>, 0, "TSEL", "cpu"},
    FaultInfo{"E-TSHLS-002", "refusal, any text", hooked<SquaresAlone>, 0, "TSHLS", "a2a3"},
};

std::vector<InjectedFault> injected_faults_of_errata(std::string_view text, std::string& unknown) {
  std::vector<InjectedFault> faults;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view name = text.substr(0, comma);
    const std::size_t before = faults.size();
    for (const FaultInfo& each : exemplars) {
      if (name == "all" || name == each.name) faults.emplace_back().fault = &each;
    }
    if (faults.size() == before) {
      unknown = name;
      return {};
    }
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return faults;
}

}  // namespace

std::span<const FaultInfo> errata() { return exemplars; }

std::optional<std::string> unknown_erratum(std::string_view text) {
  std::string unknown;
  if (!injected_faults_of_errata(text, unknown).empty()) return std::nullopt;
  return unknown;
}

std::unique_ptr<Simulator> make_erring(std::string_view text) {
  std::string unknown;
  std::vector<InjectedFault> faults = injected_faults_of_errata(text, unknown);
  if (faults.empty()) {
    throw std::invalid_argument(fmt::format("the simulator does not show erratum '{}'", unknown));
  }
  return faulty_simulator(std::move(faults), fmt::format("simulator:errata={}", text));
}

}  // namespace assay::simulator
