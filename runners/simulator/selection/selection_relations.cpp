// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/selection/selection_relations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

std::int64_t stored_lanes(Machine machine, std::uint32_t element) {
  const int size = size_of(element);
  if (machine == Machine::a2a3) return 256 / size;
  return size == 1 || size == 8 ? 256 : 128;
}

std::int64_t words_for(const MaskWriter& mask, std::int64_t lanes) {
  return (lanes + mask.width() - 1) / mask.width();
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

bool compare(const Seams& seams, const Compared& what, std::uint64_t a, std::uint64_t b) {
  return seams.related(what, a, b, compare(what.mode, what.element, a, b));
}

bool near_enough(Mode mode, std::uint32_t element, std::uint64_t a, std::uint64_t b) {
  const double x = value_of(element, a);
  const double y = value_of(element, b);
  if (std::isnan(x) || std::isnan(y)) return mode == Mode::ne;
  const double distance = std::fabs(x - y);
  return mode == Mode::eq ? distance < 1e-9 : distance >= 1e-9;
}

Question asked(const Request& request, std::uint32_t element) {
  const Mode mode = mode_of(request);
  if (request.machine != Machine::a2a3) return {mode, element};
  const bool halves = one_of(element, {ASSAY_I16, ASSAY_U16});
  const std::uint32_t as = halves ? std::uint32_t{ASSAY_F16} : element;
  if (mode == Mode::ne) return {Mode::eq, as, true};
  return {element == ASSAY_I32 ? Mode::eq : mode, as};
}

void store_on_device(const Request& request, const Seams& seams, Region lanes,
                     const Relation& relation) {
  MaskWriter mask(request, seams);
  const std::uint32_t element = request[1].element;
  const std::int64_t unit = stored_lanes(request.machine, element);
  const std::int64_t stored = (lanes.cols + unit - 1) / unit * unit;
  const bool inverted = asked(request, element).inverted;
  const bool goes_on = request.machine == Machine::a2a3;
  // The inversion goes over whole rows of bytes, compared or not.
  if (inverted) mask.invert();
  mask.store(lanes.rows, words_for(mask, stored), [&](std::int64_t row, std::int64_t lane) {
    const bool counts = lane < lanes.cols || goes_on;
    return (counts && relation(row, lane)) != inverted;
  });
  mask.finish();
}

void store_words(const Request& request, const Seams& seams, Region lanes,
                 const Relation& relation) {
  MaskWriter mask(request, seams);
  mask.clear();
  const std::int64_t words = std::min(words_for(mask, lanes.cols), request[0].valid_cols);
  mask.store(lanes.rows, words, [&](std::int64_t row, std::int64_t lane) {
    return lane < lanes.cols && relation(row, lane);
  });
  mask.finish();
}

void store_bytes(const Request& request, const Seams& seams, Region lanes,
                 const Relation& relation) {
  const assay_operand& dst = request[0];
  MaskWriter mask(request, seams);
  mask.clear();
  const std::int64_t pitch = request[1].cols / 8;
  for (std::int64_t row = 0; row < lanes.rows; ++row) {
    for (std::int64_t byte = 0; byte < pitch; ++byte) {
      std::uint64_t bits = 0;
      for (std::int64_t at = 0; at < 8; ++at) {
        const std::int64_t lane = seams.lane_in_byte(8 * byte + at);
        if (lane < lanes.cols && relation(row, lane)) bits |= 1ULL << at;
      }
      const std::int64_t place = row * pitch + byte;
      mask.output().put({place / dst.valid_cols, place % dst.valid_cols}, bits);
    }
  }
  mask.finish();
}

}  // namespace assay::simulator
