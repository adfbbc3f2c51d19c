// SPDX-License-Identifier: Apache-2.0
// A call as the C ABI describes it, without memory.
#include "runners/call/described_call.hpp"

#include "reference/isa/spec/op_spec.hpp"
#include "runners/call/describe_operand.hpp"

namespace assay::runners {

DescribedCall::DescribedCall(const Call& call) {
  const Form& form = *call.form;
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    operands_.push_back(describe_operand(form.operands[i], call.operands[i]));
    operands_.back().name = form.operands[i].name.c_str();
  }
  for (std::size_t i = 0; i < form.attributes.size(); ++i) {
    const auto value = static_cast<std::size_t>(call.attributes[i]);
    attributes_.push_back(
        {form.attributes[i].name.c_str(), form.attributes[i].values.at(value).c_str()});
  }
  call_.op = form.op.c_str();
  call_.form = form.name.c_str();
  call_.target = name_of(call.target).data();
  call_.operands = operands_.data();
  call_.operand_count = static_cast<std::uint32_t>(operands_.size());
  call_.attributes = attributes_.data();
  call_.attribute_count = static_cast<std::uint32_t>(attributes_.size());
}

}  // namespace assay::runners
