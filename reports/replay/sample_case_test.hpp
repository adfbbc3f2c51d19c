// SPDX-License-Identifier: Apache-2.0
// The hand-made case, drawn.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "reference/judge/sample_case_test.hpp"
#include "reports/replay/replay.hpp"

namespace assay::reports {

using sample::next_one;
using sample::one;

struct Sample : sample::SampleCase {
  using SampleCase::SampleCase;

  std::string print(std::size_t limit = 16, bool colour = false) const {
    std::ostringstream out;
    print_replay(out, test, std::vector<Trial>{trial}, std::vector<Expected>{expected}, verdict, {},
                 colour, limit);
    return out.str();
  }
};

}  // namespace assay::reports
