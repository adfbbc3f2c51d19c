// SPDX-License-Identifier: Apache-2.0
// What a command answers the shell that called it.
#pragma once

namespace assay {

inline constexpr int exit_conforms = 0;  ///< nothing that was judged is against the implementation
inline constexpr int exit_deviates = 1;  ///< something is, or too little was judged to say
inline constexpr int exit_usage = 2;     ///< what was asked for cannot be done
inline constexpr int exit_infra = 3;     ///< the machine, the board or the harness is at fault

}  // namespace assay
