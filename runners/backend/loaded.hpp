// SPDX-License-Identifier: Apache-2.0
// A backend inside the process that calls it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reference/isa/case/backend_spec.hpp"
#include "runners/backend.h"
#include "runners/backend/loaded_backend.hpp"

namespace assay::runners {

/// The forms of a backend's text, for help texts and messages.
inline constexpr std::string_view backend_forms =
    "simulator, simulator:fault=NAME, simulator:errata=NUMBER, plugin:FILE.so, exec:COMMAND, sdk "
    "(with --sdk-include), or, for run, judge, replay and shrink, replay:FILE.h5";

/// Throws BadBackend for a text that names no backend, or a fault that the simulator has not.
BackendSpec backend_named(const std::string& text);
/// The same, where it must be one that a process can load: no library that is yet to be compiled,
/// and nothing stored.
BackendSpec executable_backend(const std::string& text);

/// An executable one. Throws BadBackend.
LoadedBackend load_backend(const BackendSpec& spec);

/// Which device of a backend a process opens.
struct DeviceChoice {
  bool only = false;  ///< the device of this number, or none; else this number modulo their count
  unsigned number = 0;
};
/// Opens it and returns its name, or nothing where the backend names no devices. Throws BadBackend.
std::string open_device(const assay_backend& backend, DeviceChoice choice);

}  // namespace assay::runners
