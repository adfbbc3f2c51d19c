// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles in several steps or with scratch: one sheet per instruction.
#include <algorithm>
#include <array>
#include <bit>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/narrowing.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

constexpr std::array sheets{
    Sheet{"TREM", integer_modulo, float_modulo, true},
    Sheet{"TFMOD", integer_fmod, float_fmod},
    Sheet{"TPOW", integer_power, float_power},
    Sheet{"TPRELU", integer_sloped, float_sloped},
    Sheet{"TADDC", integer_sum_of_three, float_sum_of_three},
    Sheet{"TSUBC", integer_difference_and_sum, float_difference_and_sum},
    Sheet{"TMULADDDST", integer_accumulated, float_accumulated},
    Sheet{"TFUSEDMULADD", integer_multiplied, float_multiplied},
    Sheet{"TFUSEDMULADDRELU", integer_multiplied_rectified, float_multiplied_rectified},
    Sheet{"TSUBRELU", integer_difference_rectified, float_difference_rectified},
};

const Sheet& sheet_of(const Request& request) {
  return *std::ranges::find(sheets, request.op, &Sheet::op);
}

Answer run_plain(const Request& request, Device& device) {
  return run_sheet(sheet_of(request), request, device);
}

/// A2A3 converts int32 sources in place: src0 comes back from float, src1 does not.
void convert_in_place(const Request& request) {
  Tile first(request[1], Device{}), second(request[2], Device{});
  for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
    for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
      const auto a = static_cast<float>(static_cast<std::int32_t>(first.get(row, col)));
      const auto b = static_cast<float>(static_cast<std::int32_t>(second.get(row, col)));
      first.set(row, col, static_cast<std::uint64_t>(static_cast<std::int64_t>(a)));
      second.set(row, col, std::bit_cast<std::uint32_t>(b));
    }
  }
}

Answer run_trem(const Request& request, Device& device) {
  const bool consumes = request.machine == Machine::a2a3 && request.form == "consuming";
  Answer answer = run_plain(request, device);
  if (answer.status == ASSAY_DONE && consumes && request[0].element == ASSAY_I32) {
    convert_in_place(request);
  }
  return answer;
}

constexpr std::array ops{
    Entry{"TREM", run_trem},
    Entry{"TFMOD", run_plain},
    Entry{"TPOW", run_plain},
    Entry{"TPRELU", run_plain},
    Entry{"TADDC", run_plain},
    Entry{"TSUBC", run_plain},
    Entry{"TMULADDDST", run_plain},
    Entry{"TFUSEDMULADD", run_plain},
    Entry{"TFUSEDMULADDRELU", run_plain},
    Entry{"TSUBRELU", run_plain},
    Entry{"TADDRELUCONV", run_narrowed_sum},
    Entry{"TSUBRELUCONV", run_narrowed_difference},
    Entry{"TADDDEQRELU", run_scaled_sum},
};

}  // namespace

std::span<const Entry> compound_ops() { return ops; }

}  // namespace assay::simulator
