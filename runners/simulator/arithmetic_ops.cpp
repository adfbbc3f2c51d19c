// SPDX-License-Identifier: Apache-2.0
// Tile with tile.
#include <array>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/ops.hpp"

namespace assay::simulator {
namespace {

bool is_a5_element(std::uint32_t element) {
  return one_of(element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_I64,
                          ASSAY_U64, ASSAY_F16, ASSAY_BF16, ASSAY_F32});
}

bool is_a2a3_element(std::uint32_t element) {
  return one_of(element, {ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_F32});
}

Answer run_tadd(const Request& request, Device& device) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})) {
    return {ASSAY_UNSUPPORTED, "TADD: this form is not simulated"};
  }
  const assay_operand& dst = request[0];
  Rules rules(request, device);
  for (std::size_t i = 0; i < 3; ++i) vector_tile(rules, request, request[i]);
  rules.type(
      request.machine == Machine::a2a3 ? is_a2a3_element(dst.element) : is_a5_element(dst.element),
      "this element type is not added");
  rules.type(request[1].element == dst.element && request[2].element == dst.element,
             "one element type for all tiles");
  same_region(rules, request[1], dst);
  same_region(rules, request[2], dst);
  if (const auto answer = rules.stop()) return *answer;
  const std::uint32_t element = dst.element;
  if (is_integer(element)) {
    return run_lanes(request, device, 0, {1, 2}, [](auto in) { return in[0] + in[1]; });
  }
  return run_lanes(request, device, 0, {1, 2}, [&device, element](auto in) {
    const double sum = value_of(element, in[0]) + value_of(element, in[1]);
    return finished(device, element, encode(*float_format(element), static_cast<long double>(sum)));
  });
}

constexpr std::array<Entry, 1> ops{{{"TADD", run_tadd}}};

}  // namespace

std::span<const Entry> arithmetic_ops() { return ops; }

}  // namespace assay::simulator
