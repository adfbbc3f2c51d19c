// SPDX-License-Identifier: Apache-2.0
// Nothing that a worker starts outlives it, or the run.
#pragma once

namespace assay::runners {

/// Goes on in a child of this process, in a group of its own. The remaining process waits for the
/// end of the child, of the run (the parent), or for a SIGTERM. It then ends all processes that the
/// child started (in any group or session, by any forks), and ends as the child ended.
void guard_descendants();

}  // namespace assay::runners
