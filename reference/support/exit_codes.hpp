// SPDX-License-Identifier: Apache-2.0
// The exit codes of commands.
#pragma once

namespace assay {

inline constexpr int exit_conforms = 0;  ///< nothing that was judged is against the implementation
inline constexpr int exit_deviates = 1;  ///< something deviates, or too little was judged
inline constexpr int exit_usage = 2;     ///< the request cannot be executed
inline constexpr int exit_infra = 3;     ///< the machine, the board or the harness is at fault

}  // namespace assay
