// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/sharing.hpp"

#include <algorithm>
#include <array>

namespace assay {
namespace {

/// What a page says that operands must stand apart in manual mode.
struct Apart {
  std::string_view op;
  TargetSet targets;
};

// A page that names devices speaks for the machine that the CPU stands for as well; that of TRECIP
// speaks of one generation and says so.
constexpr std::array apart{
    Apart{"TANDS", every_target}, Apart{"TORS", every_target},   Apart{"TXORS", every_target},
    Apart{"TXOR", every_target},  Apart{"TPRELU", every_target}, Apart{"TRECIP", {Target::a2a3}},
};

}  // namespace

bool may_share_memory(std::string_view op, Target target) {
  return std::ranges::none_of(
      apart, [&](const Apart& one) { return one.op == op && one.targets.contains(target); });
}

}  // namespace assay
