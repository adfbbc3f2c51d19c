// SPDX-License-Identifier: Apache-2.0
// Manual pages as one HTML file: what a page is made of, and how each of it is tested.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "reports/manual/html_bullets.hpp"
#include "reports/manual/manual.hpp"
#include "reports/manual/markdown.hpp"
#include "reports/manual/tolerances.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::string_view style =
    ":root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --dim: #59636e; --line: "
    "#d1d9e0;"
    " --shade: #f6f8fa; --link: #0a58c2; --good: #156c2f; --open: #8a5a00; --not: #59636e; }\n"
    "@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --dim: "
    "#9198a1;"
    " --line: #3d444d; --shade: #151b23; --link: #6cb2ff; --good: #4ac26b; --open: #e3b341;"
    " --not: #9198a1; } }\n"
    "body { margin: 0 auto; padding: 1rem; max-width: 70rem; color: var(--ink); background: "
    "var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }\n"
    "h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }\n"
    "a { color: var(--link); }\n"
    "code, pre { font: 0.85rem/1.45 ui-monospace, monospace; }\n"
    "pre { white-space: pre-wrap; }\n"
    ".scroll { overflow-x: auto; }\n"
    ":focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }\n"
    "table { border-collapse: collapse; font-size: 0.9rem; }\n"
    "th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.6rem; border-bottom: 1px "
    "solid var(--line); overflow-wrap: normal; }\n"
    "article { content-visibility: auto; contain-intrinsic-height: 60rem; }\n"
    ".dim { color: var(--dim); }\n"
    ".index { columns: 12rem; padding-left: 1.2rem; }\n"
    "ol.bullets > li { margin: 0.6rem 0; }\n"
    "ul.how { list-style: none; padding-left: 0.8rem; border-left: 0.2rem solid var(--line); }\n"
    ".tested strong { color: var(--good); } .open strong { color: var(--open); } .untested strong {"
    " color: var(--not); }\n"
    "@media (max-width: 40rem) { body { padding: 0.6rem; } }\n";

std::string accuracy_text(const OpSpec& op, const Form& form, const Result& result,
                          const ManualFacts& facts) {
  if (result.accuracy.empty()) return "exactly what the page says";
  std::map<std::string, std::set<std::string>> where;
  for (const ToleranceRow& row : tolerance_rows(op, form, result, facts.tolerances)) {
    where[tolerance_text(row.tolerance)].insert(fmt::format("{}", name_of(row.element)));
  }
  std::string text = fmt::format("accuracy \"{}\"", result.accuracy);
  for (const auto& [tolerance, elements] : where) {
    text += fmt::format("; {}: {}", joined({elements.begin(), elements.end()}), tolerance);
  }
  return text;
}

void print_results(std::ostream& out, const OpSpec& op, const ManualFacts& facts) {
  out << "<h3>What comes out</h3>\n<ul>\n";
  std::set<std::string> said;
  for (const Form& form : op.forms) {
    for (const Result& result : form.results) {
      const std::string text =
          fmt::format("{}: {}", result.operand, accuracy_text(op, form, result, facts));
      if (!said.insert(text).second) continue;
      out << fmt::format("<li>{}<ul class=\"how\">{}</ul></li>\n", html_sentence(text),
                         how("tested", "tested by", "every element of every legal case"));
    }
  }
  out << "</ul>\n";
}

void print_may_refuse(std::ostream& out, const OpSpec& op) {
  std::vector<std::string> said;
  for (const Form& form : op.forms) {
    for (const MayRefuse& one : form.may_refuse) {
      std::string text = fmt::format("{}: {}", targets_text(one.targets), one.text);
      if (std::ranges::find(said, text) != said.end()) continue;
      if (said.empty()) out << "<h3>Legal calls that may be refused</h3>\n<ul>\n";
      out << fmt::format("<li>{} <span class=\"dim\">[{}: {}]</span></li>\n", html_sentence(text),
                         html_text(one.source.page), html_text(one.source.bullet));
      said.push_back(std::move(text));
    }
  }
  if (!said.empty()) out << "</ul>\n";
}

