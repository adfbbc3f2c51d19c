// SPDX-License-Identifier: Apache-2.0
// Which ops kernels call.
#include "reference/ops/usage.hpp"

#include <algorithm>
#include <array>

namespace assay {
namespace {

struct Weight {
  std::string_view op;
  int weight;
};

// Call sites in public kernels, on a scale that leaves every other op its turn.
constexpr int usual_weight = 2;
constexpr std::array weights{
    Weight{"TLOAD", 24},
    Weight{"TSTORE", 24},
    Weight{"TEXTRACT", 16},
    Weight{"TMATMUL_ACC", 12},
    Weight{"TMOV", 16},
    Weight{"TMATMUL", 12},
    Weight{"TCVT", 8},
    Weight{"TADD", 8},
    Weight{"TMUL", 8},
    Weight{"TSUB", 6},
    Weight{"TEXP", 4},
    Weight{"TMULS", 6},
    Weight{"TROWSUM", 6},
    Weight{"TROWMAX", 6},
    Weight{"TFILLPAD", 4},
    Weight{"TTRANS", 4},
    Weight{"SET_QUANT_VECTOR", 6},
};

struct Neighbours {
  std::string_view first;
  std::string_view second;
  int factor;
};

// Pairs that are frequent there.
constexpr std::array neighbours{
    Neighbours{"TLOAD", "TEXTRACT", 3},        Neighbours{"TLOAD", "TMOV", 3},
    Neighbours{"TEXTRACT", "TMATMUL", 6},      Neighbours{"TEXTRACT", "TMATMUL_ACC", 6},
    Neighbours{"TMOV", "TMATMUL", 4},          Neighbours{"TMATMUL", "TMATMUL_ACC", 6},
    Neighbours{"TIMG2COL", "TMATMUL", 6},      Neighbours{"TCVT", "TSTORE", 3},
    Neighbours{"TMUL", "TROWSUM", 4},          Neighbours{"TSTORE", "TLOAD", 6},
    Neighbours{"TTRANS", "TTRANS", 6},         Neighbours{"TROWMAX", "TROWEXPANDSUB", 6},
    Neighbours{"TROWSUM", "TROWEXPANDDIV", 6},
};

}  // namespace

int usage_weight(std::string_view op) {
  const auto known = std::ranges::find(weights, op, &Weight::op);
  return known == weights.end() ? usual_weight : known->weight;
}

std::vector<Follower> followers_of(std::string_view op) {
  std::vector<Follower> found;
  for (const Neighbours& pair : neighbours) {
    if (pair.first == op) found.push_back({pair.second, pair.factor});
  }
  return found;
}

}  // namespace assay
