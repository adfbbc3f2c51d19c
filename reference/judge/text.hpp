// SPDX-License-Identifier: Apache-2.0
// Expected text x printed text -> Verdict.
#pragma once

#include <string_view>

#include "reference/isa/spec/expected.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// Verdict on printed text.
Verdict compare_text(const ExpectedText& expected, std::string_view got);

}  // namespace assay
