// SPDX-License-Identifier: Apache-2.0
// Decisions on open points of the manual and on the tool: reference/decisions, inside the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::runners {

struct Decision {
  std::string_view name;    ///< "004-argmax-ties-and-nan", as pages cite it
  std::string_view number;  ///< "004"
  std::string_view title;   ///< "Ties and NaN in searches for extremes"
  std::string_view text;    ///< Markdown, the title included
};

/// In the order of their numbers.
std::vector<Decision> all_decisions();

}  // namespace assay::runners
