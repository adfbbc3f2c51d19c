// SPDX-License-Identifier: Apache-2.0
// The report of a run that has earlier runs: node baseline_test.mjs ASSAY, started where node_modules is.
// Monday has two bugs; on Tuesday one of them is gone, one is there still, and two are new, of which one is waived.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { assay, launch, openReport, rewriteReport } from "./browser.mjs";

const [program] = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), "assay-baseline-"));
const file = (...names) => path.join(folder, ...names);
const SELECTION = ["--op", "TADD,TCMP,TPRINT,TCOLARGMAX,TABS", "--target", "a2a3", "--dtype", "f16,u8", "--cases", "2",
                   "--no-tiles", "--no-shrink", "--history", file("history")];
const WAIVERS = `[[waiver]]
op = "TCOLARGMAX"
reason = "ties"
link = "https://tracker.example/42"
owner = "vector group"
expires = "2099-12-31"
[[waiver]]
op = "TABS"
reason = "was wrong once"
link = "https://tracker.example/42"
owner = "vector group"
expires = "2099-12-31"
`;
let browser;
let findings;
let records;

const run = (name, faults, ...more) =>
  assay(program, "run", ...SELECTION, "--backend", `simulator:fault=${faults}`, "--out", file(name), ...more);

before(async () => {
  writeFileSync(file("waivers.toml"), WAIVERS);
  run("monday", "off_by_one_ulp+mask_bits_reversed");
  run("tuesday", "off_by_one_ulp+print_truncates_digit+last_tie_wins", "--baseline", file("monday"), "--waivers", file("waivers.toml"));
  ({ findings } = JSON.parse(readFileSync(file("tuesday", "findings.json"), "utf8")));
  const lines = readFileSync(file("tuesday", "journal.jsonl"), "utf8").trim().split("\n");
  records = lines.map((line) => JSON.parse(line));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

async function withPage(run, options, body) {
  const { page, complaints } = await openReport(browser, file(run, "report.html"), { late: true, ...options });
  try {
    await body(page);
  } finally {
    await page.context().close();
  }
  assert.deepEqual(complaints, []);
}

const textsOf = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.replace(/\s+/g, " ").trim()));
const findingOf = (op) => findings.find((one) => one.op === op);

test("the strip below the verdict says what is new, persisting, closed, waived, known and expired, if anything is", () => withPage("tuesday", {}, async (page) => {
  assert.deepEqual(await textsOf(page, "#strip li"), ["1 new", "1 persisting", "1 closed", "1 waived", "1 expired"]);
  const below = await page.$eval("#strip", (one) => one.previousElementSibling.tagName);
  assert.equal(below, "H1");
  for (const href of await page.$$eval("#strip a", (all) => all.map((one) => one.getAttribute("href")))) {
    assert.equal(await page.locator(href).count(), 1, href);
  }
}));

test("without a past nothing is called new or old", () => withPage("monday", {}, async (page) => {
  const { findings: open } = JSON.parse(readFileSync(file("monday", "findings.json"), "utf8"));
  assert.deepEqual((await textsOf(page, "#strip li")).slice(0, 2), [`${open.length} findings`]);
  assert.deepEqual(await textsOf(page, "#findings .group > h3"), []);
  assert.equal(await page.locator("#group-all .finding").count(), open.length);
}));

test("findings stand in groups, and those that need nobody are folded", () => withPage("tuesday", {}, async (page) => {
  assert.deepEqual(await textsOf(page, "#findings .group > h3"), ["New: 1", "Persisting: 1", "Waived: 1", "Closed: 1"]);
  assert.deepEqual(await page.$$eval(".finding", (all) => all.map((one) => one.open)), [true, true, false]);
  const ids = await page.$$eval(".finding", (all) => all.map((one) => one.id));
  assert.deepEqual(ids, ["TPRINT", "TADD", "TCOLARGMAX"].map((op) => `finding-${findingOf(op).id}`));
  assert.match(await page.textContent("#group-closed li"), /TCMP/);
  assert.equal(await page.locator(".finding:not([open]) .body").count(), 0);
}));

test("baseline and waivers stand above the findings: waivers that fail the run first", () => withPage("tuesday", {}, async (page) => {
  const ids = await page.$$eval("main > section", (all) => all.map(({ id }) => id));
  assert.deepEqual(ids.slice(0, 2), ["decides", "findings"]);
  const lines = await page.$$eval("#decides .fold", (all) => all.map((one) => [one.firstChild.textContent.replace(/\s+/g, " "), one.open]));
  assert.match(lines[0][0], /^Against the baseline monday cases: \d+ new, /);
  assert.match(lines[1][0], /^Waivers \u2717 1 of 2 expired or not needed/);
  assert.deepEqual(lines.slice(0, 2).map(([, open]) => open), [false, true]);
  const [first, second] = await textsOf(page, "#waivers tbody tr");
  assert.match(first, /^TABS\u2717 not needed: remove it/);
  assert.match(second, /^TCOLARGMAXused/);
}));

test("a finding draws its smallest case", () => withPage("tuesday", {}, async (page) => {
  const { id, representative } = findingOf("TADD");
  await page.waitForSelector(`#finding-${id} canvas`);
  await page.locator(`#finding-${id} .more > summary`).click();
  assert.equal(await page.textContent(`#finding-${id} dl a[href*="case="] code`), representative);
  const { shape: [, cols], runs: [first] } = records.find(({ name }) => name === representative).tiles[0];
  assert.ok((await page.textContent(`#finding-${id} .readout`)).startsWith(`(${Math.floor(first / cols)}, ${first % cols})`));
}));

