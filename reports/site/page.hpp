// SPDX-License-Identifier: Apache-2.0
// Parts of the pages of a site.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reports/findings/history.hpp"

namespace assay::reports {

/// A whole page: its title, and the content of its body as HTML.
std::string page_html(std::string_view title, std::string_view body);

/// Names of files; equal for equal names, and different for different ones.
std::string page_of_run(const RunSummary& run);
std::string page_of_op(std::string_view op);
std::string page_of_finding(std::string_view id);
std::string page_of_board(std::string_view board);

/// A link with its text, escaped.
std::string link_to(std::string_view page, std::string_view text);

/// A cell of a table: HTML, and whether it is a number, which is aligned to the right.
struct SiteCell {
  std::string html;
  bool number = false;
  bool bad = false;  ///< something failed
};
SiteCell text_cell(std::string_view text);
SiteCell link_cell(std::string_view page, std::string_view text);
/// A dash for zero.
SiteCell count_cell(std::size_t count, bool bad = false);

/// A table with a head and a caption; a sentence where there are no rows.
std::string table_html(std::string_view caption, const std::vector<std::string>& head,
                       const std::vector<std::vector<SiteCell>>& rows);

/// compare.html: any two of the runs, chosen on the page.
std::string compare_page(std::span<const RunSummary> runs);

}  // namespace assay::reports
