// SPDX-License-Identifier: Apache-2.0
// The form of a page that a recorded call calls, by the table that writes calls as C++.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/op_spec.hpp"
#include "runners/record/recorded_call.hpp"

namespace assay::runners {

/// A form with values of its attributes, and which argument each operand takes.
struct CalledForm {
  const Form* form = nullptr;
  std::vector<int> attributes;
  struct Source {
    std::size_t argument = 0;
    std::size_t word = 0;  ///< of an array of numbers
  };
  std::vector<Source> operands;
};

/// A recorded call as a page has it.
struct RecognisedCall {
  Call call;
  std::vector<const RecordedOperand*> operands;  ///< null for a number of an array
  const Constraint* broken = nullptr;            ///< the first constraint that it does not keep
};

/// Finds forms. What it found for calls that are spelled alike is kept.
class Recogniser {
 public:
  explicit Recogniser(Target target) : target_(target) {}

  /// The call, which must outlive the result; or why no form of the op's page is called so.
  std::optional<RecognisedCall> recognise(const RecordedCall& recorded, std::string& why);

 private:
  struct Found {
    std::vector<CalledForm> forms;
    std::string why;  ///< there are none
  };
  const Found& forms_of(const RecordedCall& recorded);

  Target target_;
  std::map<std::string, Found> found_;
};

}  // namespace assay::runners
