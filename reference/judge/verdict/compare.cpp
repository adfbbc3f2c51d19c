// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/verdict/compare.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "reference/judge/verdict/wrong_text.hpp"
#include "reference/numerics/as_double.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/ulp_meter.hpp"

namespace assay {
namespace {

bool in_interval(const ExpectedTile& expected, std::int64_t index, std::uint64_t bits) {
  const ElementType type = expected.value.type();
  if (numerics::is_nan(type, bits)) return false;
  const std::int64_t key = numerics::order_key(type, bits);
  return numerics::order_key(type, expected.low[index]) <= key &&
         key <= numerics::order_key(type, expected.high[index]);
}

}  // namespace

bool is_acceptable(const ExpectedTile& expected, std::int64_t index, std::uint64_t before,
                   std::uint64_t bits) {
  switch (expected.accept[static_cast<std::size_t>(index)]) {
    case Accept::unspecified:
    case Accept::target_defined:
      return true;
    case Accept::exact:
      return bits == expected.value[index];
    case Accept::interval:  // the value itself is in it, and most results are that
      return bits == expected.value[index] || in_interval(expected, index, bits);
    case Accept::interval_or_zero:
      return bits == expected.value[index] || in_interval(expected, index, bits) ||
             numerics::is_flushed(expected.value.type(), expected.value[index], bits);
    case Accept::any_of:
      return bits == expected.value[index] || bits == expected.low[index] ||
             bits == expected.high[index];
    case Accept::any_nan:
      return numerics::is_nan(expected.value.type(), bits);
    case Accept::preserved:
      return bits == before;
    case Accept::some_bits:
      return ((bits ^ expected.value[index]) & expected.low[index]) == 0;
  }
  return false;
}

namespace {

/// Elements that are compared together; few enough that one odd element costs little.
constexpr std::int64_t block = 128;

/// Bits of what three arrays hold, from the same element on; no `before` where nothing was there.
struct Elements {
  const std::byte* value;
  const std::byte* before;
  const std::byte* got;
};

template <typename Word>
Word word_at(const std::byte* elements, std::size_t index) {
  Word word;
  std::memcpy(&word, elements + index * sizeof(Word), sizeof(Word));
  return word;
}

/// True only if every element is acceptable without checking an interval, another reading or a NaN:
/// most blocks. Free of branches, so that a compiler vectorizes it.
template <typename Word>
bool plainly_acceptable(const Accept* accept, const Elements& elements, std::size_t count) {
  unsigned bad = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Accept kind = accept[i];
    const Word got = word_at<Word>(elements.got, i);
    const unsigned is_free =
        unsigned{kind == Accept::unspecified} | unsigned{kind == Accept::target_defined};
    const unsigned has_value =
        unsigned{kind == Accept::exact} | unsigned{kind == Accept::interval} |
        unsigned{kind == Accept::interval_or_zero} | unsigned{kind == Accept::any_of} |
        unsigned{kind == Accept::some_bits};
    const unsigned is_value = unsigned{got == word_at<Word>(elements.value, i)};
    const unsigned is_kept =
        unsigned{kind == Accept::preserved} & unsigned{got == word_at<Word>(elements.before, i)};
    bad |= (is_free | (has_value & is_value) | is_kept) ^ 1U;
  }
  return bad == 0;
}

bool plainly_acceptable(const ExpectedTile& expected, const ElementArray& before,
                        const ElementArray& got, std::int64_t first, std::int64_t count) {
  const int width = bits_of(got.type()) / 8;
  if (width == 0 || before.size() != got.size()) return false;
  const auto offset = static_cast<std::size_t>(first * width);
  const Elements elements{&expected.value.bytes()[offset], &before.bytes()[offset],
                          &got.bytes()[offset]};
  const Accept* accept = &expected.accept[static_cast<std::size_t>(first)];
  const auto length = static_cast<std::size_t>(count);
  switch (width) {
    case 1:
      return plainly_acceptable<std::uint8_t>(accept, elements, length);
    case 2:
      return plainly_acceptable<std::uint16_t>(accept, elements, length);
    case 4:
      return plainly_acceptable<std::uint32_t>(accept, elements, length);
    default:
      return plainly_acceptable<std::uint64_t>(accept, elements, length);
  }
}

/// From the exact value; none of a zero that a result may be flushed to.
std::optional<double> distance(const ExpectedTile& expected, const numerics::UlpMeter& meter,
                               std::int64_t index, std::uint64_t bits) {
  const Accept accept = expected.accept[static_cast<std::size_t>(index)];
  if (!has_interval(accept)) return std::nullopt;
  const bool flushed = accept == Accept::interval_or_zero &&
                       numerics::is_flushed(expected.value.type(), expected.value[index], bits);
  if (flushed) return 0;
  return meter(bits, expected.exact[static_cast<std::size_t>(index)]);
}

double distance_of(const std::optional<WorstElement>& element) {
  return element && element->ulp ? *element->ulp : -1.0;
}

/// Keeps the worst element: wrong before right, then the larger distance, then the first.
void keep_worst(Verdict& verdict, bool wrong, const WorstElement& candidate) {
  const bool first_wrong = wrong && verdict.wrong == 1;
  const bool eligible = wrong || verdict.wrong == 0;
  const bool farther = candidate.ulp.value_or(-1.0) > distance_of(verdict.worst);
  if (!verdict.worst || first_wrong || (eligible && farther)) verdict.worst = candidate;
}

WorstElement element_at(const ExpectedTile& expected, std::int64_t index, std::uint64_t wanted,
                        std::uint64_t bits, std::optional<double> ulp) {
  return {.operand = {},
          .row = index / expected.cols,
          .col = index % expected.cols,
          .accept = expected.accept[static_cast<std::size_t>(index)],
          .expected = wanted,
          .got = bits,
          .ulp = ulp,
          .element = expected.value.type()};
}

/// Of floating-point elements; false of others.
bool is_finite(ElementType type, std::uint64_t bits) {
  return is_float(type) && !numerics::is_nan(type, bits) && !numerics::is_infinite(type, bits);
}

/// Adds the relative error of an element whose promised value is finite. One that is no number
/// there is infinitely wrong.
void add_relative(Verdict& verdict, const ExpectedTile& expected, std::int64_t index,
                  std::uint64_t bits) {
  const ElementType type = expected.value.type();
  const Accept accept = expected.accept[static_cast<std::size_t>(index)];
  const std::uint64_t wanted = expected.value[index];
  if (!(has_interval(accept) || accept == Accept::exact) || !is_finite(type, wanted)) return;
  const double got = numerics::as_double(type, bits);
  verdict.relative.add(std::isnan(got) ? std::numeric_limits<double>::infinity() : got,
                       numerics::as_double(type, wanted));
}

void count(Verdict& verdict, const ExpectedTile& expected, const numerics::UlpMeter& meter,
           std::int64_t index, std::uint64_t before, std::uint64_t bits) {
  const Accept accept = expected.accept[static_cast<std::size_t>(index)];
  if (accept == Accept::unspecified) return;
  if (accept == Accept::target_defined) {
    ++verdict.target_defined;
    return;
  }
  ++verdict.compared;
  const bool wrong = !is_acceptable(expected, index, before, bits);
  if (wrong) ++verdict.wrong;
  if (accept == Accept::any_of && !wrong && bits != expected.value[index]) ++verdict.alternative;
  add_relative(verdict, expected, index, bits);
  const auto ulp = distance(expected, meter, index, bits);
  if (ulp && (!verdict.max_ulp || *ulp > *verdict.max_ulp)) verdict.max_ulp = ulp;
  if (!wrong && !ulp) return;
  const std::uint64_t wanted = accept == Accept::preserved ? before : expected.value[index];
  keep_worst(verdict, wrong, element_at(expected, index, wanted, bits, ulp));
}

using Distances = std::array<double, block>;

/// The results of UlpMeter for elements of f32, and their relative errors; false if one of them has
/// no interval, is no finite number or is expected beyond those. Without branches, as above.
bool find_distances(const ExpectedTile& expected, const ElementArray& got, std::int64_t first,
                    std::int64_t number, Distances& ulps, RelativeErrors& errors) {
  constexpr std::uint32_t exponent = 0x7F800000;
  const auto begin = static_cast<std::size_t>(first);
  const auto count = static_cast<std::size_t>(number);
  const std::byte* words = &got.bytes()[begin * sizeof(float)];
  const double* exact = &expected.exact[begin];
  const Accept* accept = &expected.accept[begin];
  std::uint32_t odd = 0;
  for (std::size_t i = 0; i < count; ++i) {
    odd |= std::uint32_t{!(unsigned{accept[i] == Accept::interval} |
                           unsigned{accept[i] == Accept::interval_or_zero})};
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto target = std::bit_cast<std::uint32_t>(static_cast<float>(exact[i]));
    odd |= std::uint32_t{(word_at<std::uint32_t>(words, i) & exponent) == exponent} |
           std::uint32_t{(target & exponent) == exponent};
  }
  if (odd != 0) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = word_at<float>(words, i);
    const std::uint64_t field = std::bit_cast<std::uint64_t>(exact[i]) & 0x7FF0000000000000;
    const double power = std::bit_cast<double>(field);
    const double binade = power < 0x1p-126 ? 0x1p-126 : power;
    ulps[i] = std::fabs(value - exact[i]) / (binade * 0x1p-23);
  }
  const std::byte* values = &expected.value.bytes()[begin * sizeof(float)];
  for (std::size_t i = 0; i < count; ++i) {
    errors.add(word_at<float>(words, i), word_at<float>(values, i));
  }
  return true;
}

