// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/converted.hpp"

#include <optional>
#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/ops/conversion/small_floats.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// A pattern, or nothing if any result is possible.
using Pattern = std::optional<std::uint64_t>;

Pattern only(const Acceptable& one) {
  return one.accept == Accept::exact ? Pattern(one.value) : std::nullopt;
}

bool is_finite_number(ElementType type, std::uint64_t bits) {
  return !numerics::is_nan(type, bits) && !numerics::is_infinite(type, bits);
}

Pattern as_single(ElementType from, std::uint64_t bits) {
  const Pair pair{Target::cpu, from, f32};
  if (from == hif8) return only(cast_from_hif8(pair, bits));
  return is_small_float(from) ? only(cast_from_fp8(pair, bits))
                              : numerics::convert(from, bits, f32);
}

/// By way of a float, which has all numbers of one byte.
Pattern through_single(ElementType to, ElementType from, std::uint64_t bits) {
  const Pattern single = as_single(from, bits);
  if (!single || !is_finite_number(f32, *single)) return std::nullopt;
  const Pair pair{Target::cpu, f32, to};
  if (to == hif8) return only(cast_to_hif8(pair, *single));
  return is_small_float(to) ? only(cast_to_fp8(pair, *single))
                            : numerics::convert(f32, *single, to);
}

void put(ExpectedTile& expected, std::int64_t place, const Pattern& pattern) {
  if (pattern) {
    expected.set_exact(place, *pattern);
  } else {
    expected.set_accept(place, Accept::target_defined);
  }
}

Result converting(Result promise, std::function<ElementType(const Evaluation&)> from,
                  IsConverted which) {
  promise.semantics = [promised = promise.semantics, from = std::move(from),
                       which = std::move(which)](const Evaluation& inputs) -> Expected {
    auto expected = std::get<ExpectedTile>(promised(inputs));
    const ElementType to = expected.value.type(), type = from(inputs);
    for (std::int64_t row = 0; row < expected.rows; ++row) {
      for (std::int64_t col = 0; col < expected.cols; ++col) {
        const std::int64_t place = expected.at(row, col);
        if (expected.accept[static_cast<std::size_t>(place)] != Accept::exact) continue;
        if (which && !which(inputs.call, row, col)) continue;
        put(expected, place, number_as(to, type, expected.value[place]));
      }
    }
    return expected;
  };
  return promise;
}

}  // namespace

std::optional<std::uint64_t> number_as(ElementType to, ElementType from, std::uint64_t bits) {
  const auto is_open = [](ElementType type) { return type == e8m0 || bits_of(type) == 4; };
  if (is_open(to) || is_open(from)) return std::nullopt;
  if (is_small_float(to) || is_small_float(from)) return through_single(to, from, bits);
  return is_finite_number(from, bits) ? numerics::convert(from, bits, to) : std::nullopt;
}

bool are_of_two_kinds(ElementType to, ElementType from) {
  return from != to && (is_float(from) || is_float(to));
}

bool is_small_float(ElementType type) { return is_float(type) && bits_of(type) == 8; }

Result with_numbers_converted(Result promise, std::string from, IsConverted which) {
  return converting(
      std::move(promise),
      [from = std::move(from)](const Evaluation& inputs) { return inputs.of(from).type(); },
      std::move(which));
}

Result with_numbers_converted(Result promise, ElementType from, IsConverted which) {
  return converting(
      std::move(promise), [from](const Evaluation&) { return from; }, std::move(which));
}

}  // namespace assay::ops
