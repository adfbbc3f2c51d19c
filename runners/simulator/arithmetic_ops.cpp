// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles: one sheet per instruction.
#include <algorithm>
#include <array>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/ops.hpp"

namespace assay::simulator {
namespace {

constexpr std::array sheets{
    Sheet{"TADD", integer_sum, float_sum},
    Sheet{"TSUB", integer_difference, float_difference},
    Sheet{"TMUL", integer_product, float_product},
    Sheet{"TDIV", integer_quotient, float_quotient, true},
    Sheet{"TMIN", integer_minimum, float_minimum},
    Sheet{"TMAX", integer_maximum, float_maximum},
    Sheet{"TABS", integer_magnitude, float_magnitude},
    Sheet{"TNEG", integer_negation, float_negation, true},
    Sheet{"TRELU", integer_rectified, float_rectified},
    Sheet{"TEXP", integer_exponential, float_exponential},
    Sheet{"TLOG", integer_logarithm, float_logarithm},
    Sheet{"TSQRT", nullptr, float_root},
    Sheet{"TRECIP", integer_reciprocal, float_reciprocal, true},
};

const Sheet& sheet_of(const Request& request) {
  return *std::ranges::find(sheets, request.op, &Sheet::op);
}

Answer run_plain(const Request& request, Device& device) {
  return run_sheet(sheet_of(request), request, device);
}

constexpr std::array ops{
    Entry{"TADD", run_plain},   Entry{"TSUB", run_plain}, Entry{"TMUL", run_plain},
    Entry{"TDIV", run_plain},   Entry{"TMIN", run_plain}, Entry{"TMAX", run_plain},
    Entry{"TABS", run_plain},   Entry{"TNEG", run_plain}, Entry{"TRELU", run_plain},
    Entry{"TEXP", run_plain},   Entry{"TLOG", run_plain}, Entry{"TSQRT", run_plain},
    Entry{"TRECIP", run_plain},
};

}  // namespace

std::span<const Entry> arithmetic_ops() { return ops; }

}  // namespace assay::simulator
