// SPDX-License-Identifier: Apache-2.0
// Clean-up of a process that is ended by a signal.
#pragma once

#include <memory>
#include <string>

namespace assay::support {

/// From now on SIGINT, SIGTERM and SIGHUP remove the files of remove_on_signals() before they end
/// the process as they do without a handler. What is ignored stays ignored.
void tidy_up_on_signals();

/// Does that for a signal, which ends the process once its handler returns; for handlers of others.
void end_by_signal(int signal);

struct SlotOfPath;
struct GivesBackSlot {
  void operator()(SlotOfPath* slot) const;
};
/// A file is removed by a signal that ends the process while this lives.
using RemovedOnSignals = std::unique_ptr<SlotOfPath, GivesBackSlot>;

/// Takes a path that the working directory does not matter for, or that it never changes under.
/// Empty where there are too many such files or the path is too long.
RemovedOnSignals remove_on_signals(const std::string& path);

}  // namespace assay::support
