// SPDX-License-Identifier: Apache-2.0
// The version that golden files record: it changes whenever an expected value may change.
#pragma once

#include <string_view>

namespace assay {

inline constexpr std::string_view reference_version = "11";

}  // namespace assay
