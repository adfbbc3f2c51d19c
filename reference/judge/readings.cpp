// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/readings.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>

#include "reference/isa/packed_accumulator.hpp"
#include "reference/judge/judge_parts.hpp"
#include "reference/judge/record.hpp"
#include "reference/numerics/as_double.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"

namespace assay {
namespace {

// ---- which choices contents concern ----

/// Formats that units of the machine compute in. Those of 8 and 4 bits are widened first.
bool can_flush(ElementType type) {
  return type == ElementType::f16 || type == ElementType::bf16 || type == ElementType::f32;
}

template <typename Word, typename Condition>
bool any_word(const ElementArray& elements, const Condition& condition) {
  bool found = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(elements.size()); ++i) {
    Word word;
    std::memcpy(&word, &elements.bytes()[i * sizeof(Word)], sizeof(Word));
    found |= condition(std::uint64_t{word});
  }
  return found;
}

/// Whether any element meets a condition on its bits.
template <typename Condition>
bool any_element(const ElementArray& elements, const Condition& condition) {
  switch (bits_of(elements.type())) {
    case 16:
      return any_word<std::uint16_t>(elements, condition);
    case 32:
      return any_word<std::uint32_t>(elements, condition);
    default:
      for (std::int64_t i = 0; i < elements.size(); ++i) {
        if (condition(elements[i])) return true;
      }
      return false;
  }
}

/// Whether an element is so small that it, or the last place of it, is below the normal numbers.
bool has_small(const ElementArray& elements, std::uint64_t places) {
  const numerics::ElementClasses& classes = numerics::classes_of(elements.type());
  const std::uint64_t least = 1;
  const std::uint64_t end = classes.normal * (1 + places);
  return any_element(elements, [&](std::uint64_t bits) {
    const std::uint64_t magnitude = bits & classes.magnitude;
    return magnitude >= least && magnitude < end;
  });
}

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
        return (bits & classes_.magnitude) > classes_.last;
      case Choice::zeros_in_extremes:
      case Choice::zeros_in_searches:
        return classes_.sign != 0 && bits == classes_.sign;
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

bool is_read(const Operand& operand) {
  return operand.role == Role::input || operand.role == Role::in_out;
}

template <typename Test>
bool any_read(const Call& call, std::span<const ElementArray> before, const Test& test) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].size() > 0 && is_read(call.form->operands[i]) && test(before[i])) return true;
  }
  return false;
}

ElementType lead_type(const Call& call) {
  return element_of(call.operands[call.form->index_of(call.form->lead)]);
}

/// Whether a scalar is a subnormal number of the type that the call computes in.
bool is_subnormal_scalar(const Call& call, std::size_t operand, const ElementArray& scalar) {
  const ElementType type = lead_type(call);
  const bool counts = call.form->operands[operand].kind == OperandKind::scalar &&
                      is_float(scalar.type()) && can_flush(type) && scalar.size() > 0;
  if (!counts) return false;
  const auto bits = numerics::convert(scalar.type(), scalar[0], type);
  return bits && numerics::is_subnormal(type, *bits);
}

bool has_subnormal_ends(const ExpectedTile& tile) {
  if (!can_flush(tile.value.type())) return false;
  return has_small(tile.value, 0) || has_small(tile.low, 0) || has_small(tile.high, 0);
}

/// Binades above the least normal number in which an element may lead to a subnormal intermediate
/// value: of a sum the last place of an element may be left alone, of products any number below 1.
std::uint64_t reach_of(const Result& result, ElementType from, ElementType to) {
  const ElementFormat& format = format_of(from);
  const bool wider = to == ElementType::f32 && from == ElementType::f16;
  switch (result.accumulates) {
    case Accumulates::nothing:
    case Accumulates::extreme:
      return 0;
    case Accumulates::elements:
      return wider ? 0 : static_cast<std::uint64_t>(format.precision);
    case Accumulates::steps:
    case Accumulates::factors:
    case Accumulates::products:
      return wider ? 0 : static_cast<std::uint64_t>(format.bias);
  }
  return 0;
}

bool meets_subnormals(const Result& result, const Call& call, std::span<const ElementArray> before,
                      const Expected& expected) {
  const auto* tile = std::get_if<ExpectedTile>(&expected);
  if (tile == nullptr) return false;
  const auto small = [&](const ElementArray& elements) {
    if (!can_flush(elements.type())) return false;
    return has_small(elements, reach_of(result, elements.type(), tile->value.type()));
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (is_subnormal_scalar(call, i, before[i])) return true;
  }
  return any_read(call, before, small) || has_subnormal_ends(*tile);
}

ElementType written_type(const Call& call, const Result& result) {
  return element_of(call.operands[call.form->index_of(result.operand)]);
}

bool has_attribute(const Form& form, std::string_view name) {
  return std::ranges::find(form.attributes, name, &Attribute::name) != form.attributes.end();
}

