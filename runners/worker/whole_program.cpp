// SPDX-License-Identifier: Apache-2.0
// Progress of a backend that makes the calls of a program by itself, read after its end.
#include "runners/worker/whole_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace assay::runners {

void locate(WorkerExit& worker_exit, const Program& program, const CallProgress& progress) {
  Outcome& outcome = worker_exit.outcome;
  if (const std::optional<std::size_t> begun = progress.begun()) {
    outcome.call = *begun;
    return;
  }
  outcome.call = progress.shown();
  outcome.somewhere = true;
  outcome.message += fmt::format(
      "; the backend does not say in which call; the first that it did not show is call {} of {}, "
      "{}",
      outcome.call + 1, program.steps.size(), program.steps[outcome.call].test.form().op);
}

void add_shown(const Program& program, const CallProgress& progress, std::size_t calls,
               Trial& trial) {
  const std::size_t shown = std::min(calls, progress.shown());
  for (std::size_t call = 0; call < shown; ++call) {
    std::span<const std::byte> rest = progress.behind(call);
    for (const ProgramImage& image : program.images) {
      const auto bytes = static_cast<std::size_t>(image.bytes);
      ElementArray& memory = trial.after.emplace_back(ElementType::u8, image.bytes);
      std::ranges::copy(rest.first(bytes), memory.bytes().begin());
      rest = rest.subspan(bytes);
    }
  }
}

}  // namespace assay::runners
