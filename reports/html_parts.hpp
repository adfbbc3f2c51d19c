// SPDX-License-Identifier: Apache-2.0
// The pieces of the HTML page.
#pragma once

#include <pugixml.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/record.hpp"
#include "reports/tally.hpp"

namespace assay::reports {

/// Style sheet, without characters that HTML and XML read differently (no <, no &).
std::string_view page_style();

/// Appends <tag class="css_class">text</tag>; empty `css_class` or `text` leave theirs out.
pugi::xml_node append(pugi::xml_node parent, const char* tag, std::string_view text = {},
                      std::string_view css_class = {});

/// Appends a section with an id and a heading.
pugi::xml_node append_section(pugi::xml_node parent, const char* id, std::string_view heading);

/// Appends a table in a box that scrolls sideways, with one heading per column.
pugi::xml_node append_table(pugi::xml_node parent, const std::vector<std::string>& headings);

/// "12 conforms, 1 crashed": the verdicts that occur.
std::string kinds_text(const Tally& tally);

/// "bad" with failures, "good" with a conforming case, else "dim".
std::string_view css_of(const Tally& tally);

void append_failures(pugi::xml_node body, std::span<const CaseRecord> records);
void append_matrix(pugi::xml_node body, std::span<const CaseRecord> records);
void append_clauses(pugi::xml_node body, std::span<const CaseRecord> records);
void append_distances(pugi::xml_node body, std::span<const CaseRecord> records);
void append_not_shown(pugi::xml_node body, std::span<const CaseRecord> records);
void append_run(pugi::xml_node body, const RunInfo& info, const Tally& tally);

}  // namespace assay::reports
