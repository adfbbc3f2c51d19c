// SPDX-License-Identifier: Apache-2.0
// Known deviations: those that a run met, and those that pages list.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/spec/erratum.hpp"
#include "reference/judge/records/records.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {

/// An erratum in effect, over all cases of a run that exercised it.
struct MetErratum {
  std::string number;
  std::string title;          ///< empty if this program does not know the number
  std::size_t cases = 0;      ///< that show it
  std::int64_t elements = 0;  ///< of them
  std::size_t exercised = 0;  ///< cases with an element on which it differs from the promise
  std::int64_t exercised_elements = 0;
  std::optional<CaseRecord> example;  ///< that shows it; else one that exercised it
  std::optional<WorstElement> element;
  std::string replay;  ///< the command that repeats the example

  /// Exercised, and never shown: it may be fixed.
  bool hidden() const { return cases == 0; }
};

/// Ascending by number. `replay` writes the commands; without it they are replay_command().
std::vector<MetErratum> errata_met(const Records& records, const ReplayCommand& replay = {});

/// Numbers of those that never show.
std::vector<std::string> hidden_errata(const Records& records);

/// Number, title, cases, elements, an example with bits and a replay line each; nothing for none.
void print_errata(std::ostream& out, std::span<const MetErratum> errata, bool colour);
nlohmann::ordered_json errata_json(std::span<const MetErratum> errata);

/// Errata as pages have them: a paragraph each, JSON, and a table in Markdown.
void print_errata_list(std::ostream& out, std::span<const Erratum* const> errata);
nlohmann::ordered_json errata_list_json(std::span<const Erratum* const> errata);
std::string errata_as_markdown(std::span<const Erratum* const> errata);

}  // namespace assay::reports
