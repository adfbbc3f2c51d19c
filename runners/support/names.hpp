// SPDX-License-Identifier: Apache-2.0
// Names that users type, looked up with a helpful refusal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/target.hpp"

namespace assay::runners {

/// Each throws UsageError with the nearest known name.
Target known_target(std::string_view name);
ElementType known_element(std::string_view name);
const OpSpec& known_op(std::string_view mnemonic);

/// Pages whose mnemonic matches a shell pattern of a list with commas, whatever its case, each once
/// and in the catalogue's order; throws UsageError where a pattern of the list has none.
std::vector<const OpSpec*> matching_ops(const std::string& patterns);

/// "a,b" as its parts; empty parts are dropped.
std::vector<std::string> split_list(std::string_view list);

}  // namespace assay::runners
