// SPDX-License-Identifier: Apache-2.0
// The kinds of tolerances by name, as files and pages spell them.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "reference/isa/spec/expected.hpp"

namespace assay {

/// In the order of Tolerance::Kind.
inline constexpr std::array<std::string_view, 4> tolerance_kind_names{"exact", "correctly_rounded",
                                                                      "ulp", "relative"};

std::string_view name_of(Tolerance::Kind kind);
/// Nothing for a name that no kind has.
std::optional<Tolerance::Kind> tolerance_kind_named(std::string_view name);

}  // namespace assay
