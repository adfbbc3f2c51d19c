// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/record.hpp"

namespace assay {

std::string types_of(const Call& call) {
  const Form& form = *call.form;
  const std::size_t lead = form.index_of(form.lead);
  std::string types(name_of(element_of(call.operands[lead])));
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const Operand& operand = form.operands[i];
    if (i == lead || operand.role == Role::scratch || operand.set_before) continue;
    types += ",";
    types += name_of(element_of(call.operands[i]));
  }
  return types;
}

CaseRecord record_of(const Case& test_case, const Verdict& verdict) {
  const Form& form = test_case.form();
  CaseRecord record;
  record.name = test_case.name;
  record.op = form.op;
  record.form = form.name;
  record.target = name_of(test_case.call.target);
  record.dtypes = types_of(test_case.call);
  record.dtype = name_of(test_case.lead);
  record.intent = to_string(test_case.intent);
  record.plan = test_case.plan;
  record.scenario = test_case.scenario;
  record.key = test_case.key;
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
