// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/worst_inputs.hpp"

#include <exception>
#include <vector>

#include "reports/replay/element_inputs.hpp"
#include "runners/triage/stored_search.hpp"

namespace assay::runners {
namespace {

std::vector<reports::WorstInput> inputs_in(const StoredCase& stored, const WorstElement& worst) {
  if (stored.program) return {};
  std::vector<reports::WorstInput> inputs;
  for (const reports::ElementInput& one :
       reports::inputs_of(stored.test, worst.operand, worst.row, worst.col, stored.before)) {
    inputs.push_back({stored.test.form().operands[one.operand].name, one.place, one.value});
  }
  return inputs;
}

}  // namespace

reports::WorstInputs worst_inputs_of(const std::filesystem::path& run) {
  return [read = cases_by_name(kept_cases(run))](
             const CaseRecord& record) -> std::vector<reports::WorstInput> {
    if (!record.verdict.worst) return {};
    try {
      return inputs_in(read(record.name), *record.verdict.worst);
    } catch (const std::exception&) {
      return {};  // the page shows the case without them
    }
  };
}

}  // namespace assay::runners
