#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The tiles that `assay run` keeps unasked: every failing case, a sample of the passing ones, within a budget.

tiles_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import re
import signal
import subprocess
import time
import unittest
from collections import Counter

import h5py

import cli

BAD = ("--op", "TRSQRT,TAND", "--no-shrink", "--backend", "simulator:fault=exponent_bit_stuck")
TIGHT = ("--tiles-budget", "1")
FILES = ("golden.h5", "results.h5")
DAMAGED = ("deviates", "crashed", "timed_out", "flaky", "rejected_valid", "accepted_invalid")


class Sandbox(cli.Sandbox):
    def made(self, *arguments, code=0):
        done = self.assay(*arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def names(self, folder, file="golden.h5", table="cases"):
        with h5py.File(self.path(folder, file)) as opened:
            return [row["name"].decode() for row in opened[table]]

    def verdicts(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            return {record["name"]: record["verdict"]["kind"] for record in map(json.loads, file) if "verdict" in record}

    def failing(self, folder):
        return {name for name, verdict in self.verdicts(folder).items() if verdict in DAMAGED}

    def counts(self, folder):
        with open(self.path(folder, "run.json"), encoding="utf-8") as file:
            return json.load(file)["tiles"]

    def bytes_of(self, *names):
        with open(self.path(*names), "rb") as file:
            return file.read()

    def same_tiles(self, folder, other):
        for name in FILES:
            self.assertTrue(self.bytes_of(folder, name) == self.bytes_of(other, name), name)
        self.assertEqual(self.counts(folder), self.counts(other))


class Unasked(Sandbox):
    def test_a_run_keeps_every_failing_case_and_one_passing_case_of_a_signature_at_most(self):
        said = self.made("run", *BAD, "--out", "run", code=1)
        kept = self.names("run")
        self.assertEqual(kept, self.names("run", "results.h5", "results"))
        failing = self.failing("run")
        self.assertTrue(failing)
        self.assertLess(failing, set(kept))
        passing = Counter()
        with h5py.File(self.path("run", "golden.h5")) as file:
            for row in file["cases"]:
                if row["name"].decode() not in failing:
                    passing[int(row["signature"])] += 1
            kinds = {(row["op"], row["target"], row["dtype"]) for row in file["cases"]}
        self.assertEqual(set(passing.values()), {1})
        self.assertLess(len(kept), len(self.verdicts("run")) // 3)
        with open(self.path("run", "cases.csv"), encoding="utf-8") as file:
            self.assertIn("name", file.readline())
        self.assertEqual({op.decode() for op, _, _ in kinds}, {"TRSQRT", "TAND"})
        self.assertIn(f"tiles    of {len(failing)} cases that failed or deviate as known, and "
                      f"{sum(passing.values())} that did not\n", said)
        self.assertEqual(self.counts("run"), {"failing": len(failing), "passing": sum(passing.values()),
                                              "failing_left_out": 0, "passing_left_out": 0})
        self.made("judge", "run/golden.h5", "run/results.h5", code=1)
        self.made("verify", "run/golden.h5")

    def test_a_passing_run_has_a_case_of_each_op_form_and_type(self):
        self.made("run", "--op", "TABS,TCOLARGMAX", "--out", "run")
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            records = {record["name"]: record for record in map(json.loads, file) if "verdict" in record}
        kinds = {name: tuple(record[key] for key in ("op", "form", "dtype"))
                 for name, record in records.items()}
        kept = [kinds[name] for name in self.names("run")]
        self.assertEqual(len(set(kept)), len(kept))
        self.assertEqual({name.split("/")[2] for name in self.names("run")}, {"a2a3", "a5", "cpu"})
        wanted = {kinds[name] for name, record in records.items()
                  if record["verdict"]["kind"] == "conforms" and record["intent"] == "inside"}
        self.assertGreater(len(kept), len(wanted) * 0.8)

    def test_expected_values_are_those_of_the_readings_that_explain_the_results(self):
        self.made("run", "--op", "TSUBRELUCONV", "--target", "a5", "--dtype", "i16", "--cases", "1", "--tiles", "all", "--out", "read")
        self.assertRegex(self.made("verify", "read/golden.h5"), r"all as written; \d+ cases by other readings of the manual")

    def test_the_choices(self):
        self.made("run", *BAD, "--tiles", "failing", "--out", "failing", code=1)
        self.assertEqual(set(self.names("failing")), self.failing("failing"))
        self.made("run", *BAD, "--tiles", "all", "--out", "all", code=1)
        self.assertEqual(set(self.names("all")), set(self.verdicts("all")))
        for none in (("--tiles", "none"), ("--no-tiles",)):
            said = self.made("run", *BAD, *none, "--out", none[0][2:], code=1)
            self.assertFalse(set(FILES) & set(os.listdir(self.path(none[0][2:]))))
            self.assertNotIn("golden  ", said)
        self.refused(2, "give sample, all, failing or none", "run", *BAD, "--tiles", "few")
        self.refused(2, "contradict", "run", *BAD, "--no-tiles", "--tiles", "all")
        self.refused(2, "--tiles-budget", "run", *BAD, "--tiles-budget", "0")
        self.refused(2, "none are kept", "run", *BAD, "--no-tiles", "--tiles-budget", "5")

    def test_a_named_case_keeps_its_tiles_whatever_its_verdict(self):
        self.made("run", "--op", "TABS", "--target", "a5", "--dtype", "f16", "--no-tiles", "--out", "run")
        names = [name for name, verdict in self.verdicts("run").items() if verdict == "conforms"][:3]
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(names))
        self.made("run", "--cases-from", "names.txt", "--out", "named")
        self.assertEqual(self.names("named"), names)


class Budget(Sandbox):
    ALL_WRONG = ("run", "--op", "TRSQRT,TAND", "--no-shrink", "--rerun", "0", "--backend",
                 "simulator:fault=results_zero", *TIGHT)

    def test_what_it_leaves_out_is_said_and_failing_cases_come_first(self):
        said = self.made(*self.ALL_WRONG, "--out", "run", code=1)
        counts, failing = self.counts("run"), self.failing("run")
        kept = self.names("run")
        self.assertGreater(counts["failing_left_out"], 0)
        self.assertEqual(counts["failing"] + counts["failing_left_out"], len(failing))
        self.assertEqual(counts["passing"], 0)
        self.assertLess(set(kept), failing)
        self.assertEqual(len(kept), counts["failing"])
        self.assertIn(f"the budget of 1 MB left out {counts['failing_left_out']} that failed and "
                      f"{counts['passing_left_out']} others", said)
        size = sum(os.path.getsize(self.path("run", name)) for name in FILES)
        self.assertLess(size, 3_000_000)
        self.assertEqual(len({name.split("/")[0] for name in kept}), 2)

    def test_the_same_is_kept_by_any_number_of_workers_and_in_any_order(self):
        self.made(*self.ALL_WRONG, "-j", "1", "--out", "one", code=1)
        self.made(*self.ALL_WRONG, "-j", "3", "--batch", "5", "--out", "three", code=1)
        self.made(*self.ALL_WRONG, "-j", "2", "--shuffle", "--out", "shuffled", code=1)
        self.same_tiles("one", "three")
        self.same_tiles("one", "shuffled")

    def test_shards_merged_keep_what_one_run_keeps(self):
        some_wrong = ("run", *BAD, "--rerun", "0")
        for number, command in enumerate((self.ALL_WRONG, some_wrong, (*some_wrong, *TIGHT))):
            self.made(*command, "--out", f"whole{number}", code=1)
            shards = [f"part{number}-{i}" for i in (1, 2, 3)]
            for i, shard in enumerate(shards, 1):
                self.assay(*command, "--shard", f"{i}/3", "--out", shard)
            self.made("merge", shards[2], shards[0], shards[1], shards[0], "--out", f"merged{number}")
            self.same_tiles(f"whole{number}", f"merged{number}")
            self.made("merge", f"merged{number}", "--out", f"again{number}")
            self.same_tiles(f"whole{number}", f"again{number}")

    def test_a_killed_run_that_goes_on_keeps_what_an_unbroken_one_keeps(self):
        self.made(*self.ALL_WRONG, "-j", "1", "--out", "whole", code=1)
        command = [os.path.join(self.folder_of_programs, "assay"), *self.ALL_WRONG, "-j", "1", "--out", "cut"]
        lines = len(self.verdicts("whole"))
        for share in (0.2, 0.7):
            with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as running:
                self.wait_for(self.path("cut", "journal.jsonl"), int(share * lines), running)
                running.send_signal(signal.SIGKILL)
            command = command[:1] + ["run", "--resume", "cut", "-j", "1"]
        self.assertFalse(os.path.exists(self.path("cut", "summary.json")))
        self.made("run", "--resume", "cut", code=1)
        self.same_tiles("whole", "cut")
        self.assertFalse(os.path.exists(self.path("cut", "run.spool")))

    def wait_for(self, journal, lines, running):
        while running.poll() is None:
            if os.path.exists(journal) and self.bytes_of(journal).count(b"\n") >= lines:
                return
            time.sleep(0.01)
        self.fail("the run ended before it was killed")


class Table(Sandbox):
    HEADER = re.compile(r"^op +dtype", re.M)

    def test_only_what_failed_is_shown_and_one_line_tells_of_the_rest(self):
        said = self.made("run", *BAD, "--no-tiles", "--out", "run", code=1)
        self.assertRegex(said, r"^Does not conform: ")
        begin = self.HEADER.search(said).start()
        table = said[begin:said.index("\n\n", begin)].splitlines()
        self.assertTrue(all(re.match(r"TRSQRT |op |cases: |then ", row) for row in table), table)
        cases = sum(name.startswith("TAND/") for name in self.verdicts("run"))
        self.assertRegex(said, rf"(?m)^1 more op conforms: {cases:,} cases \(--all shows them\)$")

    def test_a_run_that_conforms_shows_one_line_and_all_rows_when_asked(self):
        run = ("run", "--op", "TAND,TOR", "--no-tiles", "--out")
        said = self.made(*run, "run")
        cases = len(self.verdicts("run"))
        self.assertRegex(said, r"^Conforms: ")
        self.assertRegex(said, rf"(?m)^2 ops conform: {cases:,} cases \(--all shows them\)$")
        self.assertNotRegex(said, self.HEADER)
        said = self.made(*run, "all", "--all")
        self.assertRegex(said, self.HEADER)
        self.assertNotIn("--all shows", said)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
