// SPDX-License-Identifier: Apache-2.0
// The command as a function.
#pragma once

namespace assay::runners {

/// Does what the command line says and returns the exit code. What cannot be done is one sentence
/// on standard error.
int run_program(int argc, const char* const* argv);

}  // namespace assay::runners
