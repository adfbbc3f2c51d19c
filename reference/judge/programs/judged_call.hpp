// SPDX-License-Identifier: Apache-2.0
// Calls of a program, and the verdict on one of them.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/isa/spec/expected.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// Calls [first, last] of a program whose memories were not shown in between.
struct CallRange {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// One call of a program, judged.
struct JudgedCall {
  std::size_t call = 0;
  Verdict verdict;
  std::vector<Trial> trials;
  std::vector<Expected> expected;
};

}  // namespace assay
