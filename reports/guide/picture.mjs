// SPDX-License-Identifier: Apache-2.0
// Makes finding.png, the picture of README.md: a finding and a tile of it, out of the report of a run of a simulator
// with a known bug, as Chromium shows it. Started where the page's node_modules are:
//   cd .build/dev/reports/page && node ../../../../reports/guide/picture.mjs ../../bin/assay ../../../../reports/guide/finding.png
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { assay, launch, openReport } from "../page/test/browser.mjs";

const [program, picture] = process.argv.slice(2);
const RUN = ["run", "--op", "TEXPANDS", "--target", "a5", "--backend", "simulator:fault=ignores_valid_columns"];
// What is between the finding and its tile, and what only helps on a screen.
const LEFT_OUT = `nav, header p, main > section, .copy, .group > .note, .finding p:last-child, .smallest, #case .note,
  .tile label, .tile details { display: none }
  main > section#findings, main > section#case { display: block }`;

// The first failing case whose tile shows right and wrong elements and is small enough to be seen whole.
function caseOf(journal) {
  const lines = readFileSync(journal, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  return lines.find(({ verdict, tiles }) => verdict?.kind === "deviates" && tiles?.length === 1 &&
    tiles[0].shape[0] >= 12 && tiles[0].shape[0] <= 20 && tiles[0].shape[1] >= 32 && tiles[0].shape[1] <= 64 &&
    tiles[0].valid[1] >= 12 && tiles[0].valid[0] >= 8).name;
}

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-picture-"));
const browser = await launch();
try {
  const out = path.join(folder, "night");
  assay(program, ...RUN, "--no-tiles", "--no-shrink", "--out", out);
  const hash = `#case=${encodeURIComponent(caseOf(path.join(out, "journal.jsonl")))}`;
  const { page, complaints } = await openReport(browser, path.join(out, "report.html"),
    { hash, viewport: { width: 900, height: 700 } });
  await page.addStyleTag({ content: LEFT_OUT });
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForSelector("#case canvas");
  await page.screenshot({ path: picture, fullPage: true });
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
