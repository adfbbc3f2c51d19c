// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/first_refusals.hpp"

#include <fmt/format.h>

#include "reference/support/hash.hpp"

namespace assay::runners {

const std::optional<StoredCase>& FirstRefusals::decide(CaseDrawing::Choice& choice) {
  if (choice.reason.empty()) return choice.planned;
  const Form& form = choice.planned->test.form();
  const std::string place = fmt::format("{} {} {} {}", form.op, form.name,
                                        name_of(choice.planned->test.call.target), choice.reason);
  // That the lead's type is lacking its plain cases show.
  const bool is_shown = choice.reason == name_of(choice.planned->test.lead);
  if (!is_shown && seen_.insert(place).second) {
    choice.variant = 0;
    return choice.planned;
  }
  // Two scenarios of other types may come to the same case.
  if (choice.taken && !drawn_.insert(support::hash_text(choice.taken->test.name)).second) {
    choice.taken.reset();
    choice.variant = no_variant;
  }
  ++(choice.taken ? counts_.drawn : counts_.left_out);
  return choice.taken;
}

}  // namespace assay::runners