void print_open(std::ostream& out, const OpSpec& op) {
  if (op.ambiguities.empty() && op.notes.empty()) return;
  out << "<h3>What the sources leave open, and target notes</h3>\n<ul>\n";
  for (const Ambiguity& one : op.ambiguities) {
    out << fmt::format("<li>{}<ul class=\"how\">{}</ul></li>\n", html_sentence(one.text),
                       how("open", "settled by", one.settled));
  }
  for (const std::string& note : op.notes) {
    constexpr std::string_view open = "open: ";
    if (note.starts_with(open)) {
      out << fmt::format("<li><ul class=\"how\">{}</ul></li>\n",
                         how("open", "open because", note.substr(open.size())));
    } else {
      out << fmt::format("<li>{}</li>\n", html_sentence(note));
    }
  }
  out << "</ul>\n";
}

void print_errata(std::ostream& out, const OpSpec& op) {
  if (op.errata.empty()) return;
  out << "<h3>Errata: what implementations are known to do instead</h3>\n<ul>\n";
  for (const Erratum& one : op.errata) {
    out << fmt::format(
        "<li id=\"{0}\"><code>{0}</code> {1} <span class=\"dim\">({2}, {3}; {4})</span></li>\n",
        one.number, html_sentence(one.title), html_text(one.implementation), name_of(one.severity),
        html_sentence(one.source));
  }
  out << "</ul>\n";
}

void print_op(std::ostream& out, const OpSpec& op, const ManualFacts& facts) {
  out << fmt::format(
      "<article id=\"{0}\"><h2>{0} <span class=\"dim\">{1}</span></h2>\n<p>{2}</p>\n<ul>\n",
      op.mnemonic, html_text(op.family), html_sentence(op.summary));
  for (const Form& form : op.forms) {
    out << fmt::format("<li>form {}: <code>{}</code>, on {}</li>\n", html_text(form.name),
                       html_text(signature_of(op.mnemonic, form)), targets_text(form.targets));
  }
  out << "</ul>\n";
  print_bullets(out, op, facts);
  print_may_refuse(out, op);
  print_results(out, op, facts);
  print_open(out, op);
  if (!op.decisions.empty()) {
    out << "<h3>Decisions</h3>\n<ul>\n";
    for (const std::string& name : op.decisions) {
      out << fmt::format("<li><a href=\"#decision-{}\">{}</a></li>\n", name.substr(0, 3),
                         html_text(name));
    }
    out << "</ul>\n";
  }
  print_errata(out, op);
  out << "</article>\n";
}

void print_index(std::ostream& out, std::span<const OpSpec* const> ops, const ManualFacts& facts) {
  std::map<std::string, std::vector<std::string>> families;
  for (const OpSpec* op : ops) families[op->family].push_back(op->mnemonic);
  out << "<nav aria-label=\"Ops\">\n";
  for (const auto& [family, names] : families) {
    out << fmt::format("<h3>{}</h3>\n<ul class=\"index\">", html_text(family));
    for (const std::string& name : names)
      out << fmt::format("<li><a href=\"#{0}\">{0}</a></li>", name);
    out << "</ul>\n";
  }
  if (!facts.decisions.empty()) out << "<p><a href=\"#decisions\">Decisions</a></p>\n";
  out << "</nav>\n";
}

}  // namespace

void print_manual_html(std::ostream& out, std::span<const OpSpec* const> ops,
                       const ManualFacts& facts) {
  const std::string title =
      ops.size() == 1 ? ops.front()->mnemonic : fmt::format("{} ops", ops.size());
  out << fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\"/>\n<title>Assay: {0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
      "<header><h1>What the ISA promises of {0}</h1>\n<p class=\"dim\">Assay {2}. Every bullet "
      "of the manual in its order, in words of our own, and what else a call must keep: how it is "
      "tested, or why it is open or not tested.</p>\n</header>\n",
      html_text(title), style, html_text(facts.version));
  if (ops.size() > 1) print_index(out, ops, facts);
  out << "<main>\n";
  for (const OpSpec* op : ops) print_op(out, *op, facts);
  if (!facts.decisions.empty()) out << "<section id=\"decisions\"><h2>Decisions</h2>\n";
  for (const ManualDecision& one : facts.decisions) {
    out << fmt::format("<article id=\"decision-{}\">{}</article>\n", one.number,
                       html_of_markdown(one.text, 3));
  }
  if (!facts.decisions.empty()) out << "</section>\n";
  out << "</main>\n</body>\n</html>\n";
}

}  // namespace assay::reports
