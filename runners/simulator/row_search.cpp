// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/reduction.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

constexpr Elements a2a3_types{ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16};
constexpr Elements a5_types{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F16, ASSAY_F32};
constexpr Elements full_indices{ASSAY_U32, ASSAY_I32};
constexpr Elements any_indices{ASSAY_U32, ASSAY_I32, ASSAY_U16, ASSAY_I16};

/// Operands by what they are for; `value` is -1 in the form without it.
struct Places {
  int value;
  std::size_t index, src, tmp;
};

const Elements& sources(Machine machine) {
  if (machine == Machine::cpu) return arithmetic_types;
  return machine == Machine::a5 ? a5_types : a2a3_types;
}

void result_rules(Rules& rules, const Request& request, const assay_operand& out,
                  const assay_operand& src) {
  rules.tile(out);
  rules.type(out.location == ASSAY_VEC, "results must be in Vec");
  rules.type(out.box_layout == ASSAY_NONE_BOX, "results must have no boxes");
  if (!request.on_device()) return;
  rules.type(out.block_layout == ASSAY_ROW_MAJOR || out.cols == 1,
             "results must be row-major or one column");
  rules.launch(out.valid_rows == src.valid_rows, "valid rows must be equal");
}

void check(Rules& rules, const Request& request, const Places& places) {
  const assay_operand &src = request[places.src], &index = request[places.index];
  rules.tile(src);
  rules.type(sources(request.machine).has(src.element), "this element type is not taken");
  rules.type(src.location == ASSAY_VEC && is_nd(src), "src must be in Vec, row-major, unboxed");
  const bool narrow = places.value >= 0 && request.on_device() && size_of(src.element) == 2;
  rules.type((narrow ? any_indices : full_indices).has(index.element),
             "the index tile has an element type that this form does not give");
  result_rules(rules, request, index, src);
  if (places.value >= 0) {
    const assay_operand& value = request[static_cast<std::size_t>(places.value)];
    rules.type(value.element == src.element, "the value must have the element type of src");
    result_rules(rules, request, value, src);
  }
  if (request.on_device()) {
    rules.launch(src.valid_rows != 0 && src.valid_cols != 0, "src must not be empty");
  }
  rules.tile(request[places.tmp]);
}

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

void execute(const Request& request, Device& device, const Places& places) {
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
    std::uint64_t number = static_cast<std::uint64_t>(best);
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
  const Places places = with_value ? Places{0, 1, 2, 3} : Places{-1, 0, 1, 2};
  Rules rules(request, device);
  check(rules, request, places);
  if (const auto answer = rules.stop()) return *answer;
  if (!device.has(Fault::writes_nothing)) execute(request, device, places);
  return {};
}

}  // namespace assay::simulator
