// SPDX-License-Identifier: Apache-2.0
// One self-contained HTML page.
#include <fmt/format.h>

#include <sstream>

#include "reports/atomic_file.hpp"
#include "reports/html_data.hpp"
#include "reports/html_parts.hpp"
#include "reports/page_template.hpp"
#include "reports/report.hpp"
#include "reports/text.hpp"

namespace assay::reports {
namespace {

constexpr std::string_view static_place = "<!--assay:static-->";
constexpr std::string_view data_place = "\"assay:data\"";

void append_answer(pugi::xml_node body, const Tally& tally, const RunInfo& info) {
  const Headline answer = headline(tally);
  const bool good = answer.answer == Headline::Answer::conforms;
  append(body, "p", fmt::format("Assay: {} on {}", info.suite, info.backend), "note");
  append(body, "h1", answer.sentence, good ? "good" : "bad").append_attribute("id") = "answer";
  append(body, "p",
         fmt::format("{} in {}: {}.", count_of(tally.total, "case"), duration(info.seconds),
                     tally.total == 0 ? "no verdict" : kinds_text(tally)));
}

void append_navigation(pugi::xml_node body) {
  pugi::xml_node nav = append(body, "nav");
  for (const char* id : {"failures", "matrix", "clauses", "distances", "not-shown", "run"}) {
    append(nav, "a", id).append_attribute("href") = fmt::format("#{}", id).c_str();
  }
}

// What a reader without scripts sees; the script takes it away.
std::string static_page(std::span<const CaseRecord> records, const RunInfo& info) {
  const Tally tally = tally_of(records);
  pugi::xml_document document;
  pugi::xml_node body = append(document, "div");
  body.append_attribute("id") = "static";
  append_answer(body, tally, info);
  append_navigation(body);
  append_failures(body, records);
  append_matrix(body, records);
  append_clauses(body, records);
  append_distances(body, records);
  append_not_shown(body, records);
  append_run(body, info, tally);
  std::ostringstream text;
  // An empty element written as <td/> is an opening tag to HTML.
  document.save(
      text, " ",
      pugi::format_indent | pugi::format_no_empty_element_tags | pugi::format_no_declaration);
  return text.str();
}

}  // namespace

pugi::xml_node append(pugi::xml_node parent, const char* tag, std::string_view text,
                      std::string_view css_class) {
  pugi::xml_node node = parent.append_child(tag);
  if (!css_class.empty()) node.append_attribute("class") = std::string(css_class).c_str();
  if (!text.empty()) node.append_child(pugi::node_pcdata).set_value(printable(text).c_str());
  return node;
}

pugi::xml_node append_section(pugi::xml_node parent, const char* id, std::string_view heading) {
  pugi::xml_node section = append(parent, "section");
  section.append_attribute("id") = id;
  append(section, "h2", heading);
  return section;
}

pugi::xml_node append_table(pugi::xml_node parent, const std::vector<std::string>& headings) {
  pugi::xml_node table = append(append(parent, "div", {}, "scroll"), "table");
  pugi::xml_node row = append(append(table, "thead"), "tr");
  for (const std::string& heading : headings) {
    append(row, "th", heading).append_attribute("scope") = "col";
  }
  return append(table, "tbody");
}

std::string kinds_text(const Tally& tally) {
  std::string text;
  for (const VerdictKind kind : all_verdicts) {
    if (tally.of(kind) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tally.of(kind), name_of(kind));
  }
  return text;
}

std::string_view css_of(const Tally& tally) {
  if (tally.failures() > 0) return "bad";
  return tally.of(VerdictKind::conforms) > 0 ? "good" : "dim";
}

void write_html(const std::filesystem::path& path, std::span<const CaseRecord> records,
                const RunInfo& info, const ReportExtras& extras) {
  const std::string_view page = page_template();
  const std::size_t body = page.find(static_place);
  const std::size_t data = page.find(data_place);
  std::string text(page.substr(0, body));
  text += static_page(records, info);
  text += page.substr(body + static_place.size(), data - body - static_place.size());
  text += page_data(records, info, extras);
  text += page.substr(data + data_place.size());
  write_atomically(path, text);
}

}  // namespace assay::reports
