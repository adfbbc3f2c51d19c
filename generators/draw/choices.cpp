// SPDX-License-Identifier: Apache-2.0
// Choices by RapidCheck, and the smallest ones.
#include "generators/draw/choices.hpp"

#include <rapidcheck/Random.h>

#include <limits>

#include "reference/support/hash.hpp"

namespace assay::generators {

struct Choices::State {
  rc::Random random;
};

Choices::Choices(std::uint64_t seed) {
  const rc::Random::Key key{
      {support::mix(seed), support::mix(seed ^ 1), support::mix(seed ^ 2), support::mix(seed ^ 3)}};
  state_ = std::make_unique<State>(State{rc::Random(key)});
}

Choices::~Choices() = default;

std::int64_t Choices::integer(std::int64_t low, std::int64_t high) {
  if (low > high) throw EmptyChoice("a choice from an empty range");
  const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  // The result of gen::inRange at the nominal size, without its shrinking.
  std::uint64_t step = state_->random.split().next();
  if (span != std::numeric_limits<std::uint64_t>::max()) step %= span + 1;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + step);
}

std::int64_t Smallest::integer(std::int64_t low, std::int64_t high) {
  if (low > high) throw EmptyChoice("a choice from an empty range");
  return low;
}

}  // namespace assay::generators
