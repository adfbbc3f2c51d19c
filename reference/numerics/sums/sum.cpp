// SPDX-License-Identifier: Apache-2.0
// Sums and dot products in any order.
#include "reference/numerics/sums/sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/sums/bound.hpp"
#include "reference/numerics/sums/internal.hpp"
#include "reference/numerics/sums/kernels.hpp"

namespace assay::numerics {
namespace {

using namespace summation;

std::size_t padded(std::size_t count) {
  return (count + Lanes::step - 1) / Lanes::step * Lanes::step;
}

using Doubles = std::array<double, static_cast<std::size_t>(block)>;

int precision_of(ElementType type) { return format_of(type).precision; }

Terms first(Terms terms, std::int64_t most) {
  terms.count = std::min(terms.count, most);
  return terms;
}

void join(Lanes& lanes, const Lanes& part) {
  for (std::size_t j = 0; j < Lanes::width; ++j) {
    lanes.sum[j] += part.sum[j];
    lanes.magnitude[j] += part.magnitude[j];
    lanes.largest[j] = std::max(lanes.largest[j], part.largest[j]);
  }
}

/// The terms of a sum.
struct SumTerms {
  Terms terms;

  std::int64_t count() const { return terms.count; }
  int precision() const { return precision_of(terms.type); }
  double quantum() const { return quantum_of(terms.type); }

  void add_to(Lanes& lanes) const {
    each_block(terms, [&](std::span<const float> values) {
      Lanes part;
      fastest_kernels().add_terms(values.data(), padded(values.size()), part);
      join(lanes, part);
    });
  }
  void add_to(ExactSum& sum) const { sum.add(terms); }

  /// The first terms alone.
  SumTerms head(std::int64_t most) const { return {first(terms, most)}; }

  /// use(doubles) for every block.
  template <typename Use>
  void each(Use use) const {
    Doubles exact;
    each_block(terms, [&](std::span<const float> values) {
      std::copy(values.begin(), values.end(), exact.begin());
      use(std::span<const double>(exact).first(values.size()));
    });
  }
};

/// The products of a dot product and its other terms.
struct DotTerms {
  Terms a;
  Terms b;
  SumTerms also;

  std::int64_t count() const { return a.count + also.count(); }
  int precision() const {
    const int product = precision_of(a.type) + precision_of(b.type);
    return also.count() == 0 ? product : std::max(product, also.precision());
  }
  double quantum() const {
    const double product = quantum_of(a.type) * quantum_of(b.type);
    return also.count() == 0 ? product : std::min(product, also.quantum());
  }

  void add_to(Lanes& lanes) const {
    each_block(a, b, [&](std::span<const float> x, std::span<const float> y) {
      Lanes part;
      fastest_kernels().add_products(x.data(), y.data(), padded(x.size()), part);
      join(lanes, part);
    });
    also.add_to(lanes);
  }
  void add_to(ExactSum& sum) const {
    sum.add_products(a, b);
    also.add_to(sum);
  }

  DotTerms head(std::int64_t most) const {
    return {first(a, most), first(b, most), also.head(most)};
  }

  template <typename Use>
  void each(Use use) const {
    Doubles exact;
    each_block(a, b, [&](std::span<const float> x, std::span<const float> y) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        exact[i] = static_cast<double>(x[i]) * static_cast<double>(y[i]);
      }
      use(std::span<const double>(exact).first(x.size()));
    });
    also.each(use);
  }
};

/// In pairs, so that no chain of additions gets much longer.
double total(const double (&lanes)[Lanes::width]) {
  double half[Lanes::width];
  std::copy(std::begin(lanes), std::end(lanes), std::begin(half));
  for (std::size_t width = Lanes::width / 2; width > 0; width /= 2) {
    for (std::size_t j = 0; j < width; ++j) half[j] += half[j + width];
  }
  return half[0];
}

