// SPDX-License-Identifier: Apache-2.0
// A backend inside the process that calls it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "runners/backend.h"
#include "runners/support/errors.hpp"

namespace assay::runners {

/// The backend that the specification names cannot be had; the sentence says why.
class BadBackend : public UsageError {
 public:
  using UsageError::UsageError;
};

/// Owns whatever keeps the backend alive.
using LoadedBackend = std::shared_ptr<const assay_backend>;

/// What a backend may be, for texts.
inline constexpr std::string_view backend_forms =
    "simulator, simulator:fault=NAME, plugin:FILE.so, exec:COMMAND, sdk (with --sdk-include), or, "
    "for "
    "run and judge, replay:FILE.h5";

/// One of the backend_forms. Throws BadBackend.
LoadedBackend load_backend(const std::string& specification);

/// Which device of a backend a process opens.
struct DeviceChoice {
  bool only = false;  ///< the device of this number, or none; else this number modulo their count
  unsigned number = 0;
};
/// Opens it and returns its name, or nothing where the backend names no devices. Throws BadBackend.
std::string open_device(const assay_backend& backend, DeviceChoice choice);

/// Throws BadBackend where the specification is wrong in itself, before any process starts.
void check_backend_name(const std::string& specification);

}  // namespace assay::runners
