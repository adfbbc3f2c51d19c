// SPDX-License-Identifier: Apache-2.0
// MGATHER: rows or elements of a table in global memory.
#include <array>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/gathering/tables.hpp"
#include "runners/simulator/table/gathering.hpp"

namespace assay::simulator {

void run_table_gather(const Request& request, const Hooks& hooks) {
  const std::string_view mode = request.attribute("GatherOOB");
  const Region worked = worked_region(request, hooks, request[0]);
  Output dst(request, request[0], hooks);
  const Table table(request, request[1], hooks);
  const Indices indices(request, request[2]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const std::uint64_t index = indices.at({row, col});
      const auto entry = table.entry(index, mode);
      Place from{entry.value_or(0), col};
      hooks.origin(request, {row, col}, from);
      const std::uint64_t there = table.get(table.offset(from.row, from.col));
      const std::uint64_t bits = entry ? hooks.moved(request[1].element, there) : 0;
      const std::array<std::uint64_t, 2> in{bits, index};
      dst.put({row, col}, bits, in);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
