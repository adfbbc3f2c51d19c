// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/standard.hpp"

#include "reference/judge/records/record.hpp"

namespace assay {

ToleranceLookup ToleranceLookup::with(std::shared_ptr<const std::vector<ReadingPin>> pins) const {
  ToleranceLookup made = *this;
  made.pins_ = std::move(pins);
  return made;
}

ToleranceLookup ToleranceLookup::with_also(const std::vector<ReadingPin>& pins) const {
  if (pins.empty()) return *this;
  auto all = std::make_shared<std::vector<ReadingPin>>(pins_ ? *pins_ : std::vector<ReadingPin>());
  all->insert(all->end(), pins.begin(), pins.end());
  return with(std::move(all));
}

ToleranceLookup ToleranceLookup::under(const ChosenReadings& readings) const {
  ToleranceLookup made = *this;
  made.under_ = readings;
  return made;
}

std::optional<std::uint8_t> ToleranceLookup::pinned(Choice choice, const Call& call) const {
  std::optional<std::uint8_t> reading;
  if (!pins_) return reading;
  const std::string types = types_of(call);
  const std::string lead = types.substr(0, types.find(','));
  for (const ReadingPin& pin : *pins_) {
    const bool selects = pin.choice == choice && (!pin.target || *pin.target == call.target) &&
                         (pin.types.empty() || pin.types == types || pin.types == lead) &&
                         (pin.op.empty() || pin.op == call.form->op);
    if (selects) reading = pin.reading;
  }
  return reading;
}

ChosenReadings ToleranceLookup::readings(const Call& call) const {
  ChosenReadings chosen = under_;
  if (!pins_) return chosen;
  for (const ChoiceText& one : all_choices()) {
    if (const auto reading = pinned(one.choice, call)) chosen.take(one.choice, *reading);
  }
  return chosen;
}

}  // namespace assay
