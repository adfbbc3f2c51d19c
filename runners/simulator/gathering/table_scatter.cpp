// SPDX-License-Identifier: Apache-2.0
// MSCATTER: rows or elements into a table in global memory.
#include <array>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/elementwise/calculations.hpp"
#include "runners/simulator/gathering/tables.hpp"
#include "runners/simulator/table/gathering.hpp"

namespace assay::simulator {
namespace {

/// What combines an element of src with what the table holds; null where it is stored.
Calculation combination(const Request& request) {
  const std::string_view atomic = request.attribute("ScatterAtomicOp");
  const bool integer = is_integer(request[0].element);
  if (atomic == "Add") return integer ? integer_sum : float_sum;
  if (atomic == "Max") return integer ? integer_maximum : float_maximum;
  if (atomic == "Min") return integer ? integer_minimum : float_minimum;
  return nullptr;
}

}  // namespace

void run_table_scatter(const Request& request, const Hooks& hooks) {
  const std::string_view mode = request.attribute("ScatterOOB");
  const Region worked = worked_region(request, hooks, request[1]);
  Table table(request, request[0], hooks);
  Tile src(request[1], hooks);
  const Indices indices(request, request[2]);
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = false,
                  .request = &request,
                  .hooks = &hooks};
  const Calculation combine = combination(request);
  bool first = true;
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const std::uint64_t index = indices.at({row, col});
      const auto entry = table.entry(index, mode);
      if (!entry) continue;
      Place to{*entry, col};
      hooks.origin(request, {row, col}, to);
      const std::int64_t offset = table.offset(to.row, to.col);
      const std::uint64_t from = hooks.moved(request[1].element, src.get(row, col));
      const std::array<std::uint64_t, 3> in{from, table.get(offset), index};
      const std::uint64_t bits =
          combine == nullptr ? from : unit.compute(combine, Inputs(in).first(2));
      table.set(offset, hooks.written({request, {row, col}, in, first}, bits));
      first = false;
      hooks.spent(request, src, {row, col}, bits);
    }
  }
}

}  // namespace assay::simulator
