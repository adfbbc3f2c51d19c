// SPDX-License-Identifier: Apache-2.0
// Laws that the judge relies on for every page there is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "generators/generate.hpp"
#include "generators/law_test.hpp"
#include "reference/judge/judge.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/cases/accuracy.hpp"

namespace assay::runners {
namespace {

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>,
                            std::bit_cast<std::uint64_t, double>);
}

bool same_promise(const Expected& a, const Expected& b) {
  const auto& one = std::get<ExpectedTile>(a);
  const auto& other = std::get<ExpectedTile>(b);
  return one.accept == other.accept && one.value == other.value && one.low == other.low &&
         one.high == other.high && same_bits(one.exact, other.exact);
}

bool has_function(const Form& form) {
  return std::ranges::any_of(form.results,
                             [](const Result& result) { return result.function.has_value(); });
}

/// All legal recipes of the forms of which this holds.
template <typename Holds>
std::vector<generators::Recipe> legal_recipes(const Holds& holds) {
  std::vector<generators::Recipe> legal;
  for (const OpSpec& op : all_ops()) {
    for (const generators::Recipe& recipe : generators::recipes(op)) {
      if (recipe.intent.legal() && holds(*recipe.form)) legal.push_back(recipe);
    }
  }
  return legal;
}

TEST(Promise, OfArgumentsAloneIsTheSameWhateverACallMustNotRead) {
  const ToleranceLookup tolerances = load_accuracy("").lookup();
  int seen = 0;
  generators::expect_law_of_each(legal_recipes(has_function), 1, [&](const Case& test) {
    if (!depends_on_arguments_alone(test.call)) return;
    const auto first =
        expect(test.call, generators::fill(test, generators::Poison::first), tolerances);
    const auto second =
        expect(test.call, generators::fill(test, generators::Poison::second), tolerances);
    RC_ASSERT(first.size() == second.size());
    for (std::size_t i = 0; i < first.size(); ++i) RC_ASSERT(same_promise(first[i], second[i]));
    ++seen;
  });
  EXPECT_GT(seen, 900);
}

// The judge takes the value of an interval for a number in it.
TEST(Promise, OfAnIntervalHasItsValueInIt) {
  const ToleranceLookup tolerances = load_accuracy("").lookup();
  const auto any = [](const Form&) { return true; };
  std::int64_t seen = 0;
  generators::expect_law_of_each(legal_recipes(any), 1, [&](const Case& test) {
    const auto before = generators::fill(test, generators::Poison::first);
    for (const Expected& expected : expect(test.call, before, tolerances)) {
      const auto* tile = std::get_if<ExpectedTile>(&expected);
      if (tile == nullptr) continue;
      const ElementType type = tile->value.type();
      const auto key = [type](std::uint64_t bits) { return numerics::order_key(type, bits); };
      for (std::int64_t i = 0; i < tile->rows * tile->cols; ++i) {
        if (tile->accept[static_cast<std::size_t>(i)] != Accept::interval) continue;
        const std::uint64_t bits = tile->value[i];
        const bool inside = !numerics::is_nan(type, bits) && key(tile->low[i]) <= key(bits) &&
                            key(bits) <= key(tile->high[i]);
        if (!inside) RC_FAIL(fmt::format("element {}", i));
        ++seen;
      }
    }
  });
  EXPECT_GT(seen, 1'000'000);
}

}  // namespace
}  // namespace assay::runners
