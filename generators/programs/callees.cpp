// SPDX-License-Identifier: Apache-2.0
// Which forms programs call.
#include "generators/programs/callees.hpp"

#include <algorithm>

#include "generators/programs/programs.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/ops/shared_memory.hpp"
#include "reference/ops/usage.hpp"

namespace assay::generators {
namespace {

bool prints(const Form& form) {
  return std::ranges::any_of(form.results,
                             [](const Result& result) { return result.operand == "text"; });
}

}  // namespace

std::vector<Callee> callees(Target target, std::span<const std::string> mnemonics) {
  std::vector<Callee> found;
  for (const OpSpec& op : all_ops()) {
    if (!mnemonics.empty() && std::ranges::find(mnemonics, op.mnemonic) == mnemonics.end())
      continue;
    for (const Form& form : op.forms) {
      const bool fits = form.targets.contains(target) && !form.results.empty() && !prints(form) &&
                        !form.reads_invalid_region && !form.alone && !always_shared(form);
      if (fits) found.push_back({&op, &form, usage_weight(op.mnemonic)});
    }
  }
  return found;
}

bool may_be_called(const OpSpec& op, Target target) {
  return !callees(target, {&op.mnemonic, 1}).empty();
}

}  // namespace assay::generators
