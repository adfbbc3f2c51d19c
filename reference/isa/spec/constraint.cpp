// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/spec/constraint.hpp"

#include <utility>

namespace assay {

Constraint Constraint::at(Stage when) && {
  stage = when;
  return std::move(*this);
}

Constraint Constraint::on(TargetSet where) && {
  targets = where;
  return std::move(*this);
}

Constraint Constraint::from(std::string page, std::string bullet) && {
  source = {std::move(page), std::move(bullet)};
  return std::move(*this);
}

Constraint Constraint::unchecked_on(TargetSet where) && {
  TargetSet kept;
  for (const Target target : all_targets) {
    if (enforced.contains(target) && !where.contains(target)) kept = kept.with(target);
  }
  enforced = kept;
  return std::move(*this);
}

Constraint Constraint::implied(std::string why) && {
  also_stated = std::move(why);
  return std::move(*this);
}

Constraint Constraint::named(std::string new_name) && {
  name = std::move(new_name);
  return std::move(*this);
}

}  // namespace assay
