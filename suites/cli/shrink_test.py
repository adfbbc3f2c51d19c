#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`assay shrink` as its user meets it, on the simulator's known bugs.

shrink_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import unittest

import h5py

import cli

FAILURES = {"deviates", "accepted_invalid", "rejected_valid", "crashed", "timed_out"}
# A bug, where it shows, and the tiles and relevant elements that it takes.
BUGS = (("off_by_one_ulp", "TEXPANDS", "a5", 1, 1), ("exponent_bit_stuck", "TRSQRT", "a5", 1, 1),
        ("last_tie_wins", "TCOLARGMAX", "a5", 2, 2), ("ignores_valid_columns", "TEXPANDS", "a5", 1, 0))


class Sandbox(cli.Sandbox):
    def failing(self, fault, op, target, kinds=FAILURES):
        """Records of failing cases of a run with a bug."""
        self.assay("run", "--op", op, "--target", target, "--no-tiles", "--out", fault, "--cases",
                   "2", "--backend", f"simulator:fault={fault}")
        with open(self.path(fault, "journal.jsonl"), encoding="utf-8") as lines:
            records = [record for record in map(json.loads, lines) if "verdict" in record]
        return [record for record in records
                if record.get("verdict", {}).get("kind") in kinds]

    def shrink(self, name, fault, *options, code=1):
        done = self.assay("shrink", name, "--backend", f"simulator:fault={fault}", *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout


class Shrinks(Sandbox):
    def test_a_bug_is_left_with_the_least_tile_and_the_elements_that_it_takes(self):
        for fault, op, target, tiles, relevant in BUGS:
            with self.subTest(fault=fault):
                record = self.failing(fault, op, target)[-1]
                said = json.loads(self.shrink(record["name"], fault, "--format", "json"))
                self.assertLessEqual(said["tiles"], tiles)
                self.assertLessEqual(said["relevant"], relevant)
                self.assertLessEqual(said["executions"], 150)
                self.assertEqual(said["verdict"], record["verdict"]["kind"])
                self.assertEqual(said["deviation"], record["verdict"].get("deviation", "none"))
                self.assertLessEqual(said["elements"], said["elements_before"])
        self.assertIn("all as written", self.assay("verify", "shrunk.h5").stdout)

    def test_a_lost_nan_stays_a_lost_nan(self):
        """Among these bugs is one that makes a NaN of an infinity, in a smaller case."""
        fault = "nan_swallowed@dtype=f16+ignores_valid_columns"
        name = "TROWSUM/plain/a5/f16,f16/16x768/v3x764/rare+wide@ae045d97"
        self.assertRegex(self.shrink(name, fault), r"expected 0x\w+ \(nan.*\), got 0x\w+ \(-?\d+\)")

    def test_every_command_takes_the_shrunk_case_from_its_file(self):
        fault = "exponent_bit_stuck"
        self.shrink(self.failing(fault, "TRSQRT", "a5")[0]["name"], fault)
        with h5py.File(self.path("shrunk.h5")) as file:
            name = "shrunk.h5:" + file["cases"][0]["name"].decode()
        self.assertIn("/shrunk@", name)
        bad = ("--backend", f"simulator:fault={fault}")
        self.assertEqual(self.assay("replay", name, *bad).returncode, 1)
        self.assertEqual(self.assay("replay", name).returncode, 0)
        again = json.loads(self.shrink(name, fault, "--format", "json"))
        self.assertEqual(again["elements"], again["elements_before"])

    def test_the_explanation_ends_in_a_line_that_replays_the_case(self):
        fault = "ignores_valid_columns"
        said = self.shrink(self.failing(fault, "TEXPANDS", "a5")[0]["name"], fault)
        self.assertLessEqual(said.count("\n"), 12)
        line = said.splitlines()[-1]
        self.assertTrue(line.startswith("replay     assay replay shrunk.h5:"), said)
        self.assertEqual(self.assay(*line.split()[2:]).returncode, 1)

    def test_an_input_of_a_special_kind_is_named(self):
        fault = "nan_swallowed"
        record = self.failing(fault, "TABS", "a5")[-1]
        said = json.loads(self.shrink(record["name"], fault, "--format", "json"))
        self.assertEqual(said["cause"], "an input is NaN")

    def test_a_call_that_must_be_refused_still_breaks_that_rule_alone(self):
        fault = "accepts_everything"
        for record in self.failing(fault, "TRSQRT", "a5", {"accepted_invalid"})[:6]:
            said = json.loads(self.shrink(record["name"], fault, "--format", "json"))
            self.assertEqual(said["verdict"], "accepted_invalid")
            self.assertIn(record["intent"], said["name"])
            self.assertLessEqual(said["elements"], said["elements_before"])
            # The healthy simulator refuses it, and for the reason that the name gives.
            done = self.assay("replay", f"shrunk.h5:{said['name']}")
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_budget_is_kept(self):
        fault = "last_tie_wins"
        name = self.failing(fault, "TCOLARGMAX", "a5")[0]["name"]
        said = json.loads(self.shrink(name, fault, "--format", "json", "--budget", "12"))
        self.assertLessEqual(said["executions"], 12)
        self.assertTrue(said["out_of_budget"])

    def test_a_case_shrinks_to_the_same_one_every_time(self):
        fault = "exponent_bit_stuck"
        name = self.failing(fault, "TRSQRT", "a5")[0]["name"]
        for out in ("one.h5", "other.h5"):
            self.shrink(name, fault, "--out", out)
        with open(self.path("one.h5"), "rb") as one, open(self.path("other.h5"), "rb") as other:
            self.assertEqual(one.read(), other.read())

    def test_a_file_keeps_the_cases_that_it_has(self):
        fault = "exponent_bit_stuck"
        for record in self.failing(fault, "TRSQRT", "a5")[:3]:
            self.shrink(record["name"], fault)
        with h5py.File(self.path("shrunk.h5")) as file:
            kept = len(file["cases"])
        self.shrink(record["name"], fault)
        with h5py.File(self.path("shrunk.h5")) as file:
            self.assertEqual(len(file["cases"]), kept)


class Refuses(Sandbox):
    def test_a_case_that_conforms_is_not_shrunk_and_leaves_no_file(self):
        name = self.failing("exponent_bit_stuck", "TRSQRT", "a5")[0]["name"]
        done = self.assay("shrink", name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("does not fail: conforms", done.stdout)
        self.assertFalse(os.path.exists(self.path("shrunk.h5")))

    def test_wrong_names_and_files_are_refused(self):
        self.golden()
        self.refused(2, "g.h5 has no case X", "shrink", "g.h5:X")
        self.refused(2, "g.h5 has no case X", "replay", "g.h5:X")
        self.refused(2, "nowhere.h5", "shrink", "nowhere.h5:X")
        self.refused(2, "nonsense", "shrink", "nonsense")
        self.refused(2, "--budget", "shrink", "X", "--budget", "0")
        with h5py.File(self.path("g.h5")) as file:
            name = file["cases"][0]["name"].decode()
        with open(self.path("mine.h5"), "w", encoding="utf-8") as file:
            file.write("years of work")
        self.refused(2, "mine.h5", "shrink", "g.h5:" + name, "--out", "mine.h5")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
