// SPDX-License-Identifier: Apache-2.0
// Starting a worker process.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace assay::runners {

struct SpawnOptions {
  std::filesystem::path program;
  std::string backend;
  std::string device;  ///< "turn:N" or "only:N"
  std::string memory;  ///< bytes of address space, 0 for no limit
  int socket = -1;     ///< descriptors of this process; all at least 10
  int arena = -1;
  int output = -1;  ///< becomes the worker's standard output and error
};

/// Starts `program backend device memory` in a process group of its own. Throws InfraError.
pid_t spawn_worker(const SpawnOptions& options);

}  // namespace assay::runners
