// SPDX-License-Identifier: Apache-2.0
// Laws that the judge relies on for every page there is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "generators/draw/discriminating_power.hpp"
#include "generators/generate.hpp"
#include "generators/law_test.hpp"
#include "reference/judge/difference.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/readings.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/support/manual_pages.hpp"

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

/// More elements show no other interval, and take long.
bool is_large(const Case& test_case) { return generators::bytes_of(test_case.call) > 1 << 16; }

/// The first case of a recipe, if it has one.
std::optional<Case> drawn(const generators::Recipe& recipe) {
  try {
    return generators::draw(recipe, 0);
  } catch (const generators::Unreachable&) {
    return std::nullopt;
  }
}

TEST(Promise, OfArgumentsAloneIsTheSameWhateverACallMustNotRead) {
  const ToleranceLookup tolerances = load_accuracy("").lookup();
  int seen = 0;
  generators::expect_law_of_each(legal_recipes(has_function), 1, [&](const Case& test_case) {
    if (!depends_on_arguments_alone(test_case.call)) return;
    const auto first =
        expect(test_case.call, generators::fill(test_case, generators::Poison::first), tolerances);
    const auto second =
        expect(test_case.call, generators::fill(test_case, generators::Poison::second), tolerances);
    RC_ASSERT(first.size() == second.size());
    for (std::size_t i = 0; i < first.size(); ++i) RC_ASSERT(same_promise(first[i], second[i]));
    ++seen;
  });
  EXPECT_GT(seen, 900);
}

bool flushes_between(const Form& form) {
  return std::ranges::any_of(form.results, [](const Result& result) {
    return result.accumulates == Accumulates::steps || result.accumulates == Accumulates::factors;
  });
}

// The judge derives promises of other readings from those that it has.
TEST(Promise, OfOpenReadingsIsWhatEachOfThemPromises) {
  const ToleranceLookup tolerances = load_accuracy("").lookup();
  int seen = 0;
  generators::expect_law_of_each(legal_recipes(flushes_between), 1, [&](const Case& test_case) {
    const auto before = generators::fill(test_case, generators::Poison::first);
    const auto expected = expect(test_case.call, before, tolerances);
    const OpenReadings open = open_readings(test_case.call, before, expected, tolerances);
    for (const ReadPromise& one : open.promises) {
      const auto fresh = expect(test_case.call, before, tolerances.under(one.readings));
      for (std::size_t i = 0; i < fresh.size(); ++i)
        RC_ASSERT(same_promise(one.expected[i], fresh[i]));
      ++seen;
    }
  });
  EXPECT_GT(seen, 300);
}

