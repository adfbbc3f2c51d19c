// SPDX-License-Identifier: Apache-2.0
// The words of reports and options: reports/guide/glossary.md, inside the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::runners {

struct GlossaryEntry {
  std::vector<std::string> words;  ///< "accepted_invalid" and "rejected_valid" share an entry
  std::string_view meaning;        ///< Markdown
};

/// In the order of the glossary.
std::vector<GlossaryEntry> all_glossary_entries();

}  // namespace assay::runners
