// SPDX-License-Identifier: Apache-2.0
// An accumulator goes to global memory, or is added there.
#include <array>
#include <cstdint>

#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/elementwise/calculations.hpp"
#include "runners/simulator/movement/quantiser.hpp"
#include "runners/simulator/rules/accumulator_store.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// A machine that rounds the sum alone.
std::uint64_t added_first(const QuantiserSpec& quantiser, const Hooks& hooks, std::uint64_t bits,
                          std::uint64_t old) {
  const auto sum =
      static_cast<float>(number_of(quantiser.from, bits) + number_of(quantiser.to, old));
  return converted_as_it_is(quantiser, hooks, pattern_of(ASSAY_F32, sum));
}

}  // namespace

void drained_view_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  const ViewDims dims = view_dims(dst.layout);
  rules.launch(src.valid_rows == extent(dst, dims.rows) && src.valid_cols == extent(dst, dims.cols),
               "the valid region must have the rows and columns of the view");
  const bool some = src.valid_rows > 0 && src.valid_cols > 0;
  rules.launch(request.machine != Machine::a2a3 || some,
               "the shape of the view and the valid region must be positive");
}

void run_quantised_store(const Request& request, const Hooks& hooks) {
  const bool adds = request.form.ends_with("atomic");
  assay_operand dst = request[0];
  hooks.view(request, dst);
  Tile src(request[1], hooks);
  const Quantiser quantiser(request, hooks);
  const Unit unit{.machine = request.machine,
                  .element = dst.element,
                  .refined = false,
                  .request = &request,
                  .hooks = &hooks};
  const Calculation sum = is_integer(dst.element) ? integer_sum : float_sum;
  const int width = width_of(dst.element);
  const auto room = static_cast<std::int64_t>(dst.byte_size) * 8 / width;
  bool first = true;
  walk_view(dst, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
    const bool there = offset >= 0 && offset < room;
    const QuantisedElement one = quantiser({row, col}, src.get(row, col));
    std::uint64_t bits = one.bits;
    if (adds && there) {
      const std::uint64_t old = load_bits(dst.data, width, offset);
      bits = quantiser.quantiser().adds_first && one.count == 1
                 ? added_first(quantiser.quantiser(), hooks, one.in[0], old)
                 : unit.compute(sum, std::array{one.bits, old});
    }
    const std::uint64_t stored = hooks.written({request, {row, col}, one.inputs(), first}, bits);
    first = false;
    if (there) store_bits(dst.data, width, offset, stored);
    hooks.spent(request, src, {row, col}, bits);
  });
}

}  // namespace assay::simulator
