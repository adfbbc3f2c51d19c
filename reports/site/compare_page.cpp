// SPDX-License-Identifier: Apache-2.0
// The page that compares any two runs of a site, in the browser.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "reports/site/page.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

/// Names are listed once, and runs have their numbers: runs of a suite share nearly all of them.
class Names {
 public:
  std::size_t number(const std::string& name) {
    const auto [found, is_new] = seen_.emplace(name, list_.size());
    if (is_new) list_.push_back(name);
    return found->second;
  }
  Json list() const { return list_; }

 private:
  std::map<std::string, std::size_t> seen_;
  Json list_ = Json::array();
};

Json data_of(std::span<const RunSummary> runs) {
  Names cells, findings;
  Json list = Json::array();
  for (const RunSummary& run : runs) {
    Json judged = Json::array(), open = Json::array();
    for (const auto& [name, cell] : run.cells) {
      judged.push_back({cells.number(name), cell.judged, cell.failed});
    }
    for (const SummarizedFinding& one : run.findings) {
      open.push_back({findings.number(one.id + " " + one.title), one.failing});
    }
    list.push_back({{"name", fmt::format("{} {}, {}", run.started, run.suite, run.backend)},
                    {"page", page_of_run(run)},
                    {"complete", run.complete()},
                    {"cells", std::move(judged)},
                    {"findings", std::move(open)}});
  }
  return {{"cells", cells.list()}, {"findings", findings.list()}, {"runs", std::move(list)}};
}

/// JSON in a script: nothing in it may end the script.
std::string as_script(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    text.replace(at, 1, "\\u003c");
  }
  return text;
}

constexpr std::string_view script = R"script(
const data = JSON.parse(document.getElementById("data").textContent);
const first = document.getElementById("first"), second = document.getElementById("second");
const out = document.getElementById("out");
data.runs.forEach((run, i) => { for (const list of [first, second]) list.add(new Option(run.name, i)); });
const asked = new URLSearchParams(location.hash.slice(1));
first.value = asked.get("a") ?? Math.max(0, data.runs.length - 2);
second.value = asked.get("b") ?? data.runs.length - 1;
function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}
function table(caption, head, rows) {
  if (rows.length === 0) return element("p", caption + ": none.", "dim");
  const made = element("table");
  made.append(element("caption", `${caption} (${rows.length})`));
  const top = element("tr");
  head.forEach(text => top.append(element("th", text)));
  made.append(top);
  for (const row of rows) {
    const line = element("tr");
    row.forEach((text, i) => line.append(element("td", text, i > 0 ? "n" : "")));
    made.append(line);
  }
  return made;
}
function show() {
  const a = data.runs[first.value], b = data.runs[second.value];
  location.hash = "a=" + first.value + "&b=" + second.value;
  const failures = run => new Map(run.cells.map(([name, judged, failed]) => [name, [judged, failed]]));
  const findings = run => new Map(run.findings);
  const before = failures(a), after = failures(b), old = findings(a), now = findings(b);
  const cells = [], gone = [], added = [];
  for (const [name, [judged, failed]] of after) {
    if (!before.has(name)) { added.push([data.cells[name], judged, failed]); continue; }
    const [hadJudged, hadFailed] = before.get(name);
    if (hadFailed !== failed) cells.push([data.cells[name], hadFailed + " of " + hadJudged, failed + " of " + judged]);
  }
  for (const [name, [judged, failed]] of before) if (!after.has(name)) gone.push([data.cells[name], judged, failed]);
  const opened = [], closed = [], changed = [];
  for (const [name, failing] of now) {
    if (!old.has(name)) opened.push([data.findings[name], failing]);
    else if (old.get(name) !== failing) changed.push([data.findings[name], old.get(name), failing]);
  }
  for (const [name, failing] of old) if (!now.has(name)) closed.push([data.findings[name], failing]);
  const early = [a, b].filter(run => !run.complete).map(run => run.name + " ended early.").join(" ");
  out.replaceChildren(
    element("p", early, "bad"),
    table("Findings that are new", ["finding", "failing cases"], opened),
    table("Findings that are gone", ["finding", "failing cases before"], closed),
    table("Findings with other counts", ["finding", "failing before", "failing after"], changed),
    table("Ops and element types with other failures", ["op and type", "failed before", "failed after"], cells),
    table("Only in the first run", ["op and type", "judged", "failed"], gone),
    table("Only in the second run", ["op and type", "judged", "failed"], added));
}
first.onchange = second.onchange = show;
show();
)script";

}  // namespace

std::string compare_page(std::span<const RunSummary> runs) {
  return page_html("Compare two runs",
                   fmt::format("<p><label>First: <select id=\"first\"></select></label><br>"
                               "<label>Second: <select id=\"second\"></select></label></p>\n"
                               "<div id=\"out\"><p>This page needs scripts.</p></div>\n"
                               "<script id=\"data\" type=\"application/json\">{}</script>\n"
                               "<script>{}</script>\n",
                               as_script(data_of(runs)), script));
}

}  // namespace assay::reports