/// count_right() for elements of which all have a distance.
void count_measured(Verdict& verdict, const ExpectedTile& expected, const ElementArray& got,
                    std::int64_t first, std::span<const double> ulps) {
  const auto farthest = std::ranges::max_element(ulps);
  verdict.compared += std::ssize(ulps);
  if (!verdict.max_ulp || *farthest > *verdict.max_ulp) verdict.max_ulp = *farthest;
  const bool farther = verdict.wrong == 0 && *farthest > distance_of(verdict.worst);
  if (verdict.worst && !farther) return;
  const std::int64_t index = first + (farthest - ulps.begin());
  verdict.worst = element_at(expected, index, expected.value[index], got[index], *farthest);
}

/// count() for elements of which plainly_acceptable() is true.
void count_right(Verdict& verdict, const ExpectedTile& expected, const numerics::UlpMeter& meter,
                 const ElementArray& got, std::int64_t first, std::int64_t number) {
  Distances ulps;
  if (expected.value.type() == ElementType::f32 &&
      find_distances(expected, got, first, number, ulps, verdict.relative)) {
    const auto measured = std::span(ulps).first(static_cast<std::size_t>(number));
    return count_measured(verdict, expected, got, first, measured);
  }
  double farthest = distance_of(verdict.worst);
  for (std::int64_t i = first; i < first + number; ++i) {
    const Accept accept = expected.accept[static_cast<std::size_t>(i)];
    if (accept == Accept::unspecified) continue;
    if (accept == Accept::target_defined) {
      ++verdict.target_defined;
      continue;
    }
    ++verdict.compared;
    if (!has_interval(accept)) {
      if (accept == Accept::exact && is_finite(expected.value.type(), got[i])) {
        ++verdict.relative.elements;  // without an error
      }
      continue;
    }
    add_relative(verdict, expected, i, got[i]);
    const auto ulp = meter(got[i], expected.exact[static_cast<std::size_t>(i)]);
    if (!ulp) continue;
    if (!verdict.max_ulp || *ulp > *verdict.max_ulp) verdict.max_ulp = ulp;
    if (verdict.worst && (verdict.wrong > 0 || !(*ulp > farthest))) continue;
    farthest = *ulp;
    verdict.worst = element_at(expected, i, expected.value[i], got[i], ulp);
  }
}

