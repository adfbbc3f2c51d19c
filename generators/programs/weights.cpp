// SPDX-License-Identifier: Apache-2.0
// Which ops programs are made of.
#include "generators/programs/weights.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

struct Weight {
  std::string_view op;
  int weight;
};

// Call sites in public kernels, on a scale that leaves every other op its turn.
constexpr int usual_weight = 2;
constexpr std::array weights{
    Weight{"TLOAD", 24}, Weight{"TSTORE", 24}, Weight{"TEXTRACT", 16}, Weight{"TMATMUL_ACC", 12},
    Weight{"TMOV", 16},  Weight{"TMATMUL", 12}, Weight{"TCVT", 8},      Weight{"TADD", 8},
    Weight{"TMUL", 8},   Weight{"TSUB", 6},     Weight{"TEXP", 4},      Weight{"TMULS", 6},
    Weight{"TROWSUM", 6}, Weight{"TROWMAX", 6},  Weight{"TFILLPAD", 4},  Weight{"TTRANS", 4},
};

struct Neighbours {
  std::string_view first;
  std::string_view second;
  int factor;
};

// Pairs that are frequent there.
constexpr std::array neighbours{
    Neighbours{"TLOAD", "TEXTRACT", 3},      Neighbours{"TLOAD", "TMOV", 3},
    Neighbours{"TEXTRACT", "TMATMUL", 6},    Neighbours{"TEXTRACT", "TMATMUL_ACC", 6},
    Neighbours{"TMOV", "TMATMUL", 4},        Neighbours{"TMATMUL", "TMATMUL_ACC", 6},
    Neighbours{"TCVT", "TSTORE", 3},         Neighbours{"TMUL", "TROWSUM", 4},
    Neighbours{"TSTORE", "TLOAD", 6},        Neighbours{"TTRANS", "TTRANS", 6},
    Neighbours{"TROWMAX", "TROWEXPANDSUB", 6}, Neighbours{"TROWSUM", "TROWEXPANDDIV", 6},
};

bool prints(const Form& form) {
  return std::ranges::any_of(form.results,
                             [](const Result& result) { return result.operand == "text"; });
}

}  // namespace

std::vector<Callee> callees(Target target) {
  std::vector<Callee> found;
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      const bool fits = form.targets.contains(target) && !form.results.empty() && !prints(form) &&
                        !form.reads_invalid_region;
      if (fits) found.push_back({&op, &form});
    }
  }
  return found;
}

int weight_of(std::string_view op, std::string_view behind) {
  const auto known = std::ranges::find(weights, op, &Weight::op);
  int weight = known == weights.end() ? usual_weight : known->weight;
  for (const Neighbours& pair : neighbours) {
    if (pair.first == behind && pair.second == op) weight *= pair.factor;
  }
  return weight;
}

}  // namespace assay::generators
