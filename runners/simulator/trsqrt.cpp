// SPDX-License-Identifier: Apache-2.0
// TRSQRT: reciprocal square root of every valid element.
#include <algorithm>
#include <cmath>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/rules/steps.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

std::uint64_t root_of(FloatFormat format, double value) {
  // The library's root of a negative number reports an error, which takes ten times as long.
  if (value < 0) return quiet_nan(format);
  // The host's double divides and takes roots more precisely than either format can show.
  return encode(format, 1.0L / std::sqrt(static_cast<long double>(value)));
}

std::uint64_t result_of(const Device& device, std::uint32_t element, std::uint64_t bits) {
  const FloatFormat format = *float_format(element);
  if (device.has(Fault::subnormals_flushed) || device.has(Fault::zero_sign_lost)) {
    bits = device.moved(element, bits);
  }
  const std::uint64_t result =
      is_nan(format, bits) ? bits | quiet_nan(format) : root_of(format, value_of(element, bits));
  if (is_nan(format, result)) return device.moved(element, result);
  const bool off = device.has(Fault::off_by_one_ulp) && !is_infinite(format, result);
  return off ? result + 1 : result;
}

}  // namespace

Answer run_trsqrt(const Request& request, Device& device) {
  const bool with_tmp = request.form == "tmp";
  const bool understood = with_tmp ? request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})
                                   : request.takes({ASSAY_TILE, ASSAY_TILE});
  if (!understood || (!with_tmp && request.form != "plain")) {
    return {ASSAY_UNSUPPORTED, "TRSQRT: this form is not simulated"};
  }
  Rules rules(request, device);
  root_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  if (device.has(Fault::writes_nothing)) return {};
  const assay_operand& valid = request[0];
  const std::int64_t rows = device.has(Fault::ignores_valid_rows) ? valid.rows : valid.valid_rows;
  const std::int64_t cols =
      device.has(Fault::ignores_valid_columns) ? valid.cols : valid.valid_cols;
  Output dst(valid, device);
  Tile src(request[1], Device{});
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      const bool slips =
          device.has(Fault::reads_outside_valid) && col + 1 == cols && cols < request[1].cols;
      const std::uint64_t bits = src.get(row, slips ? col + 1 : col);
      const std::uint64_t result = result_of(device, valid.element, bits);
      dst.put(row, col, result);
      if (device.has(Fault::modifies_input)) src.set(row, col, result);
    }
  }
  dst.finish();
  return {};
}

}  // namespace assay::simulator
