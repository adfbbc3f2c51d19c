// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/readings.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "reference/isa/types/packed_accumulator.hpp"
#include "reference/judge/flushing.hpp"
#include "reference/judge/judge_parts.hpp"
#include "reference/numerics/as_double.hpp"
#include "reference/numerics/classify.hpp"

namespace assay {
namespace {

// ---- which choices contents concern ----

/// Whether an element of one type makes a choice matter for a result of another, by its bits: NaN,
/// a zero with a sign, what may not fit. For all other choices any may.
class DecisiveElement {
 public:
  DecisiveElement(Choice choice, ElementType from, ElementType to)
      : choice_(choice),
        from_(from),
        classes_(numerics::classes_of(from)),
        least_(numerics::as_double(to, numerics::largest_finite(to, true))),
        most_(std::nextafter(numerics::as_double(to, numerics::largest_finite(to, false)), 0)) {}

  bool operator()(std::uint64_t bits) const {
    switch (choice_) {
      case Choice::nan_in_extremes:
      case Choice::signalling_nans:
        return (bits & classes_.magnitude) > classes_.last;
      case Choice::zeros_in_extremes:
      case Choice::zeros_in_searches:
        return classes_.sign != 0 && bits == classes_.sign;
      case Choice::nan_in_sorts:
        return bits > classes_.last && bits <= classes_.magnitude;
      case Choice::remainder_by_infinity:
        return (bits & classes_.magnitude) == classes_.infinity;
      case Choice::default_saturation:
      case Choice::directed_overflow: {
        const double number = numerics::as_double(from_, bits);
        return !(number >= least_ && number <= most_);
      }
      default:
        return true;
    }
  }

 private:
  Choice choice_;
  ElementType from_;
  const numerics::ElementClasses& classes_;
  double least_, most_;
};

bool has_attribute(const Form& form, std::string_view name) {
  return std::ranges::find(form.attributes, name, &Attribute::name) != form.attributes.end();
}

/// A conversion whose rounding mode has no direction.
bool rounds_to_nearest(const Call& call) {
  if (!has_attribute(*call.form, "RoundMode")) return false;
  const std::string_view mode = call.attribute("RoundMode");
  return mode == "CAST_RINT" || mode == "CAST_ROUND" || mode == "CAST_NONE";
}

bool pads_with_an_extreme(const Call& call, const Result& result) {
  const PadKind pad = call.tile(result.operand).type.pad.kind;
  return pad == PadKind::max || pad == PadKind::min;
}

bool concerns(Choice choice, const Result& result, const Call& call,
              std::span<const ElementArray> before, const Expected& expected) {
  switch (choice) {
    case Choice::subnormals:
    case Choice::subnormals_elsewhere:
      return counts_subnormals(result, call) && meets_subnormals(result, call, before, expected);
    case Choice::nan_in_extremes:
    case Choice::zeros_in_extremes:
    case Choice::zeros_in_searches:
    case Choice::nan_in_sorts:
    case Choice::signalling_nans:
      return any_read(call, before, [choice](const ElementArray& elements) {
        const ElementType type = elements.type();
        return is_float(type) && any_element(elements, DecisiveElement(choice, type, type));
      });
    case Choice::integer_overflow:
      return is_integer(written_type(call, result));
    case Choice::default_saturation:
      return !has_attribute(*call.form, "SaturationMode");
    case Choice::directed_overflow:
      return is_float(written_type(call, result)) && !rounds_to_nearest(call);
    case Choice::hif8_ties:
      return written_type(call, result) == ElementType::hif8;
    case Choice::accumulator_pitch:
      return may_be_packed(call.tile(result.operand));
    case Choice::parameter_columns:
      return call.tile("scale").valid_cols > 1;
    case Choice::accumulator_overflow:
      return call.form->has("fp") || call.form->has("preQuantScalar") ||
             written_type(call, result) != element_of(call.operands[call.form->index_of("src")]);
    case Choice::accumulator_relu:
      return has_attribute(*call.form, "ReluPreMode") &&
             call.attribute("ReluPreMode") == "NormalRelu";
    case Choice::accumulator_ties:
      return written_type(call, result) == ElementType::hif8;
    case Choice::e4m3_zeros:
      return written_type(call, result) == ElementType::e4m3;
    case Choice::count_units:
      return bits_of(call.tile("src0Idx").type.element) != bits_of(call.tile("src0").type.element);
    case Choice::product_and_sum:
    case Choice::sums_of_three:
    case Choice::remainder_zeros:
    case Choice::remainder_by_infinity:
      return is_float(written_type(call, result));
    case Choice::pad_patterns:
      return pads_with_an_extreme(call, result);
    case Choice::e4m3_minimum:
      return written_type(call, result) == ElementType::e4m3 && pads_with_an_extreme(call, result);
    default:
      return true;
  }
}

// ---- combinations ----

std::vector<Choice> choices_of(const Call& call, std::span<const ElementArray> before,
                               std::span<const Expected> expected,
                               const ToleranceLookup& tolerances) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Result& result = call.form->results[i];
    for (const Choice choice : result.choices) {
      if (std::ranges::find(choices, choice) != choices.end()) continue;
      if (tolerances.pinned(choice, call)) continue;
      if (concerns(choice, result, call, before, expected[i])) choices.push_back(choice);
    }
  }
  return choices;
}

