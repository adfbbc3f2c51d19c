// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/element_type.hpp"

#include <algorithm>

namespace assay {

std::optional<ElementType> element_named(std::string_view name) {
  const auto* found = std::ranges::find(element_formats, name, &ElementFormat::name);
  if (found == element_formats.end()) return std::nullopt;
  return found->type;
}

}  // namespace assay
