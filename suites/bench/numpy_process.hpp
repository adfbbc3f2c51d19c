// SPDX-License-Identifier: Apache-2.0
// numpy in a process of its own, asked for one job at a time.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>

namespace assay::bench {

/// Runs numpy_baseline.py with the system's Python. Throws std::runtime_error where it does not
/// start or does not answer.
class NumpyProcess {
 public:
  NumpyProcess();
  NumpyProcess(const NumpyProcess&) = delete;
  NumpyProcess& operator=(const NumpyProcess&) = delete;
  ~NumpyProcess();

  const std::string& version() const { return version_; }
  /// CPU seconds that a job took there.
  double seconds(const std::string& job);

 private:
  std::string answer();

  pid_t process_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
  std::string version_;
};

}  // namespace assay::bench
