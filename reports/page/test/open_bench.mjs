// SPDX-License-Identifier: Apache-2.0
// How large reports are and how fast a browser opens them:
// node open_bench.mjs ASSAY_BENCH_REPORT, started where node_modules is.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { launch, openReport } from "./browser.mjs";

const SIZES = [[1000, 50], [100000, 10], [100000, 50], [100000, 1000]];
const TRIES = 5;

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-open-"));
const browser = await launch();
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

// From the start of the navigation until the first frame with the page in it.
async function openedAfter(file) {
  const { page } = await openReport(browser, file);
  await page.waitForSelector("#run table");
  const spent = await page.evaluate(() => new Promise((done) =>
    requestAnimationFrame(() => setTimeout(() => done(performance.now())))));
  const filtered = await page.evaluate(async () => {
    const input = document.querySelector("input[name=text]");
    const begin = performance.now();
    input.value = "OP7/";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - begin;
  });
  await page.context().close();
  return [spent, filtered];
}

console.log("cases    failing  bytes     opened ms  filtered ms   (medians of 5)");
for (const [cases, failing] of SIZES) {
  const file = path.join(folder, "report.html");
  execFileSync(process.argv[2], [file, String(cases), String(failing)]);
  const tries = [];
  for (let k = 0; k < TRIES; ++k) tries.push(await openedAfter(file));
  const figures = [cases, (cases * failing) / 1000, statSync(file).size,
                   median(tries.map(([open]) => open)).toFixed(0), median(tries.map(([, filter]) => filter)).toFixed(0)];
  console.log(figures.map((value, k) => String(value).padEnd([9, 9, 10, 11, 12][k])).join(""));
}
await browser.close();
rmSync(folder, { recursive: true });
