// SPDX-License-Identifier: Apache-2.0
// Executes instructions of arithmetic by their rows.
#include "runners/simulator/elementwise/arithmetic.hpp"

#include <algorithm>
#include <bit>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

void run_reads(Reads reads, const Request& request, const Seams& seams, const Lane& lane) {
  switch (reads) {
    case Reads::one:
      return run_lanes(request, seams, {1}, lane);
    case Reads::two:
      return run_lanes(request, seams, {1, 2}, lane);
    case Reads::three:
      return run_lanes(request, seams, {1, 2, 3}, lane);
    case Reads::two_and_old:
      return run_lanes(request, seams, {1, 2, 0}, lane);
  }
}

void convert_in_place(const Request& request) {
  Tile first(request[1]), second(request[2]);
  for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
    for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
      const auto a = static_cast<float>(static_cast<std::int32_t>(first.get(row, col)));
      const auto b = static_cast<float>(static_cast<std::int32_t>(second.get(row, col)));
      first.set(row, col, static_cast<std::uint64_t>(static_cast<std::int64_t>(a)));
      second.set(row, col, std::bit_cast<std::uint32_t>(b));
    }
  }
}

}  // namespace

Calculation calculation_of(const Request& request, std::uint32_t element) {
  return is_integer(element) ? request.row->integer : request.row->floating;
}

void run_arithmetic(const Request& request, const Seams& seams) {
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = request.machine == Machine::a5 && request.form == "precise",
                  .request = &request,
                  .seams = &seams};
  const Calculation calculate = calculation_of(request, unit.element);
  // A narrower destination stands for what the register reaches.
  assay_operand reached = request[0];
  Request within = request;
  if (request.row->short_register && unit.machine == Machine::a5 && width_of(unit.element) == 64) {
    reached.valid_cols = std::min(reached.valid_cols, register_columns);
    within.operands[0] = &reached;
  }
  run_reads(request.row->reads, within, seams,
            [&](Inputs in) { return unit.compute(calculate, in); });
}

void run_remainder(const Request& request, const Seams& seams) {
  run_arithmetic(request, seams);
  const bool consumes = request.machine == Machine::a2a3 && request.form == "consuming";
  // src0 comes back from float, src1 does not.
  if (consumes && request[0].element == ASSAY_I32) convert_in_place(request);
}

}  // namespace assay::simulator
