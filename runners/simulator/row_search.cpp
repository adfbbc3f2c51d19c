// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/reduction.hpp"
#include "runners/simulator/rules/search.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

/// Does the pattern beat the one that leads so far? NaN never does.
bool beats(std::uint32_t element, std::uint64_t challenger, std::uint64_t leader, bool smallest,
           bool ties) {
  if (challenger == leader) return ties;
  if (is_integer(element)) {
    const bool is_signed = is_signed_integer(element);
    const bool less = is_signed
                          ? sign_extended(element, challenger) < sign_extended(element, leader)
                          : challenger < leader;
    return less == smallest;
  }
  const double a = value_of(element, challenger), b = value_of(element, leader);
  if (ties && a == b) return true;
  return smallest ? a < b : a > b;
}

void execute(const Request& request, Device& device, const RowPlaces& places) {
  const assay_operand& operand = request[places.src];
  const bool smallest = request.op.ends_with("MIN");
  const bool ties = device.has(Fault::last_tie_wins);
  Tile src(operand, device);
  Output index(request[places.index], device);
  std::optional<Tile> value;
  if (places.value >= 0) value.emplace(request[static_cast<std::size_t>(places.value)], device);
  std::int64_t cols = device.has(Fault::ignores_valid_columns) ? operand.cols : operand.valid_cols;
  if (device.has(Fault::reads_outside_valid)) cols = std::min(cols + 1, operand.cols);
  const std::int64_t rows = device.has(Fault::ignores_valid_rows)
                                ? std::min(operand.rows, request[places.index].rows)
                                : operand.valid_rows;
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t best = 0;
    for (std::int64_t col = 1; col < cols; ++col) {
      const bool wins =
          beats(operand.element, src.get(row, col), src.get(row, best), smallest, ties);
      if (wins) best = col;
    }
    std::int64_t best_place = best;
    if (device.has(Fault::index_restarts)) best_place %= 256 / size_of(operand.element);
    std::uint64_t number = static_cast<std::uint64_t>(best_place);
    std::uint64_t element = device.moved(operand.element, src.get(row, best));
    if (value && device.has(Fault::value_index_swapped)) std::swap(number, element);
    if (value) value->set(row, 0, element);
    index.put(row, 0, number);
    if (device.has(Fault::modifies_input)) src.set(row, 0, src.get(row, best));
  }
  index.finish();
}

}  // namespace

Answer run_row_search(const Request& request, Device& device) {
  const bool with_value = request.form == "value_index";
  const bool understood = with_value
                              ? request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})
                              : request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
  if (!understood || (!with_value && request.form != "index")) {
    return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  }
  Rules rules(request, device);
  row_search_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  if (!device.has(Fault::writes_nothing)) execute(request, device, row_places(request));
  return {};
}

}  // namespace assay::simulator
