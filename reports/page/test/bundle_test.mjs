// SPDX-License-Identifier: Apache-2.0
// Laws of the page's sources: where packages come from, and that the same sources give the same bytes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const lock = JSON.parse(readFileSync(path.join(here, "package-lock.json"), "utf8"));
const locked = Object.entries(lock.packages).filter(([name]) => name !== "");

test("every package comes from the public registry and is pinned by its digest", () => {
  assert.ok(locked.length > 0);
  for (const [name, { resolved, integrity }] of locked) {
    assert.equal(new URL(resolved).origin, "https://registry.npmjs.org", name);
    assert.match(integrity, /^sha512-/, name);
  }
});

test("the bundle is the same bytes twice", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "assay-bundle-"));
  const bytes = ["one.html", "two.html"].map((name) => {
    execFileSync(process.execPath, [path.join(here, "build.mjs"), path.join(folder, name)]);
    return readFileSync(path.join(folder, name));
  });
  rmSync(folder, { recursive: true });
  assert.ok(bytes[0].equals(bytes[1]));
  assert.ok(bytes[0].length < 150000, `${bytes[0].length} bytes`);
});
