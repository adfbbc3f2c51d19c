// SPDX-License-Identifier: Apache-2.0
// Calls written by hand, for tests of pages.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/judge/judge.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::ops {

inline const Form& form_of(std::string_view op, std::string_view form) {
  const OpSpec* page = find_op(op);
  for (const Form& candidate : page->forms) {
    if (candidate.name == form) return candidate;
  }
  throw std::out_of_range("no such form");
}

inline TileSpec tile(ElementType element, std::int64_t rows, std::int64_t cols,
                     std::int64_t valid_rows, std::int64_t valid_cols) {
  TileSpec made;
  made.type.element = element;
  made.type.rows = rows;
  made.type.cols = cols;
  made.valid_rows = valid_rows;
  made.valid_cols = valid_cols;
  return made;
}

inline ElementArray elements(ElementType type, std::vector<std::uint64_t> bits) {
  ElementArray made(type, std::ssize(bits));
  for (std::int64_t i = 0; i < std::ssize(bits); ++i) {
    made.set(i, bits[static_cast<std::size_t>(i)]);
  }
  return made;
}

inline ElementArray filled(ElementType type, std::int64_t count, std::uint64_t bits) {
  return elements(type, std::vector<std::uint64_t>(static_cast<std::size_t>(count), bits));
}

inline Tolerance correctly_rounded(const ToleranceKey&) {
  return {Tolerance::Kind::correctly_rounded, 0, {}};
}

/// The tolerance and readings if one choice is read in another way than the first.
inline ToleranceLookup reading(Choice choice, std::uint8_t taken) {
  ChosenReadings readings;
  readings.take(choice, taken);
  const auto nearest = [](const ToleranceKey& key) { return correctly_rounded(key); };
  return ToleranceLookup(nearest).under(readings);
}

/// The first reading of each choice and no other: what errata are told apart from.
inline ToleranceLookup of_first_readings(const ToleranceLookup& granted) {
  auto pins = std::make_shared<std::vector<ReadingPin>>();
  for (const ChoiceText& one : all_choices()) pins->emplace_back().choice = one.choice;
  return granted.with(pins);
}

inline ExpectedTile expected_tile(const Call& call, const std::vector<ElementArray>& before,
                                  std::size_t result = 0) {
  const auto nearest = [](const ToleranceKey& key) { return correctly_rounded(key); };
  return std::get<ExpectedTile>(expect(call, before, nearest).at(result));
}

inline ExpectedTile expected_tile(const Call& call, const std::vector<ElementArray>& before,
                                  const ToleranceLookup& granted) {
  return std::get<ExpectedTile>(expect(call, before, granted).front());
}

inline Accept accept_at(const ExpectedTile& expected, std::int64_t index) {
  return expected.accept.at(static_cast<std::size_t>(index));
}

/// Draws every number of a range in turn.
class Counting final : public Draw {
 public:
  std::int64_t integer(std::int64_t low, std::int64_t high) override {
    return low + drawn_++ % (high - low + 1);
  }

 private:
  std::int64_t drawn_ = 0;
};

/// Names of the constraints that a hand-made call breaks.
inline std::vector<std::string> broken_constraints(const Call& call) {
  std::vector<std::string> names;
  for (const Constraint& constraint : call.form->constraints) {
    if (constraint.applies(call) && !constraint.holds(call)) names.push_back(constraint.name);
  }
  return names;
}

}  // namespace assay::ops
