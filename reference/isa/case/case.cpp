// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/case/case.hpp"

#include <algorithm>

namespace assay {

std::string to_string(const Intent& intent) {
  switch (intent.kind) {
    case Intent::Kind::inside:
      return "inside";
    case Intent::Kind::boundary:
      return "edge." + intent.constraint + "." + std::string(name_of(intent.edge));
    case Intent::Kind::outside:
      return "breaks." + intent.constraint;
  }
  return {};
}

const Constraint* Case::broken() const {
  if (intent.legal()) return nullptr;
  const auto& constraints = form().constraints;
  const auto found = std::ranges::find_if(constraints, [&](const Constraint& constraint) {
    return constraint.name == intent.constraint && constraint.applies(call);
  });
  return found == constraints.end() ? nullptr : &*found;
}

}  // namespace assay
