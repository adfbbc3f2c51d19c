// SPDX-License-Identifier: Apache-2.0
// The page for every reader: axe finds nothing, a phone shows all of it, and the keyboard reaches it.
// node access_test.mjs ASSAY, started where node_modules is.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { assay, launch, openReport } from "./browser.mjs";

const [program] = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), "assay-access-"));
const file = (...names) => path.join(folder, ...names);
const AXE = readFileSync(path.join(process.cwd(), "node_modules", "axe-core", "axe.min.js"), "utf8");
const RUN = ["run", "--op", "TADD,TPRINT,TCOLARGMAX,TABS", "--target", "a5,cpu", "--dtype", "f16,f32", "--cases", "1", "--no-tiles",
             "--no-shrink", "--errata", "pto-cpu", "--history", file("history")];
let browser;
let drawn; // a failing case whose tile the page draws
const PAGES = { run: ["run", "report.html"], sweep: ["sweep", "sweep.html"], manual: ["isa.html"], op: ["op.html"] };

before(async () => {
  writeFileSync(file("w.toml"), '[[waiver]]\nop = "TABS"\nreason = "r"\nlink = "l"\nowner = "o"\nexpires = "2000-01-01"\n');
  assay(program, ...RUN, "--out", file("before"), "--backend", "simulator:fault=off_by_one_ulp");
  assay(program, ...RUN, "--out", file("run"), "--backend", "simulator:fault=off_by_one_ulp+print_truncates_digit", "--baseline",
        file("before"), "--waivers", file("w.toml"), "--today", "2030-01-01");
  assay(program, "sweep", "--op", "TSQRT", "--dtype", "f16", "--backend", "simulator:fault=off_by_one_ulp", "--out", file("sweep"));
  execFileSync(program, ["show", "--format", "html", "--out", file("isa.html")]);
  execFileSync(program, ["show", "TCVT", "--format", "html", "--out", file("op.html")]);
  const lines = readFileSync(file("run", "journal.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  drawn = lines.find(({ tiles, op }) => op === "TADD" && tiles?.length > 0).name;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

async function withPage(name, options, body) {
  const hash = name === "run" ? `#case=${drawn}` : "";
  const { page, complaints } = await openReport(browser, file(...PAGES[name]), { hash, ...options });
  try {
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
    await page.waitForTimeout(200);
    await body(page);
  } finally {
    await page.context().close();
  }
  assert.deepEqual(complaints, []);
}

const complaintsOf = ({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.split("\n")[1]}`));

for (const name of ["run", "sweep", "op"]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing on the page of ${name}, ${colorScheme}`, () => withPage(name, { colorScheme }, async (page) => {
      await page.evaluate(AXE);
      const found = await page.evaluate(() => globalThis.axe.run());
      assert.ok(found.passes.length > 15, "axe looked at little");
      assert.deepEqual(complaintsOf(found).slice(0, 10), []);
    }));
  }
}

for (const name of Object.keys(PAGES)) {
  test(`a phone shows the page of ${name} without going sideways`, () => withPage(name, { viewport: { width: 390, height: 844 } }, async (page) => {
    const [wide, culprits] = await page.evaluate(() => [document.documentElement.scrollWidth,
      [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1 &&
        !one.closest(".scroll, .virtual")).slice(0, 5).map((one) => one.outerHTML.slice(0, 120))]);
    assert.deepEqual([wide, culprits], [390, []]);
    const beyond = await page.$$eval(".finding *", (all) => all.filter((one) => !one.closest(".scroll") &&
      one.getBoundingClientRect().right > one.closest(".finding").getBoundingClientRect().right).slice(0, 5).map((one) => one.outerHTML.slice(0, 120)));
    assert.deepEqual(beyond, []);
    const cut = await page.$$eval(".finding .title", (all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent));
    assert.deepEqual(cut, []);
  }));
}

test("f goes from finding to finding, Enter opens it, and Tab reaches its map", () => withPage("run", { hash: "" }, async (page) => {
  const closed = () => page.evaluate(() => document.querySelectorAll(".finding").forEach((one) => { one.open = false; }));
  await closed();
  const heads = await page.$$eval(".finding", (all) => all.map(({ id }) => id));
  assert.ok(heads.length > 1);
  await page.keyboard.press("f");
  await page.keyboard.press("f");
  assert.equal(await page.evaluate(() => document.activeElement.parentElement.id), heads[1]);
  await page.keyboard.press("F");
  assert.equal(await page.evaluate(() => document.activeElement.parentElement.id), heads[0]);
  await page.keyboard.press("Enter");
  await page.waitForFunction((id) => document.getElementById(id).open, heads[0]);
}));

test("g in the table of cases goes to the finding of the case", () => withPage("run", { hash: "" }, async (page) => {
  const wanted = await page.getAttribute("#case-table tbody tr[aria-rowindex='2'] a", "href");
  await page.keyboard.press("t");
  await page.keyboard.press("g");
  assert.equal(await page.evaluate(() => location.hash), wanted);
  assert.equal(await page.locator(wanted).count(), 1);
}));

// Everything that a click works on, but for links in rows, which have a key, and every box that scrolls, is met on the way of the Tab key.
test("Tab reaches all that can be clicked or scrolled", () => withPage("run", {}, async (page) => {
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll("a[href]:not([tabindex='-1']), button, input, select, summary, canvas, .scroll, .virtual")]
      .filter((one) => one.checkVisibility() && !one.disabled);
    all.forEach((one, k) => { one.dataset.place = String(k); });
    return all.length;
  });
  const met = new Set();
  await page.evaluate(() => { document.activeElement?.blur(); scrollTo(0, 0); });
  for (let k = 0; k < wanted + 30; ++k) {
    await page.keyboard.press("Tab");
    met.add(await page.evaluate(() => document.activeElement?.dataset.place));
  }
  const missed = await page.$$eval("[data-place]", (all, seen) => all.filter((one) => !seen.includes(one.dataset.place)).map((one) => one.outerHTML.slice(0, 120)), [...met]);
  assert.deepEqual(missed, []);
}));
