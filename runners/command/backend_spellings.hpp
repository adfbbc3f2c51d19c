// SPDX-License-Identifier: Apache-2.0
// How backends are spelled.
#pragma once

#include <span>
#include <string_view>

namespace assay::runners {

struct BackendSpelling {
  std::string_view backend;  ///< "exec:COMMAND"
  std::string_view text;     ///< what it is, in a sentence without its full stop
};

/// All that --backend takes.
std::span<const BackendSpelling> backend_spellings();

}  // namespace assay::runners
