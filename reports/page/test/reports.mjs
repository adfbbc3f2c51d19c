// SPDX-License-Identifier: Apache-2.0
// The runs that the tests of the page look at, and pages that must not complain.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before } from "node:test";

import { assay, launch, openReport } from "./browser.mjs";

const FAILURES = ["deviates", "accepted_invalid", "rejected_valid", "crashed", "timed_out", "flaky"];
export const isFailure = (kind) => FAILURES.includes(kind);

// A run `bad` of a simulator with a known bug, a run `loads` of one with another a run `good`, and `stopped`, which is `good` as a kill leaves it; `records` and `failing` are the
// lines of bad's journal once the tests run.
export function reportsOf(program) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "assay-page-"));
  const reports = { folder, records: [], failing: [], report: (run) => path.join(folder, run, "report.html") };
  let browser;

  before(async () => {
    assay(program, "run", "--op", "TEXP*,TADD", "--target", "a5,cpu", "--cases", "2", "--no-tiles", "--backend",
          "simulator:fault=off_by_one_ulp", "--out", path.join(folder, "bad"));
    assay(program, "run", "--op", "TLOAD", "--target", "a5", "--dtype", "f16", "--cases", "4", "--seed", "3", "--no-tiles", "--backend",
          "simulator:fault=pad_overlaps", "--out", path.join(folder, "loads"));
    assay(program, "run", "--op", "TEXPANDS", "--target", "a5", "--dtype", "f16", "--cases", "1", "--no-tiles",
          "--out", path.join(folder, "good"));
    cpSync(path.join(folder, "good"), path.join(folder, "stopped"), { recursive: true });
    rmSync(path.join(folder, "stopped", "summary.json"));
    const journal = path.join(folder, "stopped", "journal.jsonl");
    writeFileSync(journal, readFileSync(journal, "utf8").split("\n").slice(0, -3).join("\n") + "\n");
    assert.equal(spawnSync(program, ["report", path.join(folder, "stopped"), "--format", "html", "--out", path.join(folder, "stopped", "report.html")]).status, 3);
    const recordsOf = (run) => readFileSync(path.join(folder, run, "journal.jsonl"), "utf8").trim().split("\n").map(JSON.parse).filter(({ verdict }) => verdict);
    const failingOf = (records) => records.filter(({ verdict }) => verdict && isFailure(verdict.kind));
    reports.records = recordsOf("bad");
    reports.failing = failingOf(reports.records);
    reports.failingLoads = failingOf(recordsOf("loads"));
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  // A page whose errors and requests fail the test.
  reports.withPage = async (run, options, body) => {
    const { page, complaints } = await openReport(browser, reports.report(run), { late: true, ...options });
    try {
      await body(page);
    } finally {
      await page.context().close();
    }
    assert.deepEqual(complaints, []);
  };
  // The first failing case with one small tile of which this holds.
  reports.failingWhere = (what, holds, failing = reports.failing) => {
    const found = failing.find(({ tiles }) => tiles?.length === 1 && tiles[0].shape[0] <= 64 &&
      tiles[0].shape[1] <= 64 && holds(tiles[0]));
    assert.ok(found, `the run has no case with ${what}`);
    return found;
  };
  // A case with an output that is wrong in part.
  reports.partlyWrong = () => reports.failingWhere("a tile that is wrong in part",
    ({ shape, wrong, elements }) => wrong < shape[0] * shape[1] && elements.length > 0);
  return reports;
}

export const shownText = (page) => page.textContent("#shown");
export const readout = (page) => page.textContent("#case .readout");
export const activeElement = (page, field) => page.evaluate((name) => document.activeElement[name], field);
