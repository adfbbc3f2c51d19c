// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/selection/selection_relations.hpp"

#include <array>
#include <string_view>

#include "runners/simulator/core/formats.hpp"

namespace assay::simulator {
namespace {

template <typename T>
bool holds(Mode mode, T a, T b) {
  switch (mode) {
    case Mode::eq:
      return a == b;
    case Mode::ne:
      return a != b;
    case Mode::lt:
      return a < b;
    case Mode::le:
      return a <= b;
    case Mode::gt:
      return a > b;
    default:
      return a >= b;
  }
}

}  // namespace

Mode mode_of(const Request& request) {
  constexpr std::array<std::string_view, 6> names{"EQ", "NE", "LT", "LE", "GT", "GE"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (request.attribute("CmpMode") == names.at(i)) return static_cast<Mode>(i);
  }
  return Mode::eq;
}

bool compare(Mode mode, std::uint32_t element, std::uint64_t a, std::uint64_t b) {
  if (!is_integer(element)) return holds(mode, value_of(element, a), value_of(element, b));
  if (is_signed_integer(element)) {
    return holds(mode, sign_extended(element, a), sign_extended(element, b));
  }
  return holds(mode, a, b);
}

bool compare(const Hooks& hooks, const Compared& what, std::uint64_t a, std::uint64_t b) {
  return hooks.related(what, a, b, compare(what.mode, what.element, a, b));
}

Mode asked(const Request& request) {
  const bool equality_alone = request.machine == Machine::a2a3 && request[1].element == ASSAY_I32;
  return equality_alone ? Mode::eq : mode_of(request);
}

void store_mask(const Request& request, const Hooks& hooks, Region lanes,
                const Relation& relation) {
  MaskWriter mask(request, hooks);
  mask.store(lanes.rows, (lanes.cols + mask.width() - 1) / mask.width(),
             [&](std::int64_t row, std::int64_t lane) {
               return lane < lanes.cols && relation(row, lane);
             });
  mask.finish();
}

}  // namespace assay::simulator
