// SPDX-License-Identifier: Apache-2.0
// How many faulty sums the drawn cases of reductions show: those that lost a term, took one twice,
// or were added in half where float is promised.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "generators/generate.hpp"
#include "reference/judge/judge.hpp"
#include "reference/numerics/real.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

using Terms = std::vector<double>;
using Fault = std::function<double(const Terms&, std::size_t any)>;

constexpr std::int64_t fewest_terms = 16;  // fewer leave too little to go wrong

std::uint64_t nearest(ElementType type, double value) {
  return numerics::encode(type, numerics::Real(value), RoundMode::nearest_even);
}

double in_half(double value) {
  return numerics::decode(ElementType::f16, nearest(ElementType::f16, value)).to_double();
}

/// All terms are whole and few enough for a double to hold every partial sum.
double sum_of(const Terms& terms) {
  double sum = 0;
  for (const double term : terms) sum += term;
  return sum;
}

double without_one(const Terms& terms, std::size_t any) { return sum_of(terms) - terms[any]; }
double with_one_twice(const Terms& terms, std::size_t any) { return sum_of(terms) + terms[any]; }
double added_in_half(const Terms& terms, std::size_t) {
  double sum = 0;
  for (const double term : terms) sum = in_half(sum + in_half(term));
  return sum;
}

bool accepted(const ExpectedTile& tile, std::int64_t index, std::uint64_t bits) {
  const Accept kind = tile.accept[static_cast<std::size_t>(index)];
  if (kind == Accept::target_defined) return true;
  if (kind == Accept::exact) return bits == tile.value[index];
  const ElementType type = tile.value.type();
  const numerics::Real got = numerics::decode(type, bits);
  if (got.is_nan()) return false;
  return numerics::compare(numerics::decode(type, tile.low[index]), got) <= 0 &&
         numerics::compare(got, numerics::decode(type, tile.high[index])) <= 0;
}

struct Counts {
  int sums = 0;
  int seen = 0;
  int false_alarms = 0;
};

/// The summed operands, and in which cases.
struct Subject {
  const char* op;
  Target target;
  ElementType lead;
  const char* plan;
};

/// Every row, or column, of a case.
void count_lines(const Case& test_case, bool by_rows, const Fault& fault, Counts& counts) {
  const TileSpec& src = test_case.call.tile("src");
  const std::int64_t lines = by_rows ? src.valid_rows : src.valid_cols;
  const std::int64_t length = by_rows ? src.valid_cols : src.valid_rows;
  if (length < fewest_terms) return;
  const auto before = fill(test_case, Poison::first);
  const auto expected =
      expect(test_case.call, before, [](const ToleranceKey&) { return Tolerance(); });
  const auto& tile = std::get<ExpectedTile>(expected[0]);
  const ElementArray& values = before[test_case.form().index_of("src")];
  for (std::int64_t line = 0; line < lines; ++line) {
    Terms terms;
    for (std::int64_t i = 0; i < length; ++i) {
      const std::int64_t row = by_rows ? line : i;
      const std::int64_t col = by_rows ? i : line;
      terms.push_back(
          numerics::decode(src.type.element, values[row * src.type.cols + col]).to_double());
    }
    const std::int64_t index = by_rows ? tile.at(line, 0) : tile.at(0, line);
    const auto any = static_cast<std::size_t>(line * 7 % length);
    const auto accepts = [&](double result) {
      return accepted(tile, index, nearest(tile.value.type(), result));
    };
    ++counts.sums;
    counts.seen += accepts(fault(terms, any)) ? 0 : 1;
    counts.false_alarms += accepts(sum_of(terms)) ? 0 : 1;
  }
}

Counts count(const Subject& subject, const Fault& fault) {
  constexpr std::uint64_t cases = 200;
  const OpSpec& op = *find_op(subject.op);
  const bool by_rows = op.mnemonic == "TROWSUM";
  Counts counts;
  for (const Recipe& recipe : recipes(op, op.forms.front(), subject.target, subject.lead)) {
    if (recipe.plan != subject.plan || recipe.intent.kind != Intent::Kind::inside) continue;
    for (std::uint64_t index = 0; index < cases; ++index) {
      try {
        count_lines(draw(recipe, key_of(recipe, 1, index)), by_rows, fault, counts);
      } catch (const Unreachable&) {
      }
    }
  }
  return counts;
}

void expect_seen(const Subject& subject, const char* what, const Fault& fault) {
  SCOPED_TRACE(fmt::format("{} {} {} {}: {}", subject.op, name_of(subject.target),
                           name_of(subject.lead), subject.plan, what));
  const Counts counts = count(subject, fault);
  EXPECT_GE(counts.sums, 50);
  EXPECT_GE(counts.seen * 100, counts.sums * 99);
  EXPECT_EQ(counts.false_alarms, 0);
}

TEST(FaultySums, OfFloatsShowInCasesOfFoursomes) {
  for (const char* op : {"TROWSUM", "TCOLSUM"}) {
    for (const Target target : all_targets) {
      const Subject subject{op, target, ElementType::f32, "foursomes"};
      expect_seen(subject, "lost", without_one);
      expect_seen(subject, "twice", with_one_twice);
      expect_seen(subject, "in half", added_in_half);
    }
  }
}

}  // namespace
}  // namespace assay::generators
