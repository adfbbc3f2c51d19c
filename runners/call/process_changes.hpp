// SPDX-License-Identifier: Apache-2.0
// Changes that a call can leave in the process that ran it, and that would affect later calls.
#pragma once

#include <cstdint>
#include <string>

namespace assay::runners {

/// A set of these, as ExecutionSlot::changes has it.
enum ProcessChange : std::uint32_t {
  subnormals_flushed = 1U << 0U,   ///< FTZ, DAZ, FZ
  rounding_changed = 1U << 1U,     ///< another mode than to nearest, ties to even
  exceptions_unmasked = 1U << 2U,  ///< a floating-point exception would be a signal
  x87_changed = 1U << 3U,          ///< precision, rounding or masks of x87, or registers in use
  flags_changed = 1U << 4U,        ///< string operations run down, unaligned accesses are signals
  signals_masked = 1U << 5U,       ///< other signals are blocked
  timers_armed = 1U << 6U,         ///< a timer will send a signal
  locale_changed = 1U << 7U,       ///< of the process or of the thread
  among_a_batch = 1U << 31U,       ///< by one of the calls that a backend was given together
};

/// "subnormals flushed to zero, locale"; empty where there is none.
std::string text_of_changes(std::uint32_t changes);

}  // namespace assay::runners
