// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace assay {

/// Which execution of a case is which. The repeat follows the first at once: a result that flips
/// with every call, or that is the previous call's, differs there.
inline constexpr std::size_t first_trial = 0;         ///< contents with the first poison
inline constexpr std::size_t repeat_trial = 1;        ///< the same again
inline constexpr std::size_t other_poison_trial = 2;  ///< contents with the second poison

}  // namespace assay
