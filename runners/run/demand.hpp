// SPDX-License-Identifier: Apache-2.0
// What a tool that sees the types of a call must do with it (decision 213).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "reference/isa/case/case.hpp"

namespace assay::runners {

enum class Language : std::uint8_t { cpp, pto };

/// "cpp" or "pto"; throws UsageError for another name.
Language language_named(const std::string& name);
std::string_view name_of(Language language);

/// What a tool that sees the types of a call, and nothing that is known at launch alone, must do.
struct Demand {
  enum class Kind : std::uint8_t { take, refuse, open };
  Kind kind = Kind::take;
  std::string reason;  ///< why it is open
};
Demand demand_of(const Case& test_case, Language language);

}  // namespace assay::runners
