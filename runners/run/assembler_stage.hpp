// SPDX-License-Identifier: Apache-2.0
// Which of two is at fault: the assembler that makes the C++ of calls, or the library.
#pragma once

#include <functional>
#include <span>

#include "reference/isa/case/case.hpp"
#include "reference/judge/verdict/verdict.hpp"
#include "runners/sdk/compile/index.hpp"

namespace assay::runners {

/// Says in the verdict of a case what the assembler is at fault for, of which `made` is the answer.
/// `without` gives the verdict of the same case on the library without it, and is called if a legal
/// case fails with its C++.
void judge_assembler(Verdict& verdict, const Case& test_case, std::span<const Trial> trials,
                     sdk::Assembled made, const std::function<Verdict()>& without);

}  // namespace assay::runners
