// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/record.hpp"

namespace assay {

CaseRecord record_of(const Case& test, const Verdict& verdict) {
  const Form& form = test.form();
  std::string dtypes;
  const std::size_t lead = form.index_of(form.lead);
  dtypes = name_of(element_of(test.call.operands[lead]));
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const Operand& operand = form.operands[i];
    if (i == lead || operand.role == Role::scratch || operand.set_before) continue;
    dtypes += ",";
    dtypes += name_of(element_of(test.call.operands[i]));
  }
  CaseRecord record;
  record.name = test.name;
  record.op = form.op;
  record.form = form.name;
  record.target = name_of(test.call.target);
  record.dtypes = dtypes;
  record.dtype = name_of(test.lead);
  record.intent = to_string(test.intent);
  record.plan = test.plan;
  record.scenario = test.scenario;
  record.key = test.key;
  record.verdict = verdict;
  return record;
}

bool has_wrong_tiles(const CaseRecord& record) {
  return record.distant ? record.distant->has_tiles() : !record.tiles.empty();
}

bool has_wrong_text(const CaseRecord& record) {
  return record.distant ? record.distant->has_text() : record.text.has_value();
}

DistantParts::Parts wrong_parts_of(const CaseRecord& record) {
  if (record.distant) return record.distant->read();
  return {record.tiles, record.text};
}

}  // namespace assay
