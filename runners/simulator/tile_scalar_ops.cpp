// SPDX-License-Identifier: Apache-2.0
// Tile with scalar, and bitwise logic.
#include <fmt/format.h>

#include <array>

#include "runners/simulator/tile_scalar.hpp"

namespace assay::simulator {
namespace {

constexpr std::array ops{Entry{"TAND", run_tand},          Entry{"TOR", run_tor},
                         Entry{"TXOR", run_txor},          Entry{"TNOT", run_tnot},
                         Entry{"TSHL", run_tshl},          Entry{"TSHR", run_tshr},
                         Entry{"TAXPY", run_taxpy},        Entry{"TADDS", run_with_scalar},
                         Entry{"TSUBS", run_with_scalar},  Entry{"TMULS", run_with_scalar},
                         Entry{"TMINS", run_with_scalar},  Entry{"TMAXS", run_with_scalar},
                         Entry{"TLRELU", run_with_scalar}, Entry{"TDIVS", run_with_scalar},
                         Entry{"TFMODS", run_with_scalar}, Entry{"TREMS", run_with_scalar},
                         Entry{"TPOWS", run_with_scalar},  Entry{"TADDSC", run_with_scalar},
                         Entry{"TSUBSC", run_with_scalar}, Entry{"TSHLS", run_with_scalar},
                         Entry{"TSHRS", run_with_scalar},  Entry{"TANDS", run_with_scalar},
                         Entry{"TORS", run_with_scalar},   Entry{"TXORS", run_with_scalar}};

}  // namespace

std::span<const Entry> tile_scalar_ops() { return ops; }

Answer run_with_scalar(const Request& request, Device& device) {
  const ScalarSheet* sheet = scalar_sheet(request.op);
  return sheet == nullptr ? no_such_form(request) : run_scalar_sheet(*sheet, request, device);
}

Answer no_such_form(const Request& request) {
  return {ASSAY_UNSUPPORTED, fmt::format("{}: form {} is not simulated", request.op, request.form)};
}

}  // namespace assay::simulator
