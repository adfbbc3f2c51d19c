// SPDX-License-Identifier: Apache-2.0
#include "generators/values/input_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "reference/support/hash.hpp"

namespace assay::generators {
std::vector<Codes::Stratum> Codes::strata_of(ElementType type) {
  const ElementFormat& format = format_of(type);
  const int magnitude_bits = is_signed(type) ? format.bits - 1 : format.bits;
  const int fraction_bits = is_float(type) ? format.precision - 1 : magnitude_bits;
  std::vector<Stratum> strata;
  strata.push_back({.first = 0, .size = 1});
  for (int k = 0; k < fraction_bits; ++k) {
    strata.push_back({.first = std::uint64_t{1} << k, .size = std::uint64_t{1} << k});
  }
  const std::uint64_t fields = std::uint64_t{1} << (magnitude_bits - fraction_bits);
  for (std::uint64_t field = 1; field + 1 < fields; ++field) {
    strata.push_back({.first = field << fraction_bits, .size = std::uint64_t{1} << fraction_bits});
  }
  if (fields > 1) {  // the infinity, signalling and quiet NaN
    const std::uint64_t first = (fields - 1) << fraction_bits;
    const std::uint64_t half = std::uint64_t{1} << (fraction_bits - 1);
    strata.push_back({.first = first, .size = 1});
    strata.push_back({.first = first + 1, .size = half - 1});
    strata.push_back({.first = first + half, .size = half});
  }
  if (!is_signed(type)) return strata;
  const std::size_t half = strata.size();
  for (std::size_t i = 0; i < half; ++i) {
    strata.push_back(strata[i]);
    strata.back().negative = true;
  }
  return strata;
}

Codes Codes::all(ElementType type) {
  Codes codes(type);
  codes.size_ = std::uint64_t{1} << bits_of(type);
  return codes;
}

Codes Codes::sample(ElementType type, std::uint64_t most) {
  if (bits_of(type) != 16 && bits_of(type) != 32) {
    throw std::invalid_argument("only types of 16 or 32 bits are sampled");
  }
  Codes codes(type);
  codes.strata_ = strata_of(type);
  const auto total = [&](std::uint64_t take) {
    std::uint64_t sum = 0;
    for (const Stratum& stratum : codes.strata_) sum += std::min(stratum.size, take);
    return sum;
  };
  std::uint64_t low = 1;
  std::uint64_t high = std::uint64_t{1} << 32U;
  while (high - low > 1) {
    const std::uint64_t middle = (low + high) / 2;
    (total(middle) <= most ? low : high) = middle;
  }
  for (Stratum& stratum : codes.strata_) {
    stratum.take = std::min(stratum.size, low);
    stratum.start = codes.size_;
    codes.size_ += stratum.take;
  }
  return codes;
}

std::uint32_t Codes::with_sign(const Stratum& stratum, std::uint64_t magnitude) const {
  const auto bits = static_cast<std::uint32_t>(magnitude);
  if (!stratum.negative) return bits;
  const std::uint32_t sign = 1U << (bits_of(type_) - 1);
  if (is_float(type_) || bits == 0) return bits | sign;  // of integers the most negative one
  return (0U - bits) & static_cast<std::uint32_t>(mask_of(type_));
}

std::uint32_t Codes::pick(const Stratum& stratum, std::uint64_t index) const {
  const std::uint64_t begin = index * stratum.size / stratum.take;
  const std::uint64_t end = (index + 1) * stratum.size / stratum.take - 1;
  const std::uint64_t last = stratum.take - 1;
  std::uint64_t place = begin;
  if (index == 0 || index == last) {
    place = index == 0 ? 0 : stratum.size - 1;
  } else if (stratum.size >= 2 * stratum.take && (index == 1 || index + 1 == last)) {
    place = index == 1 ? 1 : stratum.size - 2;
  } else if (index % 4 == 3) {
    place = end;
  } else if (index % 4 != 0) {
    place = begin + support::mix(support::mix(stratum.first) + index) % (end - begin + 1);
  }
  return with_sign(stratum, stratum.first + place);
}

void Codes::fill(std::uint64_t first, std::span<std::uint32_t> bits) const {
  if (strata_.empty()) {
    for (std::uint32_t& one : bits) one = static_cast<std::uint32_t>(first++);
    return;
  }
  auto stratum = std::ranges::upper_bound(strata_, first, {}, &Stratum::start) - 1;
  for (std::uint32_t& one : bits) {
    while (first - stratum->start >= stratum->take) ++stratum;
    one = pick(*stratum, first++ - stratum->start);
  }
}

InputSpace::InputSpace(std::vector<Codes> arguments) : arguments_(std::move(arguments)) {
  for (const Codes& codes : arguments_) {
    size_ *= codes.size();
    if (arguments_.size() == 1) continue;
    if (codes.size() > 1U << 16U) throw std::invalid_argument("too many patterns to combine");
    patterns_.emplace_back(codes.size());
    codes.fill(0, patterns_.back());
  }
}

void InputSpace::fill(std::size_t k, std::uint64_t first, std::span<std::uint32_t> bits) const {
  if (arity() == 1) return arguments_[0].fill(first, bits);
  std::uint64_t repeat = 1;  // how often a pattern occurs before the next one
  for (std::size_t later = k + 1; later < arity(); ++later) repeat *= arguments_[later].size();
  const std::vector<std::uint32_t>& patterns = patterns_[k];
  std::uint64_t place = first / repeat % patterns.size();
  std::uint64_t left = repeat - first % repeat;
  for (std::uint32_t& one : bits) {
    one = patterns[place];
    if (--left > 0) continue;
    left = repeat;
    place = place + 1 == patterns.size() ? 0 : place + 1;
  }
}

namespace {

constexpr std::string_view sample_of = "sample-";

}  // namespace

std::string InputPlan::text() const {
  return sample > 0 ? fmt::format("{}{}", sample_of, sample) : std::string(every_input);
}

InputSpace InputPlan::inputs(ElementType type, std::size_t arity) const {
  if (sample == 0) return InputSpace(std::vector<Codes>(arity, Codes::all(type)));
  const std::uint64_t each = std::uint64_t{1} << (static_cast<unsigned>(sample) / arity);
  return InputSpace(std::vector<Codes>(arity, Codes::sample(type, each)));
}

std::optional<InputPlan> input_plan_named(std::string_view name) {
  if (name == InputPlan::every_input) return InputPlan{};
  if (!name.starts_with(sample_of)) return std::nullopt;
  name.remove_prefix(sample_of.size());
  int bits = 0;
  const char* end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data(), end, bits);
  const bool known = error == std::errc() && rest == end && bits >= smallest_sample &&
                     bits <= largest_sample && name == fmt::format("{}", bits);
  return known ? std::optional(InputPlan{bits}) : std::nullopt;
}

}  // namespace assay::generators
