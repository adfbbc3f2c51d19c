// SPDX-License-Identifier: Apache-2.0
// One row of lanes through a page, for tests: patterns in, what is acceptable out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reference/ops/page_test.hpp"

namespace assay::ops {

using Patterns = std::vector<std::uint64_t>;

/// The promise of a page for a row of lanes.
class Lanes {
 public:
  Lanes(const Call& call, const std::vector<ElementArray>& before,
        const ToleranceLookup& granted = correctly_rounded)
      : call_(call), before_(before), expected_(expected_tile(call, before, granted)) {}

  /// The same lanes by another reading of a choice.
  Lanes read(Choice choice, std::uint8_t taken) const {
    return {call_, before_, reading(choice, taken)};
  }

  /// The value that the page names first.
  std::uint64_t value(std::int64_t lane) const { return expected_.value[lane]; }
  bool is_open(std::int64_t lane) const {
    return accept_at(expected_, lane) == Accept::target_defined;
  }
  /// Whether a device that gives `bits` conforms, with all other lanes as the page says.
  bool takes(std::int64_t lane, std::uint64_t bits) const {
    ElementArray got = expected_.value;
    got.set(lane, bits);
    return !wrong_elements(expected_, before_.at(0), got).at(static_cast<std::size_t>(lane));
  }
  /// These bits, neither of their neighbours, and not the same with another sign bit.
  bool is_just(std::int64_t lane, std::uint64_t bits) const {
    const ElementType type = expected_.value.type();
    const std::uint64_t sign = std::uint64_t{1} << (bits_of(type) - 1);
    return takes(lane, bits) && !takes(lane, (bits + 1) & mask_of(type)) &&
           !takes(lane, (bits - 1) & mask_of(type)) && !takes(lane, bits ^ sign);
  }

 private:
  Call call_;
  std::vector<ElementArray> before_;
  ExpectedTile expected_;
};

struct Page {
  std::string op;
  std::string form;
  Target target;
};

/// Patterns by operand; every tile is one row of 128 elements, what is not named holds zeros.
/// `result` is the element type of dst, `element` that of all other tiles.
inline Lanes lanes(const Page& page, ElementType element, ElementType result,
                   std::map<std::string, Patterns> inputs) {
  constexpr std::int64_t cols = 128;
  const Form& form = form_of(page.op, page.form);
  std::int64_t count = 0;
  for (const auto& [operand, bits] : inputs) count = std::max(count, std::ssize(bits));
  Call call{&form, page.target, {}, std::vector<int>(form.attributes.size(), 0)};
  std::vector<ElementArray> before;
  for (const Operand& operand : form.operands) {
    const ElementType type = operand.name == "dst" ? result : element;
    Patterns bits = inputs[operand.name];
    if (operand.kind == OperandKind::scalar) {
      call.operands.emplace_back(ScalarSpec{ElementType::f32, bits.at(0)});
      before.push_back(elements(ElementType::f32, bits));
      continue;
    }
    call.operands.emplace_back(tile(type, 1, cols, 1, count));
    bits.resize(cols);
    before.push_back(elements(type, bits));
  }
  return {call, before};
}

inline Lanes lanes(const Page& page, ElementType element, std::map<std::string, Patterns> inputs) {
  return lanes(page, element, element, std::move(inputs));
}

/// Two sources.
inline Lanes lanes(const Page& page, ElementType element, Patterns a, Patterns b) {
  return lanes(page, element, {{"src0", std::move(a)}, {"src1", std::move(b)}});
}

/// One source.
inline Lanes lanes(const Page& page, ElementType element, Patterns a) {
  return lanes(page, element, {{"src", std::move(a)}});
}

}  // namespace assay::ops
