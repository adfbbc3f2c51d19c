// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/arg_branches.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/integer.hpp"

namespace assay::ops {
namespace {

using Keys = std::numeric_limits<std::int64_t>;

/// The possible values of an element: a range of numbers in their order, NaN, or anything.
struct Element {
  enum class Kind { number, nan, unknown };
  Kind kind = Kind::unknown;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool told = false;  ///< it is one of its ends
};

Element element_of(const KnownElements& all, std::int64_t index) {
  const ElementType type = all.low.type();
  const std::uint64_t low = all.low[index], high = all.high[index];
  const bool low_is_nan = numerics::is_nan(type, low), high_is_nan = numerics::is_nan(type, high);
  switch (all.of(index)) {
    case BoundKind::nan:
      return {Element::Kind::nan};
    case BoundKind::exact:
      if (low_is_nan) return {Element::Kind::nan};
      [[fallthrough]];
    case BoundKind::range:
    case BoundKind::either:
      if (low_is_nan || high_is_nan) return {};
      return {Element::Kind::number, low, high, all.of(index) != BoundKind::range};
    default:
      return {};
  }
}

/// Where the extreme may be, and the rank that it has there at least.
struct Candidate {
  std::int64_t place;
  std::int64_t floor;
};

/// One row or column; places count from 0. Ranks grow with what is searched for, with zeros apart.
class LineOfSearch {
 public:
  LineOfSearch(const Call& call, const KnownElements& elements, const Search& search,
               std::int64_t line);

  /// By either order of zeros, ascending for each.
  std::vector<Candidate> candidates() const;
  void put_extreme(KnownElements& known, std::int64_t index) const;

 private:
  bool has_numbers() const;
  bool is_all_nan() const;
  std::int64_t rank(std::uint64_t bits) const;
  std::uint64_t bits_of_rank(std::int64_t rank) const;
  std::int64_t most(const Element& one) const;
  std::int64_t least(const Element& one) const;
  bool is_zero(std::int64_t rank) const { return zeros_.first <= rank && rank <= zeros_.second; }
  void add_candidates(bool zeros_equal, std::vector<Candidate>& found) const;

  ElementType type_;
  bool largest_;
  std::vector<Element> elements_;
  std::pair<std::int64_t, std::int64_t> zeros_;  ///< the lower and the higher
};

LineOfSearch::LineOfSearch(const Call& call, const KnownElements& elements, const Search& search,
                           std::int64_t line)
    : type_(elements.low.type()), largest_(search.largest) {
  const TileSpec& tile = call.tile("src");
  const bool by_rows = search.axis == Axis::rows;
  const std::int64_t count = by_rows ? tile.valid_cols : tile.valid_rows;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t place = by_rows ? line * tile.cols() + i : i * tile.cols() + line;
    elements_.push_back(element_of(elements, place));
  }
  const std::uint64_t below = numerics::from_order_key(type_, -1);
  zeros_ = std::minmax({rank(0), rank(numerics::is_zero(type_, below) ? below : 0)});
}

bool LineOfSearch::has_numbers() const {
  return std::ranges::any_of(elements_,
                             [](const Element& one) { return one.kind == Element::Kind::number; });
}

bool LineOfSearch::is_all_nan() const {
  return std::ranges::all_of(elements_,
                             [](const Element& one) { return one.kind == Element::Kind::nan; });
}

std::int64_t LineOfSearch::rank(std::uint64_t bits) const {
  const std::int64_t key = numerics::order_key(type_, bits);
  return largest_ ? key : ~key;
}

std::uint64_t LineOfSearch::bits_of_rank(std::int64_t rank) const {
  return numerics::from_order_key(type_, largest_ ? rank : ~rank);
}

std::int64_t LineOfSearch::most(const Element& one) const {
  if (one.kind == Element::Kind::unknown) return Keys::max();
  return rank(largest_ ? one.high : one.low);
}

std::int64_t LineOfSearch::least(const Element& one) const {
  if (one.kind != Element::Kind::number) return Keys::min();
  return rank(largest_ ? one.low : one.high);
}

std::vector<Candidate> LineOfSearch::candidates() const {
  std::vector<Candidate> found;
  for (const bool zeros_equal : {true, false}) add_candidates(zeros_equal, found);
  return found;
}

/// The extreme may be where an element can be above all that come before it, and no less than all
/// that come after it. Without a number it is at 0.
void LineOfSearch::add_candidates(bool zeros_equal, std::vector<Candidate>& found) const {
  const auto no_less = [&](std::int64_t than) {
    return zeros_equal && is_zero(than) ? zeros_.first : than;
  };
  const auto above = [&](std::int64_t than) {
    if (than == Keys::min()) return than;
    return (zeros_equal && is_zero(than) ? zeros_.second : than) + 1;
  };
  std::vector<std::int64_t> behind(elements_.size() + 1, Keys::min());
  for (std::size_t i = elements_.size(); i-- > 0;) {
    behind[i] = std::max(behind[i + 1], least(elements_[i]));
  }
  std::int64_t before = Keys::min();
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Element& one = elements_[i];
    const std::int64_t floor = std::max(above(before), no_less(behind[i + 1]));
    const bool is_extreme = one.kind != Element::Kind::nan && most(one) >= floor;
    if (is_extreme || (i == 0 && !has_numbers())) {
      found.push_back({static_cast<std::int64_t>(i), floor});
    }
    before = std::max(before, least(one));
  }
}

