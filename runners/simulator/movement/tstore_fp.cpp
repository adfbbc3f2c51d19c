// SPDX-License-Identifier: Apache-2.0
// TSTORE_FP: an accumulator goes to global memory, every column by its descriptor.
#include <array>
#include <cstdint>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/movement/quantiser.hpp"
#include "runners/simulator/rules/drain.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void drained_view_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  const ViewDims dims = view_dims(dst.layout);
  rules.launch(src.valid_rows == extent(dst, dims.rows) && src.valid_cols == extent(dst, dims.cols),
               "the valid region must have the rows and columns of the view");
  rules.launch(request.machine != Machine::a2a3 || src.valid_cols > 0,
               "src must have a valid column");
}

void run_quantised_store(const Request& request, const Seams& seams) {
  const assay_operand &from = request[1], &scales = request[2];
  assay_operand dst = request[0];
  seams.view(request, dst);
  Tile src(from, seams);
  Tile fp(scales, seams);
  Drain drain{request.machine, from.element, dst.element,
              request.attribute("ReluPreMode") == "NormalRelu"};
  seams.drains(request, drain);
  const int width = width_of(dst.element);
  const auto room = static_cast<std::int64_t>(dst.byte_size) * 8 / width;
  bool first = true;
  walk_view(dst, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
    Place one{0, col};
    seams.origin(request, {row, col}, one);
    const std::array<std::uint64_t, 2> in{seams.moved(from.element, src.get(row, col)),
                                          seams.argument(scales.element, fp.get(one.row, one.col))};
    const std::uint64_t bits = drained(drain, seams, in[0], in[1]);
    const std::uint64_t stored = seams.written({request, {row, col}, in, first}, bits);
    first = false;
    if (offset >= 0 && offset < room) store_bits(dst.data, width, offset, stored);
    seams.spent(request, src, {row, col}, bits);
  });
}

}  // namespace assay::simulator
