// SPDX-License-Identifier: Apache-2.0
// The common parts of all simulators with the C ABI.
#pragma once

#include <string>

#include "runners/simulator/core/hooks.hpp"
#include "runners/simulator/device.hpp"

namespace assay::simulator {

class BehindAbi : public Simulator {
 public:
  /// `name` as the ABI shows it.
  explicit BehindAbi(std::string name);
  BehindAbi(const BehindAbi&) = delete;
  BehindAbi& operator=(const BehindAbi&) = delete;

  const assay_backend& backend() const override { return backend_; }

 private:
  /// Answers a call; what it throws becomes ASSAY_BROKEN.
  virtual Answer run(assay_call& call) = 0;

  static assay_status answer_call(void* state, assay_call* call) noexcept;
  static const char* last_message(void* state) noexcept;

  std::string name_;
  std::string message_;
  assay_backend backend_{};
};

}  // namespace assay::simulator
