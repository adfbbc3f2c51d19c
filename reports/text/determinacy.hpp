// SPDX-License-Identifier: Apache-2.0
// How much of what pages promise is pinned down, as a table.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "reference/judge/runs/determinacy.hpp"

namespace assay::reports {

/// Elements of one op, on one target, with one element type of the lead operand.
struct PinnedRow {
  std::string family;
  std::string op;
  std::string target;
  std::string dtype;
  Determinacy counts;
  bool open_is_explained = false;  ///< the page says by what its open places are open
};

/// Shares in percent: a row per family and one for all; then ops of which less is pinned than
/// `least` (0 to 1), or, with `all`, every row.
void print_pinned(std::ostream& out, std::span<const PinnedRow> rows, double least, bool all);

/// {"rows": [...], "families": [...], "total": {...}}, counts of elements.
std::string pinned_as_json(std::span<const PinnedRow> rows);

}  // namespace assay::reports
