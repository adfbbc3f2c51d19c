// SPDX-License-Identifier: Apache-2.0
// How large reports are and how fast a browser opens them; its CPU time tells more where the machine is busy:
// node open_bench.mjs ASSAY_BENCH_REPORT, started where node_modules is.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { launch, openReport } from "./browser.mjs";

const SIZES = [[1000, 50], [20000, 1000], [100000, 10], [100000, 50], [100000, 1000]];
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
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const busy = 1000 * (metrics.find(({ name }) => name === "ProcessTime")?.value ?? NaN);
  const filtered = await page.evaluate(async () => {
    const input = document.querySelector("input[name=text]");
    const begin = performance.now();
    input.value = "OP7/";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - begin;
  });
  await page.context().close();
  return [spent, busy, filtered];
}

const WIDTHS = [9, 9, 10, 11, 8, 12];
const line = (values) => console.log(values.map((value, k) => String(value).padEnd(WIDTHS[k])).join("").trimEnd());
line(["cases", "failing", "bytes", "opened ms", "CPU ms", "filtered ms, medians of 5"]);
for (const [cases, failing] of SIZES) {
  const file = path.join(folder, "report.html");
  execFileSync(process.argv[2], [file, String(cases), String(failing)]);
  const tries = [];
  for (let k = 0; k < TRIES; ++k) tries.push(await openedAfter(file));
  line([cases, (cases * failing) / 1000, statSync(file).size,
        ...[0, 1, 2].map((k) => median(tries.map((figures) => figures[k])).toFixed(0))]);
}
await browser.close();
rmSync(folder, { recursive: true });
