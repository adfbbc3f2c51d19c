// SPDX-License-Identifier: Apache-2.0
// Several faults in one simulator, each where a parameter of the call says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runners/backend.h"
#include "runners/simulator/faults/faults.hpp"

namespace assay::simulator {

/// A fault that applies to some calls: "target=a5", "dtype=f16" and "rows>16" refer to the first
/// operand and the target, "valid_cols%8" to valid columns that are no multiple of 8.
struct InjectedFault {
  enum class Where : std::uint8_t { everywhere, target, dtype, tall, tail };
  const FaultInfo* fault = nullptr;
  Where where = Where::everywhere;
  std::string word;
  std::int64_t number = 0;

  bool applies(const assay_call& call) const;
};

/// "NAME", or "NAME@CONDITION", or several of these with a plus between them. Nothing where a fault
/// or a condition is unknown; `unknown` then gets it, a condition with its "@".
std::optional<std::vector<InjectedFault>> injected_faults_of(std::string_view text,
                                                             std::string& unknown);

/// A simulator with these faults and this name.
std::unique_ptr<Simulator> faulty_simulator(std::vector<InjectedFault> faults,
                                            const std::string& name);

/// The state that a call can change: the bytes of its operands and its printed text.
class CallState {
 public:
  explicit CallState(const assay_call& call);
  void restore(assay_call& call) const;
  /// Takes the elements, and the text, in which `faulty` differs from `healthy` and this does not.
  void take_changes(const CallState& faulty, const CallState& healthy);
  friend bool operator==(const CallState&, const CallState&) = default;

 private:
  std::vector<std::string> bytes_;
  std::vector<std::size_t> widths_;  ///< bytes of an element, by operand; 0 of what is one piece
  std::uint64_t text_length_ = 0;
};

}  // namespace assay::simulator
