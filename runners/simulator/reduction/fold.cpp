// SPDX-License-Identifier: Apache-2.0
// Folds the lines of a tile.
#include <algorithm>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

std::uint64_t as_type(std::uint32_t from, std::uint64_t bits, std::uint32_t to) {
  if (from == to) return bits;
  if (is_integer(from)) return static_cast<std::uint64_t>(sign_extended(from, bits));
  return convert(from, bits, to).value_or(0);
}

struct Lines {
  std::int64_t count, length;
};

Lines lines_of(const Request& request, const Hooks& hooks) {
  const assay_operand& src = request[1];
  const bool rows = request.row->along_rows;
  Region worked = worked_region(request, hooks, src);
  hooks.terms(request, src, rows, rows ? worked.cols : worked.rows);
  return rows ? Lines{std::min(worked.rows, request[0].rows), worked.cols}
              : Lines{std::min(worked.cols, request[0].cols), worked.rows};
}

}  // namespace

void run_fold(const Request& request, const Hooks& hooks) {
  const bool rows = request.row->along_rows;
  const std::uint32_t from = request[1].element;
  const Folder folder(request, hooks);
  Tile src(request[1]);
  Output dst(request, request[0], hooks);
  const Lines lines = lines_of(request, hooks);
  if (lines.length == 0) return;
  for (std::int64_t line = 0; line < lines.count; ++line) {
    Folder::Values values;
    for (std::int64_t i = 0; i < lines.length; ++i) {
      const std::uint64_t bits = rows ? src.get(line, i) : src.get(i, line);
      values.push_back(as_type(from, hooks.moved(from, bits), folder.element()));
    }
    hooks.gathered(folder, line, values);
    const std::uint64_t result =
        as_type(folder.element(), folder.total(values), request[0].element);
    const Place place = rows ? Place{line, 0} : Place{0, line};
    dst.put(place, result);
    hooks.spent(request, src, place, result);
  }
  dst.finish();
}

}  // namespace assay::simulator
