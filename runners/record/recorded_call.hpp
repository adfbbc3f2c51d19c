// SPDX-License-Identifier: Apache-2.0
// A call of a kernel, as a recording has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/isa/call/call.hpp"

namespace assay::runners {

/// A tile, a convolution tile or a view, or a scalar as the caller wrote it, with its memory.
struct RecordedOperand {
  OperandValue value;
  bool pointed = false;  ///< the call takes a pointer to it
  std::uint64_t at = 0;  ///< address of its first byte in the process; 0 if it has no memory
  std::vector<std::byte> before = {}, after = {};  ///< of a view its elements alone
};
/// A constant with a name: "CmpMode::EQ", "true".
struct RecordedName {
  std::string text;
};
/// An array of numbers that is one argument.
struct RecordedWords {
  std::vector<std::uint64_t> words;
};
/// Anything else: an event, or what no page knows.
struct RecordedOther {
  bool has_memory = false;  ///< of elements that have no type here
};
using RecordedArgument = std::variant<RecordedOperand, RecordedName, RecordedWords, RecordedOther>;

/// How a call ended.
enum class CallEnd : std::uint8_t {
  returned,
  threw,  ///< an exception left it
  none,   ///< the recording ends before it returned
};

struct RecordedCall {
  std::uint64_t number = 0;  ///< of its thread, from 1 on
  std::uint64_t order = 0;   ///< among the calls of all threads, by when they began
  std::uint64_t thread = 0;
  std::optional<std::uint64_t> core = {};
  std::string op;
  std::string file;
  std::int64_t line = 0;
  std::vector<std::string> templates;  ///< values among the template arguments
  std::vector<RecordedArgument> arguments;
  CallEnd end = CallEnd::none;
  bool alone = true;  ///< no other thread began a call before it ended

  /// "matmul.cpp:57".
  std::string place() const;
};

}  // namespace assay::runners