/// A conversion whose rounding mode has no direction.
bool rounds_to_nearest(const Call& call) {
  if (!has_attribute(*call.form, "RoundMode")) return false;
  const std::string_view mode = call.attribute("RoundMode");
  return mode == "CAST_RINT" || mode == "CAST_ROUND" || mode == "CAST_NONE";
}

bool concerns(Choice choice, const Result& result, const Call& call,
              std::span<const ElementArray> before, const Expected& expected) {
  switch (choice) {
    case Choice::subnormals:
    case Choice::subnormals_elsewhere:
      return meets_subnormals(result, call, before, expected);
    case Choice::nan_in_extremes:
    case Choice::zeros_in_extremes:
    case Choice::zeros_in_searches:
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
    default:
      return true;
  }
}

// ---- subnormal numbers ----

void flush(ElementArray& elements) {
  if (!has_small(elements, 0)) return;
  const ElementType type = elements.type();
  const std::uint64_t sign = numerics::classes_of(type).sign;
  for (std::int64_t i = 0; i < elements.size(); ++i) {
    if (numerics::is_subnormal(type, elements[i])) elements.set(i, elements[i] & sign);
  }
}

std::vector<ElementArray> flushed_operands(const Evaluation& inputs) {
  std::vector<ElementArray> contents(inputs.contents.begin(), inputs.contents.end());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const Operand& operand = inputs.call.form->operands[i];
    if (operand.kind != OperandKind::scalar) {
      if (can_flush(contents[i].type()) && is_read(operand)) flush(contents[i]);
    } else if (is_subnormal_scalar(inputs.call, i, contents[i])) {
      const std::uint64_t sign = mask_of(contents[i].type()) / 2 + 1;
      contents[i].set(0, contents[i][0] & sign);
    }
  }
  return contents;
}

/// Makes what is acceptable that of results whose subnormal numbers become zero, of either sign.
class Flushing {
 public:
  explicit Flushing(ElementType type)
      : type_(type),
        classes_(numerics::classes_of(type)),
        least_(numerics::decode(type, classes_.normal).to_double()) {}

  void apply(ExpectedTile& tile, std::int64_t index) const {
    const Accept accept = tile.accept[static_cast<std::size_t>(index)];
    if (accept == Accept::exact) {
      flush(tile, index, tile.value[index], tile.value[index]);
    } else if (has_interval(accept)) {
      flush(tile, index, tile.low[index], tile.high[index]);
    } else if (accept == Accept::any_of) {
      flush_some(tile, index);
    }
  }

 private:
  std::int64_t key(std::uint64_t bits) const { return numerics::order_key(type_, bits); }

  /// Whether the exact value is subnormal and was rounded up to the least normal number: a machine
  /// may flush before it rounds.
  bool was_below(const ExpectedTile& tile, std::int64_t index) const {
    const double exact = std::fabs(tile.exact[static_cast<std::size_t>(index)]);
    return exact > 0 && exact < least_;
  }

  /// Of several values, those that are subnormal.
  void flush_some(ExpectedTile& tile, std::int64_t index) const {
    std::vector<std::uint64_t> kept, zeros;
    for (const std::uint64_t bits : {tile.value[index], tile.low[index], tile.high[index]}) {
      (numerics::is_subnormal(type_, bits) ? zeros : kept).push_back(bits);
    }
    if (zeros.empty()) return;
    for (std::uint64_t& bits : zeros) bits &= classes_.sign;
    const std::uint64_t first = kept.empty() ? zeros.front() : kept.front();
    const bool one = std::ranges::count(kept, first) == std::ssize(kept);
    // Of either sign, where there is room for both.
    tile.value.set(index, first);
    tile.low.set(index, one ? 0 : kept.back());
    tile.high.set(index, one ? classes_.sign : zeros.front());
  }

  void flush(ExpectedTile& tile, std::int64_t index, std::uint64_t low, std::uint64_t high) const {
    const std::uint64_t normal = classes_.normal, minus = classes_.sign;
    const bool large = (low & classes_.magnitude) > normal && (high & classes_.magnitude) > normal;
    if (large && ((low ^ high) & minus) == 0) return;
    // Of the order of these formats: numbers without a sign from key 0 on, others from -1 down.
    const std::int64_t least = key(low), most = key(high), end = key(normal);
    const bool has_tiny = (least < end && most > 0) || (least < -1 && most > -1 - end);
    if (!has_tiny && !was_below(tile, index)) return;
    const bool below = least <= -1 - end;
    const bool above = most >= end;
    const std::uint64_t value = tile.value[index];
    if (numerics::is_subnormal(type_, value)) tile.value.set(index, value & minus);
    tile.low.set(index, below ? low : minus);
    tile.high.set(index, above ? high : 0);
    tile.set_accept(index, Accept::interval);
    if (below == above) return;
    // Zero, or a normal number of one sign.
    tile.set_accept(index, Accept::interval_or_zero);
    if (above && least >= 0) {
      tile.low.set(index, normal);
      tile.value.set(index, std::max(value, normal));
    } else if (below && most < 0) {
      tile.high.set(index, minus | normal);
      tile.value.set(index, minus | std::max(value & classes_.magnitude, normal));
    }
  }

