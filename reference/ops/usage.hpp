// SPDX-License-Identifier: Apache-2.0
// Which ops kernels call.
#pragma once

#include <string_view>
#include <vector>

namespace assay {

/// How often kernels call an op in relation to others. From counts of call sites and of neighbours
/// in public kernels; every op has a weight above zero.
int usage_weight(std::string_view op);

/// An op that kernels call the more often where it reads what a certain other wrote.
struct Follower {
  std::string_view op;
  int factor;
};
/// Of an op; an op may be there more than once.
std::vector<Follower> followers_of(std::string_view op);

}  // namespace assay
