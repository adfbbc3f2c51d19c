// SPDX-License-Identifier: Apache-2.0
// Searches among bounds against what the page says of every line within them.
#include "reference/ops/reduce_expand/shared/arg_branches.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "reference/numerics/classify.hpp"
#include "reference/ops/page_test.hpp"
#include "reference/ops/reduce_expand/shared/arg_reduction.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// So many numbers of f16 from a place in their order on, both zeros among them; none is a NaN.
struct Span {
  std::int64_t first, count;
};
using Line = std::array<Span, 3>;

constexpr std::uint64_t nan_bits = 0x7e00;

std::uint64_t bits_at(const Span& span, std::int64_t i) {
  return span.count == 0 ? nan_bits : numerics::from_order_key(f16, span.first + i);
}

KnownElements bounds_of(const Line& line) {
  KnownElements known = nothing_of(f16, 16);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Span& span = line.at(i);
    const BoundKind several = span.count == 1 ? BoundKind::exact : BoundKind::range;
    known.set(static_cast<std::int64_t>(i), span.count == 0 ? BoundKind::nan : several,
              bits_at(span, 0), bits_at(span, std::max<std::int64_t>(span.count, 1) - 1));
  }
  return known;
}

/// The results that pages accept for all lines within the bounds, by order.
struct Accepted {
  std::set<std::int64_t> places, extremes;
  bool nan = false;
};

void accept(const Call& call, const Search& search, const ElementArray& elements, Accepted& all) {
  for (const std::uint8_t zeros : {equal_zeros, zeros_apart}) {
    ChosenReadings readings;
    readings.take(Choice::zeros_in_searches, zeros);
    const Searched searched{call, elements, call.tile("src"), search, 0, readings};
    for (const std::int64_t place : promised_places(searched)) {
      all.places.insert(place);
      if (searched.is_nan(place)) {
        all.nan = true;
      } else {
        all.extremes.insert(numerics::order_key(f16, searched.bits(place)));
      }
    }
  }
}

Accepted accepted(const Call& call, const Search& search, const Line& line) {
  Accepted all;
  ElementArray elements(f16, 16);
  const auto choices = [](const Span& span) { return std::max<std::int64_t>(span.count, 1); };
  for (std::int64_t a = 0; a < choices(line[0]); ++a) {
    for (std::int64_t b = 0; b < choices(line[1]); ++b) {
      for (std::int64_t c = 0; c < choices(line[2]); ++c) {
        elements.set(0, bits_at(line[0], a));
        elements.set(1, bits_at(line[1], b));
        elements.set(2, bits_at(line[2], c));
        accept(call, search, elements, all);
      }
    }
  }
  return all;
}

Call search_of(const Search& search) {
  const TileSpec in = tile(f16, 1, 16, 1, 3), places = tile(u32, 1, 8, 1, 1);
  const TileSpec extremes = tile(f16, 1, 16, 1, 1), tmp = tile(f16, 1, 16, 1, 16);
  const char* op = search.largest ? "TROWARGMAX" : "TROWARGMIN";
  return {&form_of(op, "value_index"), Target::a5, {extremes, places, in, tmp}, {}};
}

std::vector<KnownElements> with_line(const KnownElements& line) {
  return {nothing_of(f16, 16), nothing_of(u32, 8), line, nothing_of(f16, 16)};
}

void expect_the_same(const Accepted& all, const KnownElements& places,
                     const KnownElements& extremes) {
  ASSERT_EQ(places.low[0], static_cast<std::uint64_t>(*all.places.begin()));
  ASSERT_EQ(places.high[0], static_cast<std::uint64_t>(*all.places.rbegin()));
  constexpr std::array kinds{BoundKind::exact, BoundKind::either, BoundKind::range};
  ASSERT_EQ(places.of(0), kinds.at(all.places.size() - 1));
  if (all.nan) {
    ASSERT_EQ(extremes.of(0), BoundKind::nan);
    ASSERT_TRUE(all.extremes.empty());
    return;
  }
  ASSERT_EQ(extremes.of(0) == BoundKind::exact, all.extremes.size() == 1);
  ASSERT_NE(extremes.of(0), BoundKind::open);
  ASSERT_EQ(numerics::order_key(f16, extremes.low[0]), *all.extremes.begin());
  ASSERT_EQ(numerics::order_key(f16, extremes.high[0]), *all.extremes.rbegin());
}

TEST(SearchedBranches, AreThePlacesAndExtremesOfAllLinesWithinTheBounds) {
  std::vector<Span> spans{{0, 0}};
  for (std::int64_t first = -3; first <= 1; ++first) {
    for (std::int64_t count = 1; count <= 3; ++count) spans.push_back({first, count});
  }
  for (const bool largest : {true, false}) {
    const Search search{Axis::rows, largest};
    const Call call = search_of(search);
    std::int64_t several = 0;
    for (const Span& a : spans) {
      for (const Span& b : spans) {
        for (const Span& c : spans) {
          const Line line{a, b, c};
          SCOPED_TRACE(testing::Message() << a.first << "+" << a.count << " " << b.first << "+"
                                          << b.count << " " << c.first << "+" << c.count);
          const Accepted all = accepted(call, search, line);
          const std::vector<KnownElements> before = with_line(bounds_of(line));
          expect_the_same(all, places_within(search)(call, before),
                          extremes_within(search)(call, before));
          if (testing::Test::HasFatalFailure()) return;
          several += all.places.size() > 1 ? 1 : 0;
        }
      }
    }
    EXPECT_GT(several, 1000);
  }
}

TEST(SearchedBranches, KnowWhatNoUnknownElementCanChange) {
  const Search search{Axis::rows, true};
  const Call call = search_of(search);
  KnownElements line = bounds_of({Span{5, 1}, Span{9, 2}, Span{2, 1}});
  line.set(2, BoundKind::open, 0, 0);
  const KnownElements places = places_within(search)(call, with_line(line));
  EXPECT_EQ(places.of(0), BoundKind::either);
  EXPECT_EQ(places.low[0], 1U);
  EXPECT_EQ(places.high[0], 2U);
  EXPECT_EQ(extremes_within(search)(call, with_line(line)).of(0), BoundKind::open);

  line.set(2, BoundKind::nan, nan_bits, nan_bits);
  EXPECT_EQ(places_within(search)(call, with_line(line)).low[0], 1U);
  EXPECT_EQ(extremes_within(search)(call, with_line(line)).of(0), BoundKind::range);
}

TEST(SearchedBranches, KeepTwoPatternsApart) {
  const Search search{Axis::rows, true};
  const Call call = search_of(search);
  KnownElements line = bounds_of({Span{5, 1}, Span{900, 1}, Span{2, 1}});
  line.set(1, BoundKind::either, 700, 900);
  const KnownElements extremes = extremes_within(search)(call, with_line(line));
  EXPECT_EQ(extremes.of(0), BoundKind::either);
  EXPECT_EQ(extremes.low[0], 700U);
  EXPECT_EQ(extremes.high[0], 900U);
  line.set(1, BoundKind::either, 900, nan_bits);
  const KnownElements places = places_within(search)(call, with_line(line));
  EXPECT_EQ(places.low[0], 0U) << "where the other one is NaN";
  EXPECT_EQ(places.high[0], 1U);
  EXPECT_EQ(extremes_within(search)(call, with_line(line)).of(0), BoundKind::open);
}

}  // namespace
}  // namespace assay::ops
