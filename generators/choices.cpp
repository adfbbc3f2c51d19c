// SPDX-License-Identifier: Apache-2.0
// Choices by RapidCheck, and the smallest ones.
#include "generators/choices.hpp"

#include <rapidcheck/Gen.h>
#include <rapidcheck/Random.h>
#include <rapidcheck/gen/Numeric.h>

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
  rc::Random random = state_->random.split();
  std::uint64_t step = 0;
  if (span == std::numeric_limits<std::uint64_t>::max()) {
    step = random.next();
  } else {
    // inRange excludes its upper end; at the nominal size it does not shrink the range.
    step = rc::gen::inRange<std::uint64_t>(0, span + 1)(random, rc::kNominalSize).value();
  }
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + step);
}

std::int64_t Smallest::integer(std::int64_t low, std::int64_t high) {
  if (low > high) throw EmptyChoice("a choice from an empty range");
  return low;
}

}  // namespace assay::generators
