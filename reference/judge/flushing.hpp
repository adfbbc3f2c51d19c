// SPDX-License-Identifier: Apache-2.0
// Changes of what is acceptable if subnormal numbers are flushed.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "reference/isa/spec/expected.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay {

template <typename Word, typename Condition>
bool any_word(const ElementArray& elements, const Condition& condition) {
  bool found = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(elements.size()); ++i) {
    Word word;
    std::memcpy(&word, &elements.bytes()[i * sizeof(Word)], sizeof(Word));
    found |= condition(std::uint64_t{word});
  }
  return found;
}

/// Whether any element satisfies a condition on its bits.
template <typename Condition>
bool any_element(const ElementArray& elements, const Condition& condition) {
  switch (bits_of(elements.type())) {
    case 16:
      return any_word<std::uint16_t>(elements, condition);
    case 32:
      return any_word<std::uint32_t>(elements, condition);
    default:
      for (std::int64_t i = 0; i < elements.size(); ++i) {
        if (condition(elements[i])) return true;
      }
      return false;
  }
}

/// Whether any element of an operand that the call reads satisfies a condition.
template <typename Test>
bool any_read(const Call& call, std::span<const ElementArray> before, const Test& condition) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].size() > 0 && is_read(call.form->operands[i].role) && condition(before[i]))
      return true;
  }
  return false;
}

ElementType written_type(const Call& call, const Result& result);

/// Whether subnormal operands, results or intermediate values can be met with these contents.
/// `expected` is what is acceptable where they are kept.
bool meets_subnormals(const Result& result, const Call& call, std::span<const ElementArray> before,
                      const Expected& expected);

/// Whether the choice of subnormal numbers that a result names counts in this call.
bool counts_subnormals(const Result& result, const Call& call);

/// How a result reads what becomes of subnormal numbers.
std::uint8_t flushing_of(const Result& result, const Call& call, const ChosenReadings& readings);

/// Contents in which subnormal numbers that are read are zeros of their sign. Formats of 8 bits and
/// less are widened before anything is computed, and keep theirs; a scalar counts in the type that
/// it is converted to.
std::vector<ElementArray> flushed_operands(const Evaluation& inputs);

/// What is acceptable if results and intermediate values may be flushed, too, of operands with
/// these contents.
Expected with_flushed_results(const Result& result, const Call& call,
                              std::span<const ElementArray> contents, Expected expected);

/// An accumulator that a store converts before it adds it is no operand of the addition, and
/// conversions may keep what sums flush (decision 191): adds to `flushed`, which is of
/// `flushed_contents`, what a machine gives that keeps it until then. `promise` is what such
/// contents promise, before results are flushed.
void accept_converted_addends(const Result& result, const Call& call,
                              std::span<const ElementArray> before,
                              std::span<const ElementArray> flushed_contents,
                              const std::function<Expected(std::span<const ElementArray>)>& promise,
                              Expected& flushed);

/// Whether an element may be copied as it is: a line of one, which need not be computed with, or
/// one where no other operand of a result in place has an element.
bool may_copy_lone(const Result& result, const Call& call);
/// Adds what that gives, where `kept` is one subnormal number; in place a copy is all there is.
void accept_lone_elements(const Result& result, const Call& call, const Expected& kept,
                          Expected& flushed);

/// The same readings with subnormal numbers kept.
ChosenReadings keeping(ChosenReadings readings);

/// What is acceptable as a result by the readings in `inputs`. Those of subnormal numbers are
/// applied here, around `evaluate`, which applies all others: operands are flushed before it and
/// results after it; the function itself flushes intermediate values (Accumulates).
Expected read_as(const Result& result, const Evaluation& inputs,
                 const std::function<Expected(const Evaluation&)>& evaluate);

}  // namespace assay
