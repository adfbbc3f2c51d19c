// SPDX-License-Identifier: Apache-2.0
// Independent pieces of work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace assay::support {

/// Calls `work` on so many threads, or on one per processor if that is 0: once with every index
/// below `count`, in any order, and returns when all are done. A thread that cannot start is done
/// without: the caller's works too. Throws the first exception of `work`; what has not begun by
/// then never does.
void side_by_side(std::size_t count, const std::function<void(std::size_t)>& work,
                  std::size_t threads = 0);

}  // namespace assay::support