bool only_outside(const ExpectedTile& expected, const std::vector<bool>& wrong) {
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    if (wrong[i] && expected.accept[i] != Accept::preserved) return false;
  }
  return true;
}

}  // namespace

bool all_acceptable(const ExpectedTile& expected, const ElementArray& before,
                    const ElementArray& got) {
  const std::int64_t size = expected.rows * expected.cols;
  for (std::int64_t first = 0; first < size; first += block) {
    const std::int64_t count = std::min(block, size - first);
    if (plainly_acceptable(expected, before, got, first, count)) continue;
    for (std::int64_t i = first; i < first + count; ++i) {
      if (!is_acceptable(expected, i, before.size() > 0 ? before[i] : 0, got[i])) return false;
    }
  }
  return true;
}

bool all_acceptable(const ExpectedTile& expected, const ElementArray& before,
                    const GotElement& got) {
  for (std::int64_t i = 0; i < expected.rows * expected.cols; ++i) {
    if (expected.accept[static_cast<std::size_t>(i)] == Accept::unspecified) continue;
    if (!is_acceptable(expected, i, before.size() > 0 ? before[i] : 0, got(i))) return false;
  }
  return true;
}

std::vector<bool> wrong_elements(const ExpectedTile& expected, const ElementArray& before,
                                 const ElementArray& got) {
  std::vector<bool> wrong(expected.accept.size());
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    const auto index = static_cast<std::int64_t>(i);
    wrong[i] = !is_acceptable(expected, index, before.size() > 0 ? before[index] : 0, got[index]);
  }
  return wrong;
}

Verdict compare(const ExpectedTile& expected, const ElementArray& before, const ElementArray& got) {
  Verdict verdict;
  const numerics::UlpMeter meter(expected.value.type());
  const std::int64_t size = expected.rows * expected.cols;
  for (std::int64_t first = 0; first < size; first += block) {
    const std::int64_t number = std::min(block, size - first);
    if (plainly_acceptable(expected, before, got, first, number)) {
      count_right(verdict, expected, meter, got, first, number);
      continue;
    }
    for (std::int64_t i = first; i < first + number; ++i) {
      count(verdict, expected, meter, i, before.size() > 0 ? before[i] : 0, got[i]);
    }
  }
  if (verdict.wrong == 0) return verdict;
  verdict.kind = VerdictKind::deviates;
  const bool outside = only_outside(expected, wrong_elements(expected, before, got));
  verdict.deviation = outside ? Deviation::wrote_outside : Deviation::value;
  verdict.reason = wrong_text(verdict);
  return verdict;
}

}  // namespace assay
