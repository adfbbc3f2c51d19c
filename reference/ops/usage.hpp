// SPDX-License-Identifier: Apache-2.0
// Which ops kernels call.
#pragma once

#include <string_view>

namespace assay {

/// How often kernels call an op behind the one that wrote what it reads (empty: nothing), in
/// relation to others. From counts of call sites and of neighbours in public kernels; who draws by
/// it leaves no op out.
int usage_weight(std::string_view op, std::string_view behind);

}  // namespace assay
