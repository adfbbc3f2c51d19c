// SPDX-License-Identifier: Apache-2.0
// Nothing that a worker starts outlives it, or the run.
#pragma once

namespace assay::runners {

/// Goes on in a child of this process, in a group of its own. What remains here waits for the end
/// of the child, of the run (the parent), or for a SIGTERM, ends all that the child started however
/// far it went (groups, sessions, second forks), and ends as the child ended.
void guard_descendants();

}  // namespace assay::runners