  ElementType type_;
  const numerics::ElementClasses& classes_;
  double least_;
};

/// Sums whose intermediate values are flushed are off by a normal number's least at most once a
/// term, and by one place of the result where that changes how it is rounded.
void widen(ExpectedTile& tile, std::int64_t terms) {
  const ElementType type = tile.value.type();
  const numerics::ElementClasses& classes = numerics::classes_of(type);
  const auto width = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(terms)));
  const int fraction = format_of(type).precision - 1;
  const numerics::Real slack(std::ldexp(numerics::decode(type, classes.normal).to_double(), width));
  // From here on half a place is no less than the slack.
  const std::uint64_t large = static_cast<std::uint64_t>(width + fraction + 2) << fraction;
  const auto widened = [&](std::uint64_t end, bool up) {
    const std::uint64_t size = end & classes.magnitude;
    if (size >= large && size < classes.infinity) {
      return numerics::from_order_key(type, numerics::order_key(type, end) + (up ? 1 : -1));
    }
    const numerics::Real number = numerics::decode(type, end);
    return up ? numerics::encode(type, number + slack, numerics::RoundMode::ceil)
              : numerics::encode(type, number - slack, numerics::RoundMode::floor);
  };
  for (std::int64_t i = 0; i < tile.rows * tile.cols; ++i) {
    const Accept accept = tile.accept[static_cast<std::size_t>(i)];
    if (accept != Accept::interval && accept != Accept::exact) continue;
    if (accept == Accept::exact) {
      tile.low.set(i, tile.value[i]);
      tile.high.set(i, tile.value[i]);
    }
    if (numerics::is_nan(type, tile.low[i]) || numerics::is_nan(type, tile.high[i])) continue;
    tile.low.set(i, widened(tile.low[i], false));
    tile.high.set(i, widened(tile.high[i], true));
    tile.set_accept(i, Accept::interval);
  }
}

std::int64_t terms_of(const Call& call) {
  std::int64_t most = 1;
  for (const OperandValue& value : call.operands) {
    const auto* tile = std::get_if<TileSpec>(&value);
    if (tile != nullptr) most = std::max({most, tile->rows(), tile->cols()});
  }
  return 2 * most + 2;
}

Expected with_flushed_results(const Result& result, const Call& call, Expected expected) {
  auto* tile = std::get_if<ExpectedTile>(&expected);
  if (tile == nullptr || !can_flush(tile->value.type())) return expected;
  const bool widens =
      result.accumulates == Accumulates::elements || result.accumulates == Accumulates::products;
  if (widens) widen(*tile, terms_of(call));
  const Flushing flushed(tile->value.type());
  for (std::int64_t i = 0; i < tile->rows * tile->cols; ++i) flushed.apply(*tile, i);
  return expected;
}

bool names(const Result& result, Choice choice) {
  return std::ranges::find(result.choices, choice) != result.choices.end();
}

/// Whether the choices that a result names count in this call.
bool has_choices(const Result& result, const Call& call) {
  return !result.only_converting ||
         written_type(call, result) != element_of(call.operands[call.form->index_of("src")]);
}

/// How a result reads what becomes of subnormal numbers.
std::uint8_t flushing_of(const Result& result, const Call& call, const ChosenReadings& readings) {
  if (!has_choices(result, call)) return subnormals_kept;
  if (names(result, Choice::subnormals)) return readings.of(Choice::subnormals);
  if (names(result, Choice::subnormals_elsewhere)) {
    return readings.of(Choice::subnormals_elsewhere);
  }
  return subnormals_kept;
}

// ---- combinations ----

std::vector<Choice> choices_of(const Call& call, std::span<const ElementArray> before,
                               std::span<const Expected> expected,
                               const ToleranceLookup& tolerances) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Result& result = call.form->results[i];
    if (!has_choices(result, call)) continue;
    for (const Choice choice : result.choices) {
      if (std::ranges::find(choices, choice) != choices.end()) continue;
      if (tolerances.pinned(choice, call)) continue;
      if (concerns(choice, result, call, before, expected[i])) choices.push_back(choice);
    }
  }
  return choices;
}

/// The same with subnormal numbers kept.
ChosenReadings keeping(ChosenReadings readings) {
  readings.take(Choice::subnormals, subnormals_kept);
  readings.take(Choice::subnormals_elsewhere, subnormals_kept);
  return readings;
}

