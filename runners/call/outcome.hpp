// SPDX-License-Identifier: Apache-2.0
// The meaning of a worker's answer to one execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/isa/case/case.hpp"
#include "runners/call/image.hpp"
#include "runners/call/worker_protocol.hpp"

namespace assay::runners {

/// The outcome that a slot records; `infra` for a status that does not exist and for more text than
/// the buffer of the call has room for.
Outcome outcome_of(const ExecutionSlot& slot, std::uint64_t text_capacity);

/// The same of all calls of an execution in the image that was read: `done`, or that of the first
/// call that is not done, with its number.
Outcome outcome_of(const CallImage& image, std::span<const std::byte> arena, std::size_t execution,
                   std::uint64_t text_capacity);

/// The changes that the calls of an execution left in their process: a set of ProcessChange.
std::uint32_t changes_of(const CallImage& image, std::span<const std::byte> arena,
                         std::size_t execution);

}  // namespace assay::runners
