// SPDX-License-Identifier: Apache-2.0
// Which of two is at fault: the assembler that makes the C++ of calls, or the library.
#pragma once

#include <memory>

#include "runners/backend/backend.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/run/case_work.hpp"

namespace assay::runners {

/// The assembler of `choice.sdk`, whose answers are in an index; null where it names none.
/// `choice` is the same library with the limits of its workers.
std::unique_ptr<AssemblerView> assembler_view(BackendChoice choice, std::filesystem::path index);

/// Says in the verdict what the assembler is at fault for. What fails with its C++ is executed and
/// judged once more without it. Throws as AssemblerView does.
void judge_assembler(CaseResult& result, AssemblerView& assembler, const Standard& standard,
                     const std::string& label);

}  // namespace assay::runners