/// Places of a result that follows in place at which an element of an operand is one that
/// `concerned(operand, place)` selects; empty where that may be any.
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

bool may_copy_lone(const Result& result) {
  return result.accumulates == Accumulates::factors || result.accumulates == Accumulates::extreme;
}

/// A line of one element need not be computed with: where `kept` is one subnormal number, that is
/// acceptable, too.
void accept_lone_elements(const Result& result, const Call& call, const Expected& kept,
                          Expected& flushed) {
  if (!may_copy_lone(result)) return;
  const auto& as_is = std::get<ExpectedTile>(kept);
  auto& tile = std::get<ExpectedTile>(flushed);
  const TileSpec& in = call.tile(call.form->lead);
  const auto lines =
      std::ssize(as_is.accept) - std::ranges::count(as_is.accept, Accept::unspecified);
  if (lines != in.valid_rows * in.valid_cols) return;
  const ElementType type = tile.value.type();
  for (std::int64_t i = 0; i < tile.rows * tile.cols; ++i) {
    const std::uint64_t bits = as_is.value[i];
    if (!numerics::is_subnormal(type, bits)) continue;
    tile.set_any_of(i, bits & numerics::classes_of(type).sign, bits);
  }
}

/// What other readings promise, from what is promised already by readings that differ in one
/// choice: it is computed anew only where the choice can matter.
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
                         ? evaluate(call_, result, operands ? flushed() : before_,
                                    tolerances_.under(readings), {})
                         : (operands ? of_flushed(result, known[i], readings) : known[i]);
      made.push_back(with_flushed_results(result, call_, std::move(one)));
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

/// Whether they say something about the same elements. By another pitch results lie elsewhere.
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

Expected read_as(const Result& result, const Evaluation& inputs,
                 const std::function<Expected(const Evaluation&)>& evaluate) {
  const std::uint8_t flushing = flushing_of(result, inputs.call, inputs.readings);
  if (flushing == subnormals_kept) return evaluate(inputs);
  std::vector<ElementArray> contents(inputs.contents.begin(), inputs.contents.end());
  if (flushing == subnormals_flushed) contents = flushed_operands(inputs);
  Expected flushed = with_flushed_results(
      result, inputs.call, evaluate({inputs.call, contents, inputs.tolerance, inputs.readings}));
  if (may_copy_lone(result)) {
    const Evaluation as_is{inputs.call, inputs.contents, inputs.tolerance,
                           keeping(inputs.readings)};
    accept_lone_elements(result, inputs.call, evaluate(as_is), flushed);
  }
  return flushed;
}

std::vector<ChosenReadings> combinations_of(const std::vector<Choice>& choices,
                                            const ChosenReadings& start) {
  std::vector<ChosenReadings> all{start};
  for (const Choice choice : choices) {
    std::vector<ChosenReadings> more;
    for (std::size_t k = 0; k < text_of(choice).readings.size(); ++k) {
      for (ChosenReadings one : all) {
        one.take(choice, static_cast<std::uint8_t>(k));
        more.push_back(one);
      }
    }
    all = std::move(more);
  }
  return all;
}

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

ToleranceLookup ToleranceLookup::with(std::shared_ptr<const std::vector<ReadingPin>> pins) const {
  ToleranceLookup made = *this;
  made.pins_ = std::move(pins);
  return made;
}

ToleranceLookup ToleranceLookup::with_also(const std::vector<ReadingPin>& pins) const {
  if (pins.empty()) return *this;
  auto all = std::make_shared<std::vector<ReadingPin>>(pins_ ? *pins_ : std::vector<ReadingPin>());
  all->insert(all->end(), pins.begin(), pins.end());
  return with(std::move(all));
}

ToleranceLookup ToleranceLookup::under(const ChosenReadings& readings) const {
  ToleranceLookup made = *this;
  made.under_ = readings;
  return made;
}

std::optional<std::uint8_t> ToleranceLookup::pinned(Choice choice, const Call& call) const {
  std::optional<std::uint8_t> reading;
  if (!pins_) return reading;
  const std::string types = types_of(call);
  const std::string lead = types.substr(0, types.find(','));
  for (const ReadingPin& pin : *pins_) {
    const bool selects = pin.choice == choice && (!pin.target || *pin.target == call.target) &&
                         (pin.types.empty() || pin.types == types || pin.types == lead) &&
                         (pin.op.empty() || pin.op == call.form->op);
    if (selects) reading = pin.reading;
  }
  return reading;
}

ChosenReadings ToleranceLookup::readings(const Call& call) const {
  ChosenReadings chosen = under_;
  if (!pins_) return chosen;
  for (const ChoiceText& one : all_choices()) {
    if (const auto reading = pinned(one.choice, call)) chosen.take(one.choice, *reading);
  }
  return chosen;
}

}  // namespace assay
