// SPDX-License-Identifier: Apache-2.0
// Cases that a run did not have, drawn for the rule of a finding.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "generators/generate.hpp"
#include "reference/judge/records/records.hpp"
#include "reports/findings/finding.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// A source of fresh cases.
struct FreshSource {
  generators::Recipe recipe;
  std::optional<std::uint32_t> signature = {};  ///< upper half of the key, where it shall stay
};

/// Every recipe of the ops of the records, on their targets, for a backend that takes any call.
std::vector<FreshSource> sources_like(const Records& records);
/// The recipes of the records with their signatures: nothing needs to be compiled for their cases.
std::vector<FreshSource> compiled_sources(const Records& records);

/// The rule of a finding, for drawing fresh cases.
struct FreshRule {
  /// Whether the rule covers a drawn case.
  std::function<bool(const StoredCase&)> covers;
  /// Whether a case of that intent could fail as those of the finding do.
  std::function<bool(const Intent&)> comparable;
};

struct FreshOptions {
  std::size_t wanted = 24;            ///< on either side of the rule
  std::size_t most_drawn = 400;       ///< from all sources
  std::int64_t most_bytes = 1 << 20;  ///< of a call; larger ones show no more and take long
};

struct FreshDraws {
  std::vector<StoredCase> covered;
  std::vector<StoredCase> others;
};

/// Cases of the sources with keys of their own, none of those in `known`: first from all sources
/// equally, so that only the rule determines which are covered; if too few are, from sources that
/// gave some. What is out of reach is passed over. A pure function of its arguments.
FreshDraws fresh_cases(std::vector<FreshSource> sources, const FreshRule& rule,
                       std::set<std::string> known, const FreshOptions& options = {});

}  // namespace assay::runners
