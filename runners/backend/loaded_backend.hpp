// SPDX-License-Identifier: Apache-2.0
// A backend inside the process that calls it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "runners/backend.h"
#include "runners/support/errors.hpp"

namespace assay::runners {

/// The backend that a text names cannot be had; the sentence says why.
class BadBackend : public UsageError {
 public:
  using UsageError::UsageError;
};

/// An answer of a backend that was not requested.
struct StrayWords {
  std::uint64_t calls_ago = 0;  ///< executions since the one that it belongs to; 0: unknown
  std::string text;
};

/// A backend, and the objects that keep it alive.
struct LoadedBackend {
  std::shared_ptr<const assay_backend> backend;
  /// Takes what it said since it was asked last; none where a backend can say nothing by itself.
  /// `patient`: nothing will be asked for a while, so what is under way may arrive.
  std::function<std::optional<StrayWords>(bool patient)> stray = {};
  /// Announces the images that operands of later calls point into; an empty list ends that.
  /// For one in the tree that makes the calls of programs one by one, and has memories of its own.
  std::function<void(std::span<const assay_image> images)> share = {};

  const assay_backend& operator*() const { return *backend; }
  const assay_backend* operator->() const { return backend.get(); }
};

}  // namespace assay::runners
