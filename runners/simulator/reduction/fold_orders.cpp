// SPDX-License-Identifier: Apache-2.0
// The orders in which machines fold.
#include <algorithm>
#include <array>
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/rules/reduction.hpp"

namespace assay::simulator {
namespace {

/// Does `a` win over `b`? A number does over what is none.
bool wins(const Unit& unit, std::uint64_t a, std::uint64_t b, bool largest) {
  const double x = value_of(unit.element, a), y = value_of(unit.element, b);
  if (std::isnan(x) || std::isnan(y)) return !std::isnan(x);
  if (x == y) return std::signbit(x) != largest;
  return (x > y) == largest;
}

}  // namespace

std::uint64_t greatest_number(const Unit& unit, Inputs in) {
  return wins(unit, in[0], in[1], true) ? in[0] : in[1];
}

std::uint64_t smallest_number(const Unit& unit, Inputs in) {
  return wins(unit, in[0], in[1], false) ? in[0] : in[1];
}

Folder::Folder(const Request& request, const Hooks& hooks)
    : request_(&request),
      unit_{.machine = request.machine,
            .element = request[0].element,
            .refined = false,
            .request = &request,
            .hooks = &hooks},
      calculate_(calculation_of(request, unit_.element)) {}

std::uint64_t Folder::two(std::uint64_t a, std::uint64_t b) const {
  const std::array<std::uint64_t, 2> in{a, b};
  return unit_.compute(calculate_, in);
}

std::uint64_t Folder::serial(const Values& values) const {
  std::uint64_t total = values.front();
  for (std::size_t i = 1; i < values.size(); ++i) total = two(total, values[i]);
  return total;
}

std::uint64_t Folder::pairwise(Values values, bool odd_joins_last) const {
  while (values.size() > 1) {
    Values half;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
      half.push_back(two(values[i], values[i + 1]));
    }
    if (values.size() % 2 != 0) {
      std::uint64_t& place = odd_joins_last ? half.back() : half.front();
      place = two(place, values.back());
    }
    values = std::move(half);
  }
  return values.front();
}

std::uint64_t Folder::first_then_pairs(const Values& values) const {
  std::uint64_t total = values.front();
  std::size_t i = 1;
  for (; i + 1 < values.size(); i += 2) total = two(total, two(values[i], values[i + 1]));
  return i < values.size() ? two(total, values[i]) : total;
}

std::uint64_t Folder::by_lanes(const Values& values, std::size_t width, bool lanes_in_pairs) const {
  Values lanes(values.begin(),
               values.begin() + static_cast<std::ptrdiff_t>(std::min(width, values.size())));
  for (std::size_t i = width; i < values.size(); ++i) {
    lanes[i % width] = two(lanes[i % width], values[i]);
  }
  return lanes_in_pairs ? pairwise(lanes, true) : serial(lanes);
}

std::uint64_t Folder::total(const Values& values) const {
  const Request& request = *request_;
  if (!request.on_device()) return serial(values);
  const bool a5 = request.machine == Machine::a5;
  if (!request.row->along_rows) {
    if (request.form == "tmp" && request.attribute("isBinary") == "true") {
      return pairwise(values, a5);
    }
    return a5 ? first_then_pairs(values) : serial(values);
  }
  const std::uint32_t from = request[1].element;
  const auto bytes = static_cast<std::size_t>(is_integer(from) && !a5 ? 32 : 256);
  const std::size_t width = bytes / static_cast<std::size_t>(size_of(from));
  return by_lanes(values, width, a5 || !is_integer(from));
}

}  // namespace assay::simulator
