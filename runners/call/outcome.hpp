// SPDX-License-Identifier: Apache-2.0
// What a worker's answer to one execution means.
#pragma once

#include <cstdint>

#include "reference/isa/case.hpp"
#include "runners/call/worker_protocol.hpp"

namespace assay::runners {

/// The outcome that a slot tells; `infra` for a status that does not exist and for more text than
/// the buffer of the call has room for.
Outcome outcome_of(const ExecutionSlot& slot, std::uint64_t text_capacity);

}  // namespace assay::runners
