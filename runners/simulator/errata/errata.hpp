// SPDX-License-Identifier: Apache-2.0
// The simulator with deviations that implementations are known to have, each switched on by the
// number that the list of errata gives it. There is one of each kind that the judge knows; they
// test the judge. Unit tests next to the errata show what the others give.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runners/simulator/faults/faults.hpp"

namespace assay::simulator {

/// The errata that it can show, in the order of their numbers. "NUMBER+NUMBER" are two that show in
/// one call; the summary is the kind of deviation.
std::span<const FaultInfo> errata();

/// The first name of "NAME,NAME" that errata() does not list; nothing where all are known. "all"
/// names every one.
std::optional<std::string> unknown_erratum(std::string_view text);

/// A simulator with those errata. If several apply to a call, the first that shows counts.
/// Throws std::invalid_argument for a name that errata() does not list.
std::unique_ptr<Simulator> make_erring(std::string_view text);

}  // namespace assay::simulator