void LineOfSearch::put_extreme(KnownElements& known, std::int64_t index) const {
  const std::uint64_t nan = numerics::quiet_nan(type_);
  if (is_all_nan()) known.set(index, BoundKind::nan, nan, nan);
  if (!has_numbers()) return;
  std::vector<std::int64_t> ends;
  bool told = true;
  for (const auto& [place, floor] : candidates()) {
    const Element& one = elements_[static_cast<std::size_t>(place)];
    if (one.kind != Element::Kind::number) return;
    told = told && one.told;
    if (!one.told || least(one) >= floor) ends.push_back(std::max(least(one), floor));
    ends.push_back(most(one));
  }
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const std::uint64_t first = bits_of_rank(ends.front()), last = bits_of_rank(ends.back());
  const BoundKind several = told && ends.size() == 2 ? BoundKind::either : BoundKind::range;
  known.set(index, ends.size() == 1 ? BoundKind::exact : several, largest_ ? first : last,
            largest_ ? last : first);
}

void put_places(const LineOfSearch& line, KnownElements& known, std::int64_t index) {
  std::vector<std::int64_t> places;
  for (const Candidate& one : line.candidates()) places.push_back(one.place);
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  const ElementType type = known.low.type();
  const std::int64_t greatest = places.back();
  // Of a type that ends before, one that is wrapped around.
  if (static_cast<std::uint64_t>(greatest) > mask_of(type) >> (is_signed(type) ? 1 : 0)) return;
  const BoundKind several = places.size() == 2 ? BoundKind::either : BoundKind::range;
  known.set(index, places.size() == 1 ? BoundKind::exact : several,
            static_cast<std::uint64_t>(places.front()), static_cast<std::uint64_t>(greatest));
}

Branches of_lines(const Search& search, const std::string& destination) {
  return [=](const Call& call, std::span<const KnownElements> before) {
    const TileSpec &in = call.tile("src"), &out = call.tile(destination);
    KnownElements known = nothing_of(out.type.element, out.rows() * out.cols());
    const bool by_rows = search.axis == Axis::rows;
    const KnownElements& elements = before[call.form->index_of("src")];
    for (std::int64_t i = 0; i < (by_rows ? in.valid_rows : in.valid_cols); ++i) {
      const LineOfSearch line(call, elements, search, i);
      const std::int64_t index = by_rows ? i * out.cols() : i;
      if (destination == "dst_val") {
        line.put_extreme(known, index);
      } else {
        put_places(line, known, index);
      }
    }
    return known;
  };
}

}  // namespace

Branches places_within(const Search& search) { return of_lines(search, "dst"); }

Branches extremes_within(const Search& search) { return of_lines(search, "dst_val"); }

}  // namespace assay::ops
