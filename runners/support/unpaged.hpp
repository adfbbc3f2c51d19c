// SPDX-License-Identifier: Apache-2.0
// Instructions of the manual that have no page here: decision 192, inside the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::runners {

struct Unpaged {
  std::string mnemonic;
  std::string reason;  ///< what is missing, a sentence without a full stop
};

/// In the order of the decision.
std::vector<Unpaged> all_unpaged();

/// Why `mnemonic`, whatever its case, has no page: a sentence that names the decision. Empty if it
/// is no such instruction.
std::string why_unpaged(std::string_view mnemonic);

}  // namespace assay::runners
