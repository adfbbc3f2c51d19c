// SPDX-License-Identifier: Apache-2.0
// The inputs of the worst elements of a run's cases, made again from their names.
#pragma once

#include <filesystem>

#include "reports/findings/extras.hpp"

namespace assay::runners {

/// For the cases of the run in a folder. A case that cannot be made again has no inputs: its file
/// is gone, or another suite version drew it. Neither has a program.
reports::WorstInputs worst_inputs_of(const std::filesystem::path& run);

}  // namespace assay::runners
