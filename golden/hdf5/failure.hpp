// SPDX-License-Identifier: Apache-2.0
// Errors of HDF5, as sentences of ours.
#pragma once

#include <H5Cpp.h>
#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

namespace assay::golden::h5 {

/// HDF5 refused a step or an object is not what it should be. Says which object and why; a caller
/// that knows the file adds its name.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Keeps HDF5 from printing its error stack, on this thread.
inline void silence() { H5::Exception::dontPrint(); }

/// Runs a step; where HDF5 refuses it, throws Failure("WHAT WHY").
template <typename Step>
auto attempt(std::string_view what, std::string_view why, Step&& step) {
  try {
    return step();
  } catch (const H5::Exception&) {
    throw Failure(fmt::format("{} {}", what, why));
  }
}

}  // namespace assay::golden::h5
