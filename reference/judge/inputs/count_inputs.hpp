// SPDX-License-Identifier: Apache-2.0
// What one call shows of a function of the elements of its operands: the errors of its inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/spec/expected.hpp"
#include "reference/judge/records/input_errors.hpp"

namespace assay {

/// The inputs of a call and their results. Element i of every array belongs to input i.
struct InputsOfCall {
  std::vector<std::string> names;              ///< of the arguments
  std::vector<const ElementArray*> arguments;  ///< as the call had them
  /// Bits of each argument that were asked for. Where the call had others, the page withholds the
  /// input from the target.
  std::vector<std::vector<std::uint32_t>> wanted;
  std::string result;  ///< name
  const ExpectedTile* expected = nullptr;
  const ElementArray* before = nullptr;  ///< the result's operand before the call
  const ElementArray* got = nullptr;
  std::size_t count = 0;  ///< elements that are inputs; the others repeat the last one
};

/// At most one worst input, and none where every result is as expected. Types of at most 32 bits.
InputErrors count_inputs(const InputsOfCall& call);

}  // namespace assay
