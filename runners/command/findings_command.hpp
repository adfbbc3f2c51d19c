// SPDX-License-Identifier: Apache-2.0
// `assay findings`: the failures of a run, grouped by what they share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "reference/judge/record.hpp"
#include "reports/finding.hpp"

namespace assay::runners {

enum class TextFormat : std::uint8_t { text, json, markdown };

struct FindingsOptions {
  std::string run;  ///< folder or journal
  std::string history;
  TextFormat format = TextFormat::text;
};

/// 1 where there is a finding.
int findings_command(const FindingsOptions& options);

}  // namespace assay::runners
