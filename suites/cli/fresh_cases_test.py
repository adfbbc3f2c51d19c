#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Rules of findings, as the backend confirms or contradicts them at the end of a run.

fresh_cases_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import sys
import unittest

import cli
from triage_test import FAULT, SELECTION, Sandbox, dtype_of


class Fresh(Sandbox):
    def findings(self, folder):
        with open(self.path(folder, "findings.json"), encoding="utf-8") as file:
            return json.load(file)["findings"]

    def test_a_cause_is_confirmed_by_cases_that_the_run_did_not_have(self):
        done = self.run_into("run", "--no-shrink", fault=FAULT)
        finding, = self.findings("run")
        self.assertEqual(finding["rule"], "an input has NaN")
        fresh = finding["fresh"]
        self.assertGreaterEqual(min(fresh["covered"], fresh["others"]), 8)
        self.assertEqual((fresh["covered_failing"], fresh["others_failing"]), (fresh["covered"], 0))
        self.assertIn("confirmed by fresh cases", done.stdout)
        self.assertIn("confirmed by fresh cases", self.assay("findings", "run").stdout)

    def test_a_rule_that_fresh_cases_contradict_is_no_cause(self):
        """Of many cases some are taken: the failing ones are of one element type, and the others of
        another. The cause has two parts, a NaN and more than 16 rows."""
        fault = "simulator:fault=" + FAULT + "@rows>16"
        self.assay("run", "--op", SELECTION[1], "--target", "cpu", "--cases", "12", "--no-tiles",
                   "--no-shrink", "--backend", fault, "--out", "run")
        failing = self.failing("run")
        names = [one["name"] for one in self.journal("run") if one["intent"] == "inside" and
                 dtype_of(one["name"]) == ("f16" if one["name"] in failing else "f32")]
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(names) + "\n")
        done = self.assay("run", "--cases-from", "names.txt", "--backend", fault,
                          "--no-tiles", "--no-shrink", "--history", "history", "--out", "some")
        self.assertEqual(done.returncode, 1, done.stderr)
        finding, = self.findings("some")
        self.assertEqual(finding["contradicted"], "dtype = f16")
        self.assertEqual(finding["rule"], "")
        self.assertIn("no shared parameter found", finding["title"])
        self.assertIn(f"fresh cases contradict '{finding['contradicted']}'", done.stdout)
        night, = (self.path(name) for name in self.files() if name.startswith("history/"))
        with open(night, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["findings"][0]["title"], finding["title"])

    def test_the_number_of_workers_decides_nothing(self):
        self.run_into("one", "--no-shrink", fault=FAULT)
        self.assay("run", *SELECTION, "--no-tiles", "--no-shrink", "-j", "3", "--backend",
                   "simulator:fault=" + FAULT, "--out", "two")
        self.assertEqual(self.findings("one"), self.findings("two"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
