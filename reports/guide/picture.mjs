// SPDX-License-Identifier: Apache-2.0
// Makes finding.png, the picture of README.md: the verdict and the card of a finding, in the report of a run of a simulator
// with a known bug, as Chromium shows them. Started where the page's node_modules are:
//   cd .build/dev/reports/page && node ../../../../reports/guide/picture.mjs ../../bin/assay ../../../../reports/guide/finding.png
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { assay, launch, openReport } from "../page/test/browser.mjs";

const [program, picture] = process.argv.slice(2);
const RUN = ["run", "--op", "TEXPANDS", "--target", "a5", "--backend", "simulator:fault=ignores_valid_columns"];
// What only helps on a screen.
const LEFT_OUT = `nav, header p, #strip, main > section, .copy, .group > .note, .foot { display: none }
  .backend { max-width: none } main { margin-top: 0.5rem } main > section#findings { display: block }`;

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-picture-"));
const browser = await launch();
try {
  const out = path.join(folder, "night");
  assay(program, ...RUN, "--no-tiles", "--no-shrink", "--out", out);
  const { page, complaints } = await openReport(browser, path.join(out, "report.html"), { viewport: { width: 900, height: 300 } });
  await page.addStyleTag({ content: LEFT_OUT });
  await page.waitForSelector(".finding canvas");
  await page.screenshot({ path: picture, fullPage: true });
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
