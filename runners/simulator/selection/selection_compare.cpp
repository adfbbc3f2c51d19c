// SPDX-License-Identifier: Apache-2.0
// Comparisons of a tile with a tile or with one value.
#include <optional>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/selection/selection_relations.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// The right-hand side: one value, or on A5 a tile of 64-bit values that is read lane by lane.
class RightSide {
 public:
  RightSide(const Request& request, const Seams& seams)
      : lane_by_lane_(request[2].kind == ASSAY_TILE && request.machine == Machine::a5 &&
                      width_of(request[1].element) == 64) {
    const assay_operand& right = request[2];
    const std::uint32_t element = request[1].element;
    if (right.kind == ASSAY_TILE) tile_.emplace(right);
    value_ = seams.moved(
        element,
        tile_ ? tile_->get(0, 0) : convert(right.element, right.scalar_bits, element).value_or(0));
  }
  std::uint64_t at(Place place) const {
    return lane_by_lane_ ? tile_->get(place.row, place.col) : value_;
  }

 private:
  bool lane_by_lane_;
  std::optional<Tile> tile_;
  std::uint64_t value_ = 0;
};

}  // namespace

void run_comparison_with_one(const Request& request, const Seams& seams) {
  const std::uint32_t element = request[1].element;
  const Region lanes = worked_region(request, seams, request[1]);
  Tile left(request[1]);
  const RightSide right(request, seams);
  const Question question = asked(request, element);
  const bool loosely = !request.on_device() && question.mode <= Mode::ne;
  const Relation relation = [&](std::int64_t row, std::int64_t col) {
    const Place place{row, col};
    const std::uint64_t a = read_lane(seams, left, lanes, place);
    const std::uint64_t b = right.at(place);
    if (loosely) return near_enough(question.mode, element, a, b);
    return compare(seams, {request, question.mode, question.element, lanes, place}, a, b);
  };
  (request.on_device() ? store_on_device : store_bytes)(request, seams, lanes, relation);
  seams.spent(request, left);
}

void run_comparison(const Request& request, const Seams& seams) {
  const Region lanes = worked_region(request, seams, request[1]);
  Tile left(request[1]);
  const Tile right(request[2]);
  const Question question = asked(request, request[1].element);
  const Relation relation = [&](std::int64_t row, std::int64_t col) {
    const Place place{row, col};
    return compare(seams, {request, question.mode, question.element, lanes, place},
                   read_lane(seams, left, lanes, place), read_lane(seams, right, lanes, place));
  };
  (request.on_device() ? store_on_device : store_words)(request, seams, lanes, relation);
  seams.spent(request, left);
}

}  // namespace assay::simulator
