// SPDX-License-Identifier: Apache-2.0
// Comparisons of a tile with a tile or with one value.
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/rules/selection.hpp"
#include "runners/simulator/selection_relations.hpp"

namespace assay::simulator {
namespace {

/// The right-hand side: one value, or on A5 a tile of 64-bit values that is read lane by lane.
class RightSide {
 public:
  RightSide(const Request& request, const Device& device, std::uint64_t value)
      : lane_by_lane_(request[2].kind == ASSAY_TILE && request.machine == Machine::a5 &&
                      width_of(request[1].element) == 64) {
    if (request[2].kind == ASSAY_TILE) tile_.emplace(request[2], Device{});
    value_ = device.moved(request[1].element, tile_ ? tile_->get(0, 0) : value);
  }
  std::uint64_t at(std::int64_t row, std::int64_t col) const {
    return lane_by_lane_ ? tile_->get(row, col) : value_;
  }

 private:
  bool lane_by_lane_;
  std::optional<Tile> tile_;
  std::uint64_t value_ = 0;
};

void compare_with_one(const Request& request, Device& device, std::uint64_t value) {
  const std::uint32_t element = request[1].element;
  const Lanes lanes = lanes_of(device, request[1]);
  Tile left(request[1], Device{});
  const RightSide right(request, device, value);
  const Question question = asked(request, element);
  const bool loosely = !request.on_device() && question.mode <= Mode::ne;
  const Relation relation = [&](std::int64_t row, std::int64_t col) {
    const std::uint64_t a = read_lane(device, left, lanes, row, col);
    const std::uint64_t b = right.at(row, col);
    return loosely ? near_enough(question.mode, element, a, b)
                   : compare(device, question.mode, question.element, a, b);
  };
  (request.on_device() ? store_on_device : store_bytes)(request, device, lanes, relation);
  if (device.has(Fault::modifies_input)) left.set(0, 0, ~left.get(0, 0));
}

void compare_tiles(const Request& request, Device& device) {
  const Lanes lanes = lanes_of(device, request[1]);
  Tile left(request[1], Device{});
  const Tile right(request[2], Device{});
  const Question question = asked(request, request[1].element);
  const bool inverts = device.has(Fault::last_mask_byte_inverted);
  const Relation relation = [&](std::int64_t row, std::int64_t col) {
    const bool in_last = inverts && col >= lanes.cols / 8 * 8 && col < lanes.cols;
    return compare(device, question.mode, question.element,
                   read_lane(device, left, lanes, row, col),
                   read_lane(device, right, lanes, row, col)) != in_last;
  };
  (request.on_device() ? store_on_device : store_words)(request, device, lanes, relation);
  if (device.has(Fault::modifies_input)) left.set(0, 0, ~left.get(0, 0));
}

}  // namespace

Answer run_tcmp(const Request& request, Device& device) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})) {
    return {ASSAY_UNSUPPORTED, "TCMP: this form is not simulated"};
  }
  Rules rules(request, device);
  compare_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  if (!device.has(Fault::writes_nothing)) compare_tiles(request, device);
  return {};
}

Answer run_tcmps(const Request& request, Device& device) {
  const bool with_scalar = request.form == "scalar";
  if (!request.takes({ASSAY_TILE, ASSAY_TILE, with_scalar ? ASSAY_SCALAR : ASSAY_TILE}) ||
      (!with_scalar && (request.form != "tile" || !request.on_device()))) {
    return {ASSAY_UNSUPPORTED, "TCMPS: this form is not simulated"};
  }
  Rules rules(request, device);
  compare_one_rules(rules, request);
  std::optional<std::uint64_t> value = 0;
  if (with_scalar) value = convert(request[2].element, request[2].scalar_bits, request[1].element);
  rules.covered(value.has_value(), "this conversion of the scalar is not simulated");
  if (const auto answer = rules.stop()) return *answer;
  if (!device.has(Fault::writes_nothing)) compare_with_one(request, device, *value);
  return {};
}

}  // namespace assay::simulator