template <typename Source>
Totals totals_of(const Source& source) {
  Lanes lanes;
  source.add_to(lanes);
  Totals totals{.count = source.count(),
                .sum = total(lanes.sum),
                .magnitude = total(lanes.magnitude),
                .largest = *std::max_element(std::begin(lanes.largest), std::end(lanes.largest))};
  // One after the other: 64 terms in a lane of a block, the blocks of two arrays, 4 steps to join
  // the lanes.
  const std::int64_t depth =
      std::min<std::int64_t>(totals.count / 16 + 4, 64) + totals.count / block + 2 + 4;
  totals.error = summation_error(depth, totals.magnitude, source.quantum());
  return totals;
}

/// Whether the first terms are multiples of a power of two: most data show at once that they are
/// not.
template <typename Source>
bool may_have(const Source& source, double quantum) {
  bool multiples = true;
  source.head(16).each([&](std::span<const double> terms) {
    for (std::size_t i = 0; multiples && i < terms.size(); ++i) {
      // Below 2^52 quanta, adding and taking away 1.5 * 2^52 of them rounds to whole ones.
      const double shift = 0x1.8p52 * quantum;
      multiples = (terms[i] + shift) - shift == terms[i];
    }
  });
  return multiples;
}

template <typename Source>
double measured_quantum(const Source& source) {
  double quantum = __builtin_inf();
  source.each([&](std::span<const double> terms) {
    quantum = std::min(quantum, extremes_of(terms).quantum);
  });
  return quantum;
}

/// If the terms have a quantum so coarse that every order is exact, finds it and drops the error.
template <typename Source>
double useful_quantum(const Source& source, Totals& totals, const Accumulator& in) {
  const double known = source.quantum();
  const double most = (totals.magnitude + std::abs(totals.sum)) / 2 * (1 - 0x1p-40);
  const double needed = std::max(ceiling_power(most) * in.unit, in.quantum);
  if (known >= needed) return known;
  if (!may_have(source, needed)) return known;
  const double measured = measured_quantum(source);
  if (measured < needed) return known;
  totals.error = summation_error(0, totals.magnitude, measured);
  return measured;
}

template <typename Source>
Survey survey_of(const Source& source) {
  Survey survey;
  source.each([&](std::span<const double> terms) { survey.add(terms); });
  return survey;
}

template <typename Source>
Enclosure in_any_order(const Source& source, const Accumulation& how) {
  const Accumulator& in = accumulator(how.accumulator);
  accumulator(how.result);
  Totals totals = totals_of(source);
  if (!(totals.magnitude > 0 && totals.magnitude < __builtin_inf())) {
    return survey_of(source).enclosure(source.precision(), source.quantum(), how);
  }
  const double quantum = useful_quantum(source, totals, in);
  const Extent extent = extent_of(totals, source.precision(), quantum, in);
  Enclosure enclosure = enclose(extent, how);
  if (enclosure.nan) {
    enclosure = enclose(extent, how, survey_of(source).overflow(source.precision(), quantum, how));
  }
  decide(enclosure, totals.sum, totals.error, how.result, [&] {
    ExactSum sum;
    source.add_to(sum);
    return sum;
  });
  return enclosure;
}

}  // namespace

Enclosure sum_in_any_order(const Terms& terms, const Accumulation& how) {
  return in_any_order(SumTerms{terms}, how);
}

Enclosure dot_in_any_order(const Terms& a, const Terms& b, const Accumulation& how,
                           const Terms& also) {
  return in_any_order(DotTerms{a, b, {also}}, how);
}

bool accepts(const Enclosure& enclosure, ElementType type, std::uint64_t bits) {
  if (is_nan(type, bits)) return enclosure.nan;
  const std::int64_t key = order_key(type, bits);
  return enclosure.number && order_key(type, enclosure.low) <= key &&
         key <= order_key(type, enclosure.high);
}

void expect(ExpectedTile& tile, std::int64_t index, const Enclosure& enclosure) {
  const auto place = static_cast<std::size_t>(index);
  tile.value.set(index, enclosure.value);
  tile.exact[place] = enclosure.exact;
  if (enclosure.nan) {
    tile.accept[place] = enclosure.number ? Accept::target_defined : Accept::any_nan;
    return;
  }
  tile.accept[place] = Accept::interval;
  tile.low.set(index, enclosure.low);
  tile.high.set(index, enclosure.high);
}

}  // namespace assay::numerics
