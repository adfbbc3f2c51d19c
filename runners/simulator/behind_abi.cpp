// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/behind_abi.hpp"

#include <exception>
#include <utility>

namespace assay::simulator {

BehindAbi::BehindAbi(std::string name) : name_(std::move(name)) {
  backend_.struct_size = sizeof backend_;
  backend_.abi_version = ASSAY_ABI_VERSION;
  backend_.name = name_.c_str();
  backend_.revision = "1";
  backend_.targets = "a2a3,a5,cpu";
  backend_.execute = &BehindAbi::answer_call;
  backend_.last_message = &BehindAbi::last_message;
  backend_.state = this;
}

// No exception may cross the C ABI.
assay_status BehindAbi::answer_call(void* state, assay_call* call) noexcept {
  auto& self = *static_cast<BehindAbi*>(state);
  Answer answer;
  try {
    answer = call == nullptr ? Answer{ASSAY_BROKEN, "no call"} : self.run(*call);
  } catch (const std::exception& error) {
    answer.status = ASSAY_BROKEN;
    answer.message = error.what();
  }
  self.message_ = std::move(answer.message);
  return answer.status;
}

const char* BehindAbi::last_message(void* state) noexcept {
  return static_cast<BehindAbi*>(state)->message_.c_str();
}

}  // namespace assay::simulator
