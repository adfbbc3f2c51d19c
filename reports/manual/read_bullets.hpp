// SPDX-License-Identifier: Apache-2.0
// Pages of bullets as Markdown: a heading for each page with these bullets, the bullets in order,
// then a reason for each number among them. Decision 077 explains the notation.
#pragma once

#include <string_view>

#include "reports/manual/bullets.hpp"

namespace assay::reports {

/// Adds the pages of a family by op. Throws std::invalid_argument unless the bullets of a page are
/// as many as its heading says, and each number with a reason is the place of a bullet.
void read_manual_pages(std::string_view text, ManualPages& pages);

}  // namespace assay::reports
