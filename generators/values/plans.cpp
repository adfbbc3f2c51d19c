// SPDX-License-Identifier: Apache-2.0
// The list of value plans.
#include "generators/values/plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/input_space.hpp"

namespace assay::generators {
namespace {

constexpr std::array plans{
    ValuePlan{"uniform", "uniform bits", floats::uniform, integers::uniform},
    ValuePlan{"exponent", "uniform exponent or bit length", floats::exponent, integers::exponent},
    ValuePlan{"specials", "zeros, subnormals, infinities, NaNs among ordinary values",
              floats::specials, integers::specials},
    ValuePlan{"extremes", "ends of the range", floats::extremes, integers::extremes},
    ValuePlan{"ones", "small whole numbers", floats::ones, integers::ones, scales::narrow},
    ValuePlan{"ties", "few distinct values, so that many are equal", floats::ties, integers::ties},
    ValuePlan{"nearties", "neighbours of powers of two and of halfway points", floats::nearties,
              integers::nearties},
    ValuePlan{"cancellation", "neighbours that nearly cancel", floats::cancellation,
              integers::cancellation},
    ValuePlan{"shifts", "shift amounts around the width, for what is shifted mostly any value",
              floats::exponent, integers::shifts},
    ValuePlan{"domain", "edges of the domain of roots and logarithms", floats::domain,
              integers::domain},
    ValuePlan{"text", "decimal ties, carries and widths of printed numbers", floats::text,
              integers::text},
    ValuePlan{"rising", "larger with every element until it starts again from below",
              floats::rising, integers::rising},
    ValuePlan{"falling", "smaller with every element until it starts again from above",
              floats::falling, integers::falling},
    ValuePlan{"conversion", "limits, halfway points and underflow of every destination type",
              floats::conversion, integers::conversion},
    ValuePlan{"twins", "equal or neighbouring elements at the same place of every operand",
              floats::twins, integers::twins},
    ValuePlan{"moderate", "sizes around 1, in which functions neither vanish nor overflow",
              floats::moderate, integers::moderate},
    ValuePlan{"multiples", "the first source a multiple of the second, or next to one",
              floats::multiples, integers::multiples},
    ValuePlan{"factors", "ones, twos and halves of both signs, whose products stay in range",
              floats::factors, integers::factors, scales::around_one},
    ValuePlan{"foursomes", "two small whole numbers and two large ones that nearly cancel",
              floats::foursomes, integers::moderate},
    ValuePlan{"wholes",
              "whole numbers of both signs times one power of two, whose products sum exactly",
              floats::wholes, integers::uniform, scales::narrow},
    ValuePlan{"rare", "a special value now and then among zeros or ones, mostly alone in its line",
              floats::rare, integers::rare, scales::rare},
    ValuePlan{"scaled", "uniform exponents, with scales of blocks around 1", floats::exponent,
              integers::exponent, scales::around_one},
    ValuePlan{mosaic_name, "blocks of elements from most of the other plans", floats::mosaic,
              integers::mosaic, scales::around_one},
    ValuePlan{"ends", "zeros, infinities and ends of the range alone, in places line by line",
              floats::ends, integers::ends},
    ValuePlan{"thresholds", "where exponentials overflow, underflow and become subnormal",
              floats::thresholds, integers::moderate},
    ValuePlan{"held",
              "accumulators and integer biases at the ends of the range, to which little is added",
              floats::held, integers::held, scales::around_one},
    // Of an enumeration; what other operands hold is uniform (fill.cpp).
    ValuePlan{InputPlan::every_input,
              "consecutive inputs of all there are, or of a sample, as in sample-24",
              floats::uniform, integers::uniform},
};

constexpr std::array<std::string_view, common_plans> common{"uniform", "exponent", "specials",
                                                            "extremes"};

ValueRule rule_of(const ValuePlan& plan, const ElementFormat& format) {
  if (format.kind != ElementKind::floating) return plan.integer;
  if (format.type == ElementType::e8m0 && plan.scale != nullptr) return plan.scale;
  return has_fields(format) ? plan.floating : ValueRule(codes);
}

/// Made when it is first needed: a run uses few of them, and all of them together take megabytes.
/// Not by std::call_once: an exception that leaves it, at the end of memory, ends the process.
class LazyTable {
 public:
  const PatternTable& get(MixtureOf mixture, const ElementFormat& format) {
    const std::scoped_lock lock(making_);
    if (table_ == nullptr) table_ = std::make_unique<PatternTable>(mixture(format), format.bits);
    return *table_;
  }

 private:
  std::mutex making_;
  std::unique_ptr<PatternTable> table_;
};

LazyTable& table_of(const ValuePlan& plan, const ElementFormat& format) {
  static std::vector<LazyTable> all(plans.size() * all_formats().size());
  const auto place = static_cast<std::size_t>(&plan - plans.data());
  const auto type = static_cast<std::size_t>(&format - all_formats().data());
  return all.at(place * all_formats().size() + type);
}

}  // namespace

PlannedValues::PlannedValues(const ValuePlan& plan, const ElementFormat& format)
    : format_(&format), mask_(mask_of(format.type)) {
  const ValueRule rule = rule_of(plan, format);
  if (const auto* formula = std::get_if<Formula>(&rule)) {
    formula_ = *formula;
    return;
  }
  table_ = &table_of(plan, format).get(std::get<MixtureOf>(rule), format);
}

void PlannedValues::fill(const Counter& first, std::int64_t count, ElementArray& out) const {
  if (table_ != nullptr) return table_->fill(first, count, out);
  Counter counter = first;
  for (std::int64_t i = 0; i < count; ++i, ++counter.index) {
    out.set(static_cast<std::int64_t>(counter.index), formula_(*format_, counter) & mask_);
  }
}

std::uint64_t ValuePlan::value(const ElementFormat& format, const Counter& counter) const {
  return PlannedValues(*this, format).at(counter);
}

std::uint64_t on_sawtooth(const Counter& counter, std::uint64_t count) {
  const Counter whole{counter.key, counter.operand, 0};
  const std::uint64_t start = whole.below(count, 8);
  const std::uint64_t step = 1 + whole.below(count / 8192 + 3, 9);
  return (start + counter.index % count * step) % count;
}

std::span<const ValuePlan> value_plans() { return plans; }

const ValuePlan& plan_named(std::string_view name) {
  const std::string_view listed = input_plan_named(name) ? InputPlan::every_input : name;
  const auto* found = std::ranges::find(plans, listed, &ValuePlan::name);
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
