// SPDX-License-Identifier: Apache-2.0
// Which form a program calls next.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "generators/programs/binder.hpp"
#include "generators/programs/callees.hpp"
#include "reference/isa/spec/draw.hpp"

namespace assay::generators {

/// Whether a value is a convolution tile.
bool is_image(const OperandValue& value);

/// Whether operand `operand` of a form is a convolution tile in every legal call: a constraint of
/// that operand ("src.conv") says so.
bool takes_image(const Form& form, std::size_t operand);

/// Draws forms by how often kernels call their ops, and more often where these follow the op that
/// wrote what is to be read. Few forms read a convolution tile: where the program may call one,
/// every other time it is one of them.
class NextForm {
 public:
  /// Of those ops, or of all where none is given.
  NextForm(Target target, std::span<const std::string> ops) : callees_(callees(target, ops)) {}

  bool is_none() const { return callees_.empty(); }
  /// `read` may be null.
  const Callee& draw(const Value* read, Draw& draw);
  /// One of the forms that have descriptors of their own; null if programs call none.
  const Callee* with_descriptors(Draw& draw) const;
  /// The form of an op that reads a convolution tile; null if programs call none.
  const Callee* reader_of_images(std::string_view op) const;

 private:
  using Ends = std::vector<std::int64_t>;
  Ends ends_of(const std::string& behind, bool image) const;

  std::vector<Callee> callees_;
  /// By the op of the previous call: where the share of each callee ends, in their order.
  std::map<std::string, Ends> ends_;
  std::map<std::string, Ends> ends_of_images_;
};

}  // namespace assay::generators