/// Places of a result that follows in place at which `concerned(operand, place)` selects an element
/// of an operand; empty if that may be any.
template <typename Concerned>
std::vector<std::uint8_t> places_where(const Call& call, const Result& result,
                                       std::span<const ElementArray> before,
                                       const Concerned& concerned) {
  const TileSpec* out = std::get_if<TileSpec>(&call.operands[call.form->index_of(result.operand)]);
  if (result.flow.in_place.empty() || out == nullptr) return {};
  const std::int64_t count = out->rows() * out->cols();
  std::vector<std::uint8_t> places(static_cast<std::size_t>(count));
  for (const std::string& operand : result.flow.in_place) {
    const std::size_t k = call.form->index_of(operand);
    const auto* tile = std::get_if<TileSpec>(&call.operands[k]);
    const bool follows = tile != nullptr && tile->cols() == out->cols();
    // A scalar of another type is converted before it counts.
    if (!follows && before[k].type() != out->type.element) return {};
    for (std::int64_t i = 0; i < before[k].size(); ++i) {
      if (!concerned(k, i)) continue;
      if (!follows) return {};
      if (i < count) places[static_cast<std::size_t>(i)] = 1;
    }
  }
  return places;
}

/// The promises of other readings, from those of readings that differ in one choice: a promise is
/// computed again only if the choice can matter.
class OtherPromises {
 public:
  OtherPromises(const Call& call, std::span<const ElementArray> before,
                const ToleranceLookup& tolerances)
      : call_(call), before_(before), tolerances_(tolerances) {}

  /// By readings that differ from those of `known`, which keep subnormal numbers, in what becomes
  /// of these.
  std::vector<Expected> flushing(std::span<const Expected> known, const ChosenReadings& readings) {
    std::vector<Expected> made;
    for (std::size_t i = 0; i < known.size(); ++i) {
      const Result& result = call_.form->results[i];
      const std::uint8_t flushing = flushing_of(result, call_, readings);
      if (flushing == subnormals_kept) {
        made.push_back(known[i]);
        continue;
      }
      const bool operands = flushing == subnormals_flushed;
      Expected one = flushes_between(result)
                         ? in_steps(i, operands, readings)
                         : (operands ? of_flushed(result, known[i], readings) : known[i]);
      made.push_back(with_flushed_results(result, call_, before_, std::move(one)));
      if (operands && flushes_between(result)) {
        accept_converted_addends(
            result, call_, before_, flushed(),
            [&](std::span<const ElementArray> contents) {
              return evaluate(call_, result, contents, tolerances_.under(readings), {});
            },
            made.back());
      }
      accept_lone_elements(result, call_, known[i], made.back());
    }
    return made;
  }

  /// By readings that differ from those of `known` in `choice`, which is another one.
  std::vector<Expected> choosing(Choice choice, std::span<const Expected> known,
                                 const ChosenReadings& readings) {
    if (keeping(readings) != readings) return expect(call_, before_, tolerances_.under(readings));
    std::vector<Expected> made;
    for (std::size_t i = 0; i < known.size(); ++i) {
      const Result& result = call_.form->results[i];
      made.push_back(
          at_places(result, known[i], before_, readings, decisive_places(choice, result)));
    }
    return made;
  }

 private:
  std::vector<std::uint8_t> decisive_places(Choice choice, const Result& result) const {
    if (result.flow.in_place.empty()) return {};
    const ElementType to = written_type(call_, result);
    std::vector<DecisiveElement> is_decisive;
    for (const ElementArray& elements : before_)
      is_decisive.emplace_back(choice, elements.type(), to);
    return places_where(call_, result, before_, [&](std::size_t k, std::int64_t i) {
      return is_decisive[k](before_[k][i]);
    });
  }

  /// Whether its function flushes intermediate values, so that any element may be another.
  static bool flushes_between(const Result& result) {
    return result.accumulates == Accumulates::steps || result.accumulates == Accumulates::factors;
  }

  /// What the function of a result promises that flushes intermediate values. It does so alike in
  /// all readings that flush any (flushes_results), so that they differ only in subnormal operands.
  Expected in_steps(std::size_t number, bool operands, const ChosenReadings& readings) {
    const Result& result = call_.form->results[number];
    const auto evaluated_in = [&](std::span<const ElementArray> contents) {
      return evaluate(call_, result, contents, tolerances_.under(readings), {});
    };
    if (operands) flushed();
    if (operands && any_) return evaluated_in(flushed_);
    ChosenReadings alike = readings;
    if (flushes_results(alike)) alike.take(Choice::subnormals, results_flushed);
    const auto known = std::ranges::find_if(
        steps_, [&](const Steps& one) { return one.number == number && one.readings == alike; });
    if (known != steps_.end()) return known->expected;
    return steps_.emplace_back(Steps{number, alike, evaluated_in(before_)}).expected;
  }