test("of a printed text both stand side by side, and where they differ is marked", () => withPage("tuesday", {}, async (page) => {
  const { id, representative } = findingOf("TPRINT");
  const { text } = records.find(({ name }) => name === representative);
  await page.evaluate((name) => { location.hash = `#case=${name}`; }, representative);
  await page.waitForSelector("#case table.text");
  // Of a long text it shows the first line that differs and those around it.
  assert.ok(await page.locator("#case table.text tr.differs").count() > 0);
  await page.click("#case .texts .rest button");
  const rows = await page.$$eval("#case table.text tbody tr", (all) => all.map((row) => ({
    cells: [...row.children].map((cell) => cell.textContent), differs: row.className === "differs",
    marks: [...row.querySelectorAll("td:last-child mark")].map((one) => one.textContent) })));
  const given = (side) => text[side].trimEnd().split("\n");
  const shown = (column) => rows.map(({ cells }) => cells[column]).filter((line) => line !== "" && line !== "(no line)");
  assert.deepEqual(shown(1), given("expected"));
  assert.deepEqual(shown(2), given("got"));
  const first = rows.find(({ differs }) => differs);
  assert.ok(first && first.marks.length > 0);
  for (const mark of first.marks) assert.ok(!first.cells[1].split(/\s+/).includes(mark), mark);
  // The card has that line and its neighbours.
  const brief = await textsOf(page, `#finding-${id} table.text tbody th`);
  assert.ok(brief.length <= 3 && brief.includes(first.cells[0]), brief.join());
}));

test("masks are read as bits, with the lanes that differ", () => withPage("monday", {}, async (page) => {
  const lines = readFileSync(file("monday", "journal.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const record = lines.find(({ op, tiles }) => op === "TCMP" && tiles?.[0].element === "u8" && tiles[0].elements[0][1] === "exact");
  assert.ok(record, "the run has no mask of bytes");
  const [index, , expected, , , got] = record.tiles[0].elements[0];
  const bits = (text) => Number(text).toString(2).padStart(8, "0").replace(/(....)/, "$1_");
  const column = index % record.tiles[0].shape[1];
  const lanes = [...Array(8).keys()].filter((bit) => ((Number(expected) ^ Number(got)) >> bit) & 1).map((bit) => 8 * column + bit);
  await page.evaluate((name) => { location.hash = `#case=${name}`; }, record.name);
  await page.waitForSelector("#case canvas");
  const said = await page.textContent("#case .readout");
  assert.ok(said.includes(`expected ${bits(expected)}, got ${bits(got)}`), said);
  assert.ok(said.includes(`${lanes.length === 1 ? "lane" : "lanes"} ${lanes.join(", ")};`), said);
}));

test("the trend has a date below each run and a word at each point", () => withPage("tuesday", {}, async (page) => {
  const runs = await page.$$eval("#trend figure:first-of-type circle title", (all) => all.map((one) => one.textContent));
  assert.equal(runs.length, 2);
  for (const text of runs) assert.match(text, /^\d{4}-\d\d-\d\dT[\d:]+Z: [\d.]+ %, \d+ of \d+ judged cases failed$/);
  // Both runs are of one day: the hour distinguishes them.
  const places = await textsOf(page, "#trend figure:first-of-type .place");
  assert.deepEqual(places, runs.map((text) => `${text.slice(5, 10)} ${text.slice(11, 16)}`));
  assert.deepEqual(await textsOf(page, "#trend figcaption"), ["Pass rate by run", "Worst ulp of TABS f16 by run"]);
}));

test("large distances are powers of two, and beyond 10^6 no measure", async () => {
  const worst = async (ulp) => {
    rewriteReport(file("tuesday", "report.html"), file("monday", "far.html"), (data) => { data.findings.find(({ op }) => op === "TADD").ulp = ulp; });
    const { page } = await openReport(browser, file("monday", "far.html"));
    await page.locator(`#finding-${findingOf("TADD").id} .more > summary`).click();
    const facts = await page.textContent(`#finding-${findingOf("TADD").id} dl`);
    await page.context().close();
    return facts;
  };
  assert.match(await worst(2 ** 19), /worst2\^19 ulp/);
  assert.match(await worst(2 ** 40), /worstover 10\^6 ulp/);
});

test("of several boards a card names those of its cases, of one it says nothing", async () => {
  const words = async (boards, board, codes) => {
    rewriteReport(file("tuesday", "report.html"), file("monday", "boards.html"), (data) => {
      data.boards = boards.map((name) => [name, 100, 10, 0, ""]);
      Object.assign(data.findings.find(({ op }) => op === "TADD"), { board });
      data.cases.words.board = { words: boards, codes: Array.from({ length: data.cases.count }, codes) };
    });
    const { page } = await openReport(browser, file("monday", "boards.html"));
    const [said] = await textsOf(page, `#finding-${findingOf("TADD").id} .boards`);
    await page.context().close();
    return said;
  };
  assert.equal(await words(["npu5"], "", () => 0), undefined);
  assert.equal(await words(["npu5", "npu7"], "npu7", () => 1), "Board: only npu7, of 2 boards");
  assert.equal(await words(["npu5", "npu7", "npu8"], "", () => 1), `Board: npu7 (${findingOf("TADD").failing})`);
  assert.equal(await words(["npu5", "npu7"], "", (_, k) => k % 2), "Board: all 2 boards");
});
