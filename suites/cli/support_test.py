#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What a backend supported and no longer supports fails a run, though no case fails.

support_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import sys
import unittest
import xml.etree.ElementTree

import cli

EXAMPLE = os.path.join(cli.ROOT, "runners", "examples", "backend.py")
WIDTHS = 'WIDTHS = {"i8": 1, "u8": 1,'
SELECTION = ("--op", "TADD", "--target", "a5", "--dtype", "i8,u8,f16", "--cases", "1", "-j2")


class Support(cli.Sandbox):
    def backend(self, gone=None):
        """The example, which adds integers, or that without one type."""
        with open(EXAMPLE, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(WIDTHS, text)
        if gone:
            text = text.replace(f'"{gone}": 1,', "")
        path = self.path(f"backend-{gone}.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return f"exec:/usr/bin/python3 -B {path}"

    def run_of(self, out, *options, gone=None, code=0):
        done = self.assay("run", *SELECTION, "--backend", self.backend(gone), "--out", out,
                          "--min-judged", "0", *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        with open(self.path(out, "summary.json"), encoding="utf-8") as file:
            return json.load(file), done.stdout

    def test_a_type_that_is_gone_fails_a_run_in_which_nothing_else_fails(self):
        self.run_of("first", "--freeze-support", "adder.toml")
        summary, _ = self.run_of("again", "--support", "adder.toml")
        self.assertNotIn("lost_support", summary)
        summary, _ = self.run_of("unasked", gone="u8")  # what the list is for
        self.assertEqual(summary["failures"], 0)
        summary, said = self.run_of("gone", "--support", "adder.toml", gone="u8", code=1)
        self.assertEqual(summary["failures"], 0)
        self.assertEqual(summary["answer"], "fails")
        self.assertIn("1 of what must be supported is unsupported now; TADD plain a5 u8,u8,u8: ", said)
        lost = [one["combination"] for one in summary["lost_support"]]
        self.assertIn("TADD plain a5 u8,u8,u8", lost)
        self.assertEqual([one for one in lost if "u8" not in one], [])
        report = xml.etree.ElementTree.parse(self.path("gone", "junit.xml")).getroot()
        self.assertEqual(report.attrib["failures"], "1")

    def test_a_finished_run_and_its_views_keep_the_answer(self):
        self.run_of("first", "--freeze-support", "adder.toml")
        self.run_of("gone", "--support", "adder.toml", gone="u8", code=1)
        os.remove(self.path("adder.toml"))
        self.assertEqual(self.assay("run", "--resume", "gone").returncode, 1)
        self.assertIn("what must be supported", self.assay("report", "gone").stdout)

    def test_shards_demand_nothing_and_their_whole_does(self):
        self.run_of("first", "--freeze-support", "adder.toml")
        for part in ("1", "2"):
            self.run_of("part" + part, "--support", "adder.toml", "--shard", part + "/2", gone="u8")
        done = self.assay("merge", "part1", "part2", "--out", "whole")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(self.path("whole", "summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        self.assertEqual(summary["answer"], "fails")
        self.assertIn("what must be supported", summary["sentence"])

    def test_a_part_of_a_run_freezes_nothing(self):
        done = self.assay("run", *SELECTION, "--backend", self.backend(), "--shard", "1/2", "--out",
                          "part", "--freeze-support", "adder.toml")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("adder.toml was not written", done.stderr)
        self.assertFalse(os.path.exists(self.path("adder.toml")))

    def test_what_is_no_list_or_about_two_backends_is_refused(self):
        self.refused(2, "no.toml", "run", *SELECTION, "--support", "no.toml")
        self.refused(2, "run the two apart", "run", *SELECTION, "--backend", "simulator", "--backend",
                     "simulator:fault=crashes", "--freeze-support", "list.toml")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
