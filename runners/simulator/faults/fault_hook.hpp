// SPDX-License-Identifier: Apache-2.0
// The common base of all wrappers around the hooks: state that the device keeps from call to call.
#pragma once

#include <cstdint>
#include <optional>

#include "runners/simulator/core/hooks.hpp"

namespace assay::simulator {

/// State that outlives one call.
struct History {
  std::uint64_t calls = 0;                ///< calls executed before this one
  std::optional<std::uint64_t> leftover;  ///< first result of the previous call
};

/// Changes nothing, and remembers. A fault is a class that overrides the hooks where it applies.
class FaultHook : public Hooks {
 public:
  explicit FaultHook(History& history) : history_(&history) {}

  std::uint64_t written(const Written& element, std::uint64_t bits) const final {
    const std::uint64_t fresh = stored(element, bits);
    if (!element.first) return fresh;
    const std::uint64_t result = recalled(fresh);
    history_->leftover = fresh;
    return result;
  }

 protected:
  const History& history() const { return *history_; }

 private:
  /// The pattern that is stored for an element.
  virtual std::uint64_t stored(const Written&, std::uint64_t bits) const { return bits; }
  /// The first one of a call.
  virtual std::uint64_t recalled(std::uint64_t fresh) const { return fresh; }

  History* history_;
};

/// The element type of the other sign, where there is one.
constexpr std::uint32_t signed_kind(std::uint32_t element) {
  switch (element) {
    case ASSAY_U8:
      return ASSAY_I8;
    case ASSAY_U16:
      return ASSAY_I16;
    case ASSAY_U32:
      return ASSAY_I32;
    case ASSAY_U64:
      return ASSAY_I64;
    default:
      return element;
  }
}
constexpr std::uint32_t unsigned_kind(std::uint32_t element) {
  switch (element) {
    case ASSAY_I8:
      return ASSAY_U8;
    case ASSAY_I16:
      return ASSAY_U16;
    case ASSAY_I32:
      return ASSAY_U32;
    case ASSAY_I64:
      return ASSAY_U64;
    default:
      return element;
  }
}

}  // namespace assay::simulator
