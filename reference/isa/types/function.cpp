// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/types/function.hpp"

#include <array>

namespace assay {
namespace {

struct Row {
  std::string_view name;
  int arity;
};

constexpr std::array<Row, function_count> table{{
    {"identity", 1},
    {"add", 2},
    {"subtract", 2},
    {"multiply", 2},
    {"divide", 2},
    {"fused_multiply_add", 3},
    {"square_root", 1},
    {"reciprocal_square_root", 1},
    {"reciprocal", 1},
    {"exponential", 1},
    {"logarithm", 1},
    {"power", 2},
    {"truncated_remainder", 2},
    {"floored_remainder", 2},
    {"nearest_remainder", 2},
}};

constexpr std::array<std::string_view, 6> mode_names{"nearest_even", "nearest_away", "floor",
                                                     "ceil",         "toward_zero",  "odd"};

}  // namespace

std::string_view name_of(RoundMode mode) { return mode_names[static_cast<std::size_t>(mode)]; }

int arity(Function function) { return table[static_cast<std::size_t>(function)].arity; }

std::string_view name_of(Function function) {
  return table[static_cast<std::size_t>(function)].name;
}

}  // namespace assay