  /// The contents, with operands flushed.
  const std::vector<ElementArray>& flushed() {
    if (flushed_.empty()) {
      flushed_ = flushed_operands({call_, before_, {}, {}});
      any_ = !std::ranges::equal(flushed_, before_);
    }
    return flushed_;
  }

  Expected of_flushed(const Result& result, const Expected& known, const ChosenReadings& readings) {
    flushed();
    if (!any_) return known;
    const auto changes = [this](std::size_t k, std::int64_t i) {
      return before_[k][i] != flushed_[k][i];
    };
    return at_places(result, known, flushed_, keeping(readings),
                     places_where(call_, result, before_, changes));
  }

  /// `known`, with what such contents and readings promise at some places, or at all.
  Expected at_places(const Result& result, const Expected& known,
                     std::span<const ElementArray> contents, const ChosenReadings& readings,
                     std::span<const std::uint8_t> asked) const {
    const bool is_none = !asked.empty() && std::ranges::find(asked, 1) == asked.end();
    if (is_none) return known;
    Expected made = evaluate(call_, result, contents, tolerances_.under(readings), asked);
    const auto* tile = std::get_if<ExpectedTile>(&known);
    if (asked.empty() || tile == nullptr) return made;
    ExpectedTile merged = *tile;
    for (std::size_t k = 0; k < asked.size(); ++k) {
      const auto place = static_cast<std::int64_t>(k);
      if (asked[k] != 0) merged.take(place, std::get<ExpectedTile>(made), place);
    }
    return merged;
  }

  const Call& call_;
  std::span<const ElementArray> before_;
  const ToleranceLookup& tolerances_;
  /// What in_steps() gave for contents as they are.
  struct Steps {
    std::size_t number;  ///< of the result
    ChosenReadings readings;
    Expected expected;
  };
  std::vector<Steps> steps_;
  std::vector<ElementArray> flushed_;
  bool any_ = false;
};

const ReadPromise* promise_of(const ChosenReadings& readings, const std::vector<ReadPromise>& some,
                              const std::vector<ReadPromise>& others) {
  for (const auto* list : {&some, &others}) {
    const auto found = std::ranges::find(*list, readings, &ReadPromise::readings);
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

/// Whether they define the same elements. With another pitch results lie elsewhere.
bool speak_alike(const Expected& one, const Expected& other) {
  const auto *tile = std::get_if<ExpectedTile>(&one), *second = std::get_if<ExpectedTile>(&other);
  if (tile == nullptr || second == nullptr) return true;
  return std::ranges::equal(tile->accept, second->accept, [](Accept a, Accept b) {
    return (a == Accept::unspecified) == (b == Accept::unspecified);
  });
}

bool promises_alike(std::span<const Expected> one, std::span<const Expected> other) {
  return std::ranges::equal(one, other, speak_alike) && std::ranges::equal(one, other, are_alike);
}

}  // namespace

OpenReadings open_readings(const Call& call, std::span<const ElementArray> before,
                           std::span<const Expected> expected, const ToleranceLookup& tolerances) {
  OpenReadings open;
  const std::vector<Choice> choices = choices_of(call, before, expected, tolerances);
  if (choices.empty()) return open;
  const ChosenReadings start = tolerances.readings(call);
  open.promises.push_back({start, {expected.begin(), expected.end()}, false});
  OtherPromises other(call, before, tolerances);
  for (const Choice choice : choices) {
    std::vector<ReadPromise> more;  // with each other reading of this choice
    bool matters = false;
    for (const ReadPromise& known : open.promises) {
      for (std::size_t k = 0; k < text_of(choice).readings.size(); ++k) {
        ReadPromise one{known.readings, {}, false};
        one.readings.take(choice, static_cast<std::uint8_t>(k));
        if (one.readings == known.readings) continue;
        const ReadPromise* kept = promise_of(keeping(one.readings), open.promises, more);
        one.expected = kept != nullptr ? other.flushing(kept->expected, one.readings)
                                       : other.choosing(choice, known.expected, one.readings);
        one.differs = !promises_alike(expected, one.expected);
        matters =
            matters ||
            (known.readings == start ? one.differs : !promises_alike(known.expected, one.expected));
        more.push_back(std::move(one));
      }
    }
    if (!matters) continue;
    open.choices.push_back(choice);
    std::ranges::move(more, std::back_inserter(open.promises));
  }
  if (open.choices.empty()) open.promises.clear();
  return open;
}

}  // namespace assay
