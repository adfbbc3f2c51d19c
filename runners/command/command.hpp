// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "runners/support/errors.hpp"

namespace assay::runners {

/// The command that the command line selects.
struct Command {
  std::function<int()> run;  ///< returns the exit code
  int file_error =
      exit_infra;  ///< exit code of a FileError: 2 where the file was an argument to read
};

}  // namespace assay::runners
