// SPDX-License-Identifier: Apache-2.0
// Decisions and sentences as HTML.
#pragma once

#include <string>
#include <string_view>

namespace assay::reports {

/// Text of HTML, with bytes that are no text escaped.
std::string html_text(std::string_view text);

/// A sentence: `code`, **bold**, and links to the decisions ("decision 004", "decisions 001 to
/// 003") and errata ("E-TCVT-003") that it names. Links of Markdown keep their text alone.
std::string html_sentence(std::string_view text);

/// The Markdown of a decision: its title as a heading of this level, paragraphs, lists, tables,
/// blocks of code.
std::string html_of_markdown(std::string_view text, int level);

}  // namespace assay::reports
