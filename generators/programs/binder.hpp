// SPDX-License-Identifier: Apache-2.0
// The memory of a program while it is drawn.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/case/program.hpp"
#include "reference/isa/spec/draw.hpp"

namespace assay::generators {

/// A value in memory that a call may read.
struct Value {
  OperandValue spec;
  Binding binding;
  std::string op;  ///< that wrote it; empty: the program brought it
  std::size_t step = 0;
};

/// Whether bytes that were written as one operand may be read as the other: they differ in no more
/// than the pad and in which sizes are constants.
bool same_bytes(const OperandValue& a, const OperandValue& b);

/// Finds places for operands and tracks what memory holds. Addresses go up; freed memory is used
/// again by outputs alone, for what the program brings must be there from the beginning.
class Binder {
 public:
  explicit Binder(Target target) : target_(target) {}

  const std::vector<Value>& values() const { return values_; }

  /// Binds all operands of a call of which those with a value in `linked` read that one. Nothing,
  /// and nothing changed, where a memory is full.
  std::optional<ProgramStep> bind(Case test_case, const std::vector<std::optional<Value>>& linked,
                                  Draw& draw, std::size_t step);

  std::vector<ProgramImage> images() const { return images_; }

 private:
  std::size_t image_of(Memory memory);
  bool append(ProgramStep& step, std::size_t operand, Draw& draw);
  bool reuse(ProgramStep& step, std::size_t operand, Draw& draw) const;
  bool place_input(ProgramStep& step, std::size_t operand, const std::optional<Value>& linked,
                   Draw& draw);
  bool place_output(ProgramStep& step, std::size_t operand, Draw& draw);
  void note(const ProgramStep& step, std::size_t number);

  Target target_;
  std::vector<ProgramImage> images_;
  std::vector<Value> values_;
};

}  // namespace assay::generators
