// SPDX-License-Identifier: Apache-2.0
// Names that commands print and take, with what the program's own data say of them.
#pragma once

#include <string>
#include <vector>

#include "runners/command/parser.hpp"

namespace assay::runners {

struct ExplainedName {
  std::string name;
  std::string kind;  ///< "choice", "value plan", "command"
  std::string text;
};

/// Choices and their readings, accuracy keys, value plans, attributes and their values, element
/// types, commands, backends, instructions without a page, and faults of the simulator. A name may
/// have several entries.
std::vector<ExplainedName> explained_names(const Parser& root);

}  // namespace assay::runners
