// SPDX-License-Identifier: Apache-2.0
// Cases by name among all pages.
#include "generators/naming.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {

Case case_named(std::string_view name) { return case_named(name, all_ops()); }

}  // namespace assay::generators
