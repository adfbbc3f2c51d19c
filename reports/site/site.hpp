// SPDX-License-Identifier: Apache-2.0
// The runs of a history as static pages, which need no server and no network.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "reports/findings/history.hpp"

namespace assay::reports {

/// Takes the name of a file and its content.
using PageSink = std::function<void(const std::string& name, const std::string& html)>;

/// Makes index.html with all runs, and a page for each run, op, finding and board, and
/// compare.html, which compares any two runs. `runs` are the oldest first. A page holds all that it
/// shows.
void make_site(std::span<const RunSummary> runs, const PageSink& take);

}  // namespace assay::reports
