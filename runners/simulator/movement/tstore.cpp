// SPDX-License-Identifier: Apache-2.0
// TSTORE: copies the valid region of a tile to a view of global memory, or adds it there.
#include <array>
#include <cstdint>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/elementwise/calculations.hpp"
#include "runners/simulator/rules/store.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

bool are_some(const assay_operand& view) {
  for (int dim = 0; dim < 5; ++dim) {
    if (view.shape[dim] <= 0) return false;
  }
  return true;
}

}  // namespace

void store_view_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  const ViewDims dims = view_dims(dst.layout);
  rules.launch(src.valid_rows == extent(dst, dims.rows) && src.valid_cols == extent(dst, dims.cols),
               "the valid region must have the rows and columns of the view");
  if (request.machine != Machine::a2a3) return;
  rules.launch(are_some(dst) && src.valid_rows > 0 && src.valid_cols > 0,
               "the shape of the view and the valid region must be positive");
  const std::int64_t run = dst.shape[dst.layout == ASSAY_DN ? 3 : 4] * size_of(dst.element);
  rules.launch(src.location != ASSAY_MAT || dst.layout == ASSAY_NZ || run % 32 == 0,
               "rows of an unboxed Mat store must be multiples of 32 bytes");
}

void run_store(const Request& request, const Hooks& hooks) {
  if (is_accumulator_form(request.form)) return run_quantised_store(request, hooks);
  const bool adds = request.form == "atomic";
  assay_operand dst = request[0];
  hooks.view(request, dst);
  Tile src(request[1], hooks);
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
    const std::uint64_t from = hooks.moved(request[1].element, src.get(row, col));
    const std::uint64_t old = there ? load_bits(dst.data, width, offset) : 0;
    const std::array<std::uint64_t, 2> in{from, old};
    const std::uint64_t bits = adds ? unit.compute(sum, in) : from;
    const std::uint64_t stored =
        hooks.written({request, {row, col}, Inputs(in).first(adds ? 2 : 1), first}, bits);
    first = false;
    if (there) store_bits(dst.data, width, offset, stored);
    hooks.spent(request, src, {row, col}, bits);
  });
}

}  // namespace assay::simulator
