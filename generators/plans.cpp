// SPDX-License-Identifier: Apache-2.0
// The list of value plans.
#include "generators/plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "generators/bit_patterns.hpp"

namespace assay::generators {
namespace {

/// Formats without fields: their codes, and now and then the ones that often are special.
std::uint64_t coded(const ElementFormat& format, const Counter& c) {
  const std::uint64_t mask = mask_of(format.type);
  if (c.below(4, 0) != 0) return c.word(1) & mask;
  const std::array<std::uint64_t, 8> codes{0,         sign_bit(format), mask, mask - 1,
                                           mask >> 1, (mask >> 1) - 1,  1,    sign_bit(format) | 1};
  return codes.at(c.below(codes.size(), 2));
}

constexpr std::array plans{
    ValuePlan{"uniform", "uniform bits", floats::uniform, integers::uniform},
    ValuePlan{"exponent", "uniform exponent or bit length", floats::exponent, integers::exponent},
    ValuePlan{"specials", "zeros, subnormals, infinities, NaNs among ordinary values",
              floats::specials, integers::specials},
    ValuePlan{"extremes", "ends of the range", floats::extremes, integers::extremes},
    ValuePlan{"ones", "small whole numbers", floats::ones, integers::ones},
    ValuePlan{"ties", "few distinct values, so that many are equal", floats::ties, integers::ties},
    ValuePlan{"nearties", "neighbours of powers of two and of halfway points", floats::nearties,
              integers::nearties},
    ValuePlan{"cancellation", "neighbours that nearly cancel", floats::cancellation,
              integers::cancellation},
    ValuePlan{"shifts", "shift amounts around the width", floats::exponent, integers::shifts},
    ValuePlan{"domain", "edges of the domain of roots and logarithms", floats::domain,
              integers::domain},
    ValuePlan{"text", "decimal ties, carries and widths of printed numbers", floats::text,
              integers::text},
    ValuePlan{"rising", "larger with every element until it starts again from below",
              floats::rising, integers::rising},
};

constexpr std::array<std::string_view, 4> common{"uniform", "exponent", "specials", "extremes"};

}  // namespace

std::uint64_t ValuePlan::value(const ElementFormat& format, const Counter& counter) const {
  if (format.kind != ElementKind::floating) {
    return integer(format, counter) & mask_of(format.type);
  }
  return has_fields(format) ? floating(format, counter) : coded(format, counter);
}

std::uint64_t on_sawtooth(const Counter& counter, std::uint64_t count) {
  const Counter whole{counter.key, counter.operand, 0};
  const std::uint64_t start = whole.below(count, 8);
  const std::uint64_t step = 1 + whole.below(count / 8192 + 3, 9);
  return (start + counter.index % count * step) % count;
}

std::span<const ValuePlan> value_plans() { return plans; }

const ValuePlan& plan_named(std::string_view name) {
  const auto* found = std::ranges::find(plans, name, &ValuePlan::name);
  if (found == plans.end()) {
    throw std::invalid_argument(fmt::format("there is no value plan named '{}'", name));
  }
  return *found;
}

std::vector<std::string> plans_of(const Form& form) {
  std::vector<std::string> names(common.begin(), common.end());
  for (const std::string& own : form.plans) {
    if (std::ranges::find(names, own) == names.end()) names.push_back(own);
  }
  return names;
}

}  // namespace assay::generators
