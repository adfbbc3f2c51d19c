// SPDX-License-Identifier: Apache-2.0
#include "reports/site/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/support/hash.hpp"
#include "reports/manual/markdown.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --ink: #1c2128; --ground: #f6f7f9; --paper: #fff; --dim: #59636e; --line: #dde2e8;
  --bad: #b3261e; --bar: #0860c4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e9ef; --ground: #0d1117; --paper: #151a21; --dim: #98a1ab;
  --line: #2d343d; --bad: #ff7b72; --bar: #6cb0ff; } }
body { margin: 0 auto; padding: 1.5rem 2rem 4rem; max-width: 80rem; color: var(--ink); background: var(--ground);
  font: 1rem/1.45 system-ui, sans-serif; }
nav { margin-bottom: 1rem; } nav a { margin-right: 1rem; }
a { color: var(--bar); }
h1 { font-size: 1.5rem; margin: .5rem 0; }
table { border-collapse: collapse; background: var(--paper); margin: .5rem 0 1.5rem; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left; vertical-align: top; }
th { color: var(--dim); font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bad { color: var(--bad); font-weight: 600; }
.dim { color: var(--dim); }
select { font: inherit; max-width: 100%; }
)";

/// Letters that every file system and every link takes, and a hash of the name where that lost
/// some.
std::string file_name(std::string_view kind, std::string_view name) {
  constexpr std::size_t longest = 80;
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  std::string safe(name.substr(0, longest));
  std::ranges::replace_if(
      safe, [&](char c) { return plain.find(c) == std::string_view::npos; }, '_');
  if (safe != name) safe += fmt::format("-{:016x}", support::hash_text(name));
  return fmt::format("{}-{}.html", kind, safe);
}

}  // namespace

std::string page_html(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n"
      "<style>{1}</style>\n</head>\n<body>\n"
      "<nav><a href=\"index.html\">Runs</a><a href=\"ops.html\">Ops</a>"
      "<a href=\"findings.html\">Findings</a><a href=\"boards.html\">Boards</a>"
      "<a href=\"compare.html\">Compare two runs</a></nav>\n<h1>{0}</h1>\n{2}</body>\n</html>\n",
      html_text(title), style, body);
}

std::string page_of_run(const RunSummary& run) {
  return file_name("run", fmt::format("{} {} {}", run.started, run.run, run.backend));
}
std::string page_of_op(std::string_view op) { return file_name("op", op); }
std::string page_of_finding(std::string_view id) { return file_name("finding", id); }
std::string page_of_board(std::string_view board) { return file_name("board", board); }

std::string link_to(std::string_view page, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", page, html_text(text));
}

SiteCell text_cell(std::string_view text) { return {html_text(text)}; }

SiteCell link_cell(std::string_view page, std::string_view text) { return {link_to(page, text)}; }

SiteCell count_cell(std::size_t count, bool bad) {
  return {count == 0 ? "-" : grouped(count), true, bad && count > 0};
}

std::string table_html(std::string_view caption, const std::vector<std::string>& head,
                       const std::vector<std::vector<SiteCell>>& rows) {
  if (rows.empty()) return fmt::format("<p class=\"dim\">{}: none.</p>\n", html_text(caption));
  std::string html = fmt::format("<table>\n<caption>{}</caption>\n<tr>", html_text(caption));
  for (const std::string& one : head) html += fmt::format("<th>{}</th>", html_text(one));
  html += "</tr>\n";
  for (const std::vector<SiteCell>& row : rows) {
    html += "<tr>";
    for (const SiteCell& cell : row) {
      const std::string kinds = fmt::format("{}{}", cell.number ? "n" : "", cell.bad ? " bad" : "");
      html += kinds.empty() ? fmt::format("<td>{}</td>", cell.html)
                            : fmt::format("<td class=\"{}\">{}</td>", kinds, cell.html);
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace assay::reports
