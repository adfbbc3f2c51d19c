// SPDX-License-Identifier: Apache-2.0
// Choices driven by RapidCheck's splittable random numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>

#include "reference/isa/spec/draw.hpp"

namespace assay::generators {

/// A choice from nothing was requested: the call at hand cannot be completed that way. The current
/// attempt to draw a case ends with it; the next attempt may succeed.
class EmptyChoice : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// A source of choices that is a pure function of its seed and of the sequence of questions.
class Choices final : public Draw {
 public:
  explicit Choices(std::uint64_t seed);
  Choices(const Choices&) = delete;
  Choices& operator=(const Choices&) = delete;
  ~Choices() override;

  /// Throws EmptyChoice where low > high.
  std::int64_t integer(std::int64_t low, std::int64_t high) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Always the smallest choice.
class Smallest final : public Draw {
 public:
  /// Throws EmptyChoice where low > high.
  std::int64_t integer(std::int64_t low, std::int64_t high) override;
};

}  // namespace assay::generators