// The judge takes the value of an interval for a number in it.
TEST(Promise, OfAnIntervalHasItsValueInIt) {
  const ToleranceLookup tolerances = load_accuracy("").lookup();
  const auto any = [](const Form&) { return true; };
  std::int64_t seen = 0;
  generators::expect_law_of_each(legal_recipes(any), 1, [&](const Case& test_case) {
    if (is_large(test_case)) return;
    const auto before = generators::fill(test_case, generators::Poison::first);
    for (const Expected& expected : expect(test_case.call, before, tolerances)) {
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

/// Whether a legal case of the op compares an element of dst outside of its valid region.
bool compares_outside(const OpSpec& op) {
  const ToleranceLookup tolerances = load_accuracy("").lookup();
  for (const generators::Recipe& recipe : generators::recipes(op)) {
    if (recipe.intent.kind != Intent::Kind::inside || !recipe.form->has("dst")) continue;
    const std::optional<Case> test_case = drawn(recipe);
    if (!test_case || !test_case->call.is_tile("dst")) continue;
    const TileSpec& tile = test_case->call.tile("dst");
    if (tile.type.conv || tile.type.location != Location::vec) continue;
    const auto before = generators::fill(*test_case, generators::Poison::first);
    const auto expected = expect(test_case->call, before, tolerances);
    const auto& first = std::get<ExpectedTile>(expected.front());
    for (std::int64_t i = 0; i < first.rows * first.cols; ++i) {
      const bool compared = first.accept[static_cast<std::size_t>(i)] != Accept::unspecified;
      if (compared && !tile.is_valid(i / first.cols, i % first.cols)) return true;
    }
  }
  return false;
}

// Decision 002: what dst holds there is unspecified, but for pages that name what they write.
TEST(Promise, OutsideOfTheValidRegionIsWhatTheBulletsSay) {
  std::size_t said = 0;
  for (const auto& [name, pages] : all_manual_pages()) {
    for (const reports::ManualPage& page : pages) {
      for (const reports::ManualBullet& bullet : page.bullets) {
        const std::string text = reports::text_of(*find_op(name), bullet);
        const bool written = text.find("nothing outside of it") != std::string::npos;
        const bool open = text.find("outside of it is unspecified") != std::string::npos;
        if (!written && !open) continue;
        ++said;
        EXPECT_EQ(compares_outside(*find_op(name)), written) << name << ": " << text;
      }
    }
  }
  EXPECT_GT(said, 50U);
}

/// Places at which a result of an erratum gives exactly what they held, instead of the promise.
std::vector<bool> repeated(const Result& own, const Case& test_case,
                           std::span<const ElementArray> before) {
  static const ToleranceLookup tolerances = load_accuracy("").lookup();
  const Form& form = test_case.form();
  const auto promise = std::ranges::find(form.results, own.operand, &Result::operand);
  if (promise == form.results.end() || own.operand == "text") return {};
  const Expected made = expect(test_case.call, own, before, tolerances);
  std::vector<bool> found = difference(expect(test_case.call, *promise, before, tolerances), made);
  const auto& tile = std::get<ExpectedTile>(made);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto index = static_cast<std::int64_t>(i);
    const bool is_held = tile.value[index] == before[form.index_of(own.operand)][index];
    found[i] = found[i] && tile.accept[i] == Accept::exact && is_held;
  }
  return found;
}

void invert(ElementArray& elements) {
  for (std::int64_t i = 0; i < elements.size(); ++i) {
    elements.set(i, ~elements[i] & mask_of(elements.type()));
  }
}

/// Elements of which an erratum gives what they held as a value, whatever that was and whatever the
/// other operands hold.
std::int64_t held_as_values(const Result& own, const Case& test_case) {
  const auto before = generators::fill(test_case, generators::Poison::first);
  std::vector<bool> found = repeated(own, test_case, before);
  if (std::ranges::count(found, true) == 0) return 0;
  auto others = before;
  std::ranges::for_each(others, invert);
  invert(others[test_case.form().index_of(own.operand)]);
  auto held = before;
  invert(held[test_case.form().index_of(own.operand)]);
  for (const auto& contents : {held, others}) {
    const std::vector<bool> again = repeated(own, test_case, contents);
    for (std::size_t i = 0; i < found.size(); ++i) found[i] = found[i] && again[i];
  }
  return std::ranges::count(found, true);
}

// Which erratum owns an element must not depend on what the element held.
TEST(Errata, OfElementsThatAreLeftAsTheyWereSayThat) {
  constexpr int most_cases = 4;
  const auto any = [](const Form& form) { return !form.errata.empty(); };
  std::map<std::string, int> seen;
  for (const generators::Recipe& recipe : legal_recipes(any)) {
    const std::optional<Case> test_case = drawn(recipe);
    if (!test_case) continue;
    for (const Erratum* erratum : test_case->form().errata) {
      if (erratum->effect != ErratumEffect::result || !erratum->concerns(test_case->call)) continue;
      if (++seen[erratum->number] > most_cases) continue;
      for (const Result& own : erratum->results) {
        EXPECT_EQ(held_as_values(own, *test_case), 0) << erratum->number << " " << test_case->name;
      }
    }
  }
  EXPECT_GT(seen.size(), 50U);
}

}  // namespace
}  // namespace assay::runners
