// SPDX-License-Identifier: Apache-2.0
// Style sheet of the HTML page: light and dark, and readable without either.
#include "reports/html_parts.hpp"

namespace assay::reports {

std::string_view page_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --paper: #ffffff; --dim: #59636e; --line: #d1d9e0; --shade: #f6f8fa;
  --good: #1a7f37; --bad: #b3261e; --bar: #0969da;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6edf3; --paper: #0d1117; --dim: #9198a1; --line: #3d444d; --shade: #151b23;
    --good: #4ac26b; --bad: #ff7b72; --bar: #58a6ff;
  }
}
body {
  margin: 0 auto; padding: 1.5rem; max-width: 75rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.9rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; border-bottom: 1px solid var(--line); }
nav a { margin-right: 1rem; }
a { color: var(--bar); }
code, pre { font: 0.85rem/1.45 ui-monospace, monospace; }
pre { margin: 0.25rem 0; overflow-wrap: anywhere; white-space: pre-wrap; user-select: all; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem; }
th { border-bottom: 2px solid var(--line); }
td { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td.number { text-align: right; }
details { border: 1px solid var(--line); border-radius: 0.4rem; margin: 0.5rem 0; }
summary { cursor: pointer; padding: 0.5rem 0.75rem; background: var(--shade); font-weight: 600; }
details ol { margin: 0.5rem 0; }
details p { margin: 0.5rem 0.75rem; }
.good { color: var(--good); }
.bad { color: var(--bad); font-weight: 600; }
.dim, .note { color: var(--dim); }
svg rect { fill: var(--bar); }
svg.bar { border: 1px solid var(--line); }
@media print { details { break-inside: avoid; } }
)css";
}

}  // namespace assay::reports
