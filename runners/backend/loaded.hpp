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

#include "reference/isa/backend_spec.hpp"
#include "runners/backend.h"
#include "runners/support/errors.hpp"

namespace assay::runners {

/// The backend that a text names cannot be had; the sentence says why.
class BadBackend : public UsageError {
 public:
  using UsageError::UsageError;
};

/// What a backend said when nobody had asked.
struct StrayWords {
  std::uint64_t calls_ago = 0;  ///< executions since the one that it belongs to; 0: nobody knows
  std::string text;
};

/// A backend, and whatever keeps it alive.
struct LoadedBackend {
  std::shared_ptr<const assay_backend> backend;
  /// Takes what it said since it was asked last; none where a backend can say nothing by itself.
  /// `patient`: nothing will be asked for a while, so what is under way may arrive.
  std::function<std::optional<StrayWords>(bool patient)> stray = {};
  /// Tells it the images that operands of the calls to come point into, until it is told of none.
  /// For one in the tree that makes the calls of programs one by one, and has memories of its own.
  std::function<void(std::span<const assay_image> images)> share = {};

  const assay_backend& operator*() const { return *backend; }
  const assay_backend* operator->() const { return backend.get(); }
};

/// What a backend may be, for texts.
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
