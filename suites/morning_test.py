#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The morning after, as its user meets it: `assay findings`, `triage`, `trend`, waivers.

morning_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import sys
import unittest

import cli

SELECTION = ("--op", "TRELU", "--cases", "2")
SUBJECT = SELECTION[1]
FAULT = "relu_drops_nan"


class Sandbox(cli.Sandbox):
    def run_night(self, out, *arguments, fault="", code=None):
        backend = f"simulator:fault={fault}" if fault else "simulator"
        done = self.assay("run", *SELECTION, "--no-tiles", "-j", "1", "--backend", backend, "--out",
                          out, *arguments)
        wanted = (1 if fault else 0) if code is None else code
        self.assertEqual(done.returncode, wanted, done.stdout + done.stderr)
        return done

    def journal(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    def failing(self, folder):
        return {one["name"] for one in self.journal(folder)
                if one["verdict"]["kind"] == "deviates"}


class Findings(Sandbox):
    def test_one_fault_is_one_finding_that_names_what_its_cases_share(self):
        self.run_night("night", fault=FAULT)
        done = self.assay("findings", "night")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("1 finding\n", done.stdout)
        self.assertIn(SUBJECT + " cpu: wrong (zero instead of NaN) where src has NaN", done.stdout)

    def test_json_holds_every_failing_case_once_and_a_line_that_replays_it(self):
        self.run_night("night", fault=FAULT)
        done = self.assay("findings", "night", "--format", "json")
        self.assertEqual(done.returncode, 1, done.stderr)
        findings = json.loads(done.stdout)["findings"]
        names = [name for one in findings for name in one["cases"]]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(set(names), self.failing("night"))
        words = findings[0]["replay"].split()
        self.assertEqual(words[:2], ["assay", "replay"])
        self.assertIn("simulator:fault=" + FAULT, words)
        replayed = self.assay("replay", findings[0]["representative"], "--backend",
                              "simulator:fault=" + FAULT)
        self.assertEqual(replayed.returncode, 1, replayed.stderr)

    def test_markdown_is_short_and_names_the_rule(self):
        self.run_night("night", fault=FAULT)
        done = self.assay("findings", "night", "--format", "markdown")
        self.assertTrue(done.stdout.startswith("**1 finding**"), done.stdout)
        self.assertLess(len(done.stdout), 1000)

    def test_a_night_without_failures_has_no_findings(self):
        self.run_night("night")
        done = self.assay("findings", "night")
        self.assertEqual((done.returncode, done.stdout), (0, "no failure, no finding\n"))

    def test_bad_input_gets_one_sentence(self):
        self.refused(2, "nowhere", "findings", "nowhere")
        self.refused(2, "unknown format 'xml'", "findings", "night", "--format", "xml")
        with open(self.path("bad.jsonl"), "w", encoding="utf-8") as file:
            file.write("{}\n")
        self.refused(2, "bad.jsonl line 1", "findings", "bad.jsonl")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
