#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A run that stops early, is cut into shards, meets boards that die, or compares two backends.

stopped_runs_test.py --bin FOLDER [unittest options]: FOLDER holds assay, assay-worker and
board_plugin.so."""

import argparse
import csv
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import unittest

import h5py

import cli
import killed_runs_test


def children_of(process):
    """The processes that a process started, by any of its threads."""
    found = []
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/children", encoding="utf-8") as file:
            found += [int(number) for number in file.read().split()]
    return found


class Limits(killed_runs_test.Sandbox):
    def test_an_order_drawn_by_the_seed_changes_no_result(self):
        self.run_of(*killed_runs_test.SMALL, "--out", "plain")
        self.run_of(*killed_runs_test.SMALL, "--shuffle", "--out", "mixed")
        plain, mixed = self.records("plain"), self.records("mixed")
        self.assertNotEqual([r["name"] for r in plain], [r["name"] for r in mixed])
        whole = self.contents("plain")
        self.same_as(whole, "mixed", "journal.jsonl", "run.json", "report.html")

    def test_shards_are_disjoint_and_make_the_whole(self):
        self.run_of(*killed_runs_test.SMALL, "--no-tiles", "--out", "whole")
        parts, digests = [], set()
        for i in (1, 2, 3):
            self.run_of(*killed_runs_test.SMALL, "--no-tiles", "--shard", f"{i}/3", "--out", f"part{i}")
            parts += self.records(f"part{i}")
            with open(self.path(f"part{i}", "run.json"), encoding="utf-8") as file:
                digests.add(json.load(file)["suite_digest"])
        parts.sort(key=lambda record: record["index"])
        self.assertEqual([r["name"] for r in parts], [r["name"] for r in self.records("whole")])
        self.assertEqual(len(digests), 1)

    def test_the_variables_of_test_runners_shard_too(self):
        self.run_of(*killed_runs_test.SMALL, "--no-tiles", "--shard", "2/3", "--out", "part")
        wanted = [record["name"] for record in self.records("part")]
        for prefix in ("GTEST", "TEST"):
            status = self.path(prefix + ".status")
            shard = {f"{prefix}_TOTAL_SHARDS": "3", f"{prefix}_SHARD_INDEX": "1",
                     f"{prefix}_SHARD_STATUS_FILE": status}
            self.run_of(*killed_runs_test.SMALL, "--no-tiles", "--out", prefix, env=os.environ | shard)
            self.assertEqual([record["name"] for record in self.records(prefix)], wanted)
            self.assertTrue(os.path.exists(status))
        broken = os.environ | {"GTEST_TOTAL_SHARDS": "3", "GTEST_SHARD_INDEX": "3"}
        self.refused(2, "GTEST_SHARD_INDEX=3", *killed_runs_test.SMALL, env=broken)

    def test_names_from_a_file_are_the_cases(self):
        self.run_of(*killed_runs_test.SMALL, "--out", "run")
        names = [record["name"] for record in self.records("run")][3:9]
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.write("# of last night\n" + "\n".join(name + "  # why" for name in names) + "\n")
        self.run_of("run", "--cases-from", "names.txt", "--out", "some")
        self.assertEqual([record["name"] for record in self.records("some")], names)

    def test_a_number_of_failures_stops_the_run_and_it_can_go_on(self):
        bad = (*killed_runs_test.SMALL, "--backend", "simulator:fault=rejects_everything")
        self.run_of(*bad, "--out", "whole", code=1)
        stopped = self.run_of(*bad, "--max-failures", "3", "--out", "run", code=1)
        self.assertIn("were not run: 3 cases failed", stopped.stdout)
        summary = self.summary("run")
        self.assertEqual(summary["failures"], 3)
        self.assertEqual(summary["cases"] + summary["not_run"], summary["planned"])
        self.run_of("run", "--resume", "run", code=1)
        self.same_as(self.contents("whole"), "run", "junit.xml", "report.html")

    def test_a_time_budget_stops_cleanly_and_says_what_was_not_run(self):
        done = self.assay("run", "--suite", "nightly", "--op", "TCVT", "--time-budget", "1s",
                          "--no-tiles", "--out", "run")
        self.assertIn("were not run: the time budget is used up", done.stdout)
        summary = self.summary("run")
        self.assertGreater(summary["not_run"], 0)
        # A machine that is slow enough judges nothing within a second.
        shown = any(record["verdict"]["kind"] == "conforms" for record in self.records("run"))
        self.assertEqual((summary["answer"], summary["exit_code"], done.returncode), ("stopped", 3, 3))
        self.assertIn("none of them failed" if shown else "none of them was judged", done.stdout)
        for name in ("junit.xml", "report.html", "cases.csv"):
            self.assertIn(name, os.listdir(self.path("run")))

    def test_a_run_that_stood_still_for_longer_than_its_timeout_blames_no_case(self):
        command = [os.path.join(self.folder_of_programs, "assay"), "run", "--op", "TAND", "--target",
                   "cpu", "--cases", "64", "--batch", "1", "-j2", "--timeout", "5", "--no-tiles", "--out", self.path("run")]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
            journal = self.path("run", "journal.jsonl")
            while running.poll() is None and not (os.path.exists(journal) and os.path.getsize(journal)):
                time.sleep(0.01)
            stopped = [*children_of(running.pid), running.pid]  # amid a call, most likely
            self.assertGreater(len(stopped), 2)
            for process in stopped:
                os.kill(process, signal.SIGSTOP)
            time.sleep(8)
            for process in reversed(stopped):
                os.kill(process, signal.SIGCONT)
            _, said = running.communicate(timeout=cli.LIMIT)
            self.assertEqual(running.returncode, 0, said)
        self.assertNotIn("timed_out", self.verdicts("run"))

    def test_the_table_of_cases_has_a_row_per_case(self):
        self.run_of(*killed_runs_test.FAILING, "--out", "run", code=1)
        with open(self.path("run", "cases.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        records = self.records("run")
        self.assertEqual([row["name"] for row in rows], [record["name"] for record in records])
        self.assertEqual([row["reason"] for row in rows],
                         [record["verdict"]["reason"] for record in records])
        self.assertEqual([row["verdict"] for row in rows], self.verdicts("run"))


class Nights(killed_runs_test.Sandbox):
    def seed(self, folder):
        with open(self.path(folder, "run.json"), encoding="utf-8") as file:
            return json.load(file)["seed"]

    def test_a_night_has_its_day_for_a_seed_and_goes_on_with_it(self):
        some = ("run", "--suite", "nightly", "--op", "TAND", "--target", "cpu", "--dtype", "u8", "--no-tiles",
                "-j2")
        days = [time.strftime("%Y%m%d", time.gmtime())]
        done = self.run_of(*some, "--out", "tonight", "--max-failures", "1", "--backend",
                           "simulator:fault=rejects_everything", code=1)
        days.append(time.strftime("%Y%m%d", time.gmtime()))
        self.assertIn(str(self.seed("tonight")), days)
        self.assertIn(f"seed {self.seed('tonight')}", done.stdout)
        self.run_of(*some, "--out", "before", "--seed", "20250101")
        self.run_of(*some, "--out", "again", "--seed", "20250101")
        names = [[record["name"] for record in self.records(folder)] for folder in ("before", "again")]
        self.assertEqual(*names)
        # A stopped run goes on as it began, whatever day it is then.
        with open(self.path("tonight", "run.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["options"]["seed"], self.seed("tonight"))
        shapes = {}
        for name in names[0]:
            op, form, target, types, shape, *_, plan = name.split("/")
            shapes.setdefault(plan.split("@")[0], set()).add(shape)
        self.assertGreater(max(len(of) for of in shapes.values()), 1)


class Boards(killed_runs_test.Sandbox):
    def board(self, illness, *arguments, code):
        plugin = os.path.join(self.folder_of_programs, "board_plugin.so")
        counter = self.path("calls")
        if os.path.exists(counter):
            os.remove(counter)
        return self.run_of(*killed_runs_test.SMALL[:-2], "4", "-j1", "--timeout", "1", "--backend", "plugin:" + plugin,
                           *arguments, "--out", "run", code=code,
                           env=os.environ | {"ASSAY_TEST_BOARD": f"{illness}:{counter}"})

    def test_a_healthy_board_conforms(self):
        self.board("crash:1000000", code=0)

    def test_a_board_that_dies_is_blamed_and_no_op_is(self):
        for illness in ("crash", "hang", "busy", "zero"):
            with self.subTest(illness=illness):
                shutil.rmtree(self.path("run"), ignore_errors=True)
                done = self.board(f"{illness}:100", code=3)
                self.assertIn("the board is lost", done.stdout)
                verdicts = self.verdicts("run")
                self.assertEqual(set(verdicts) - {"unsupported"}, {"conforms", "target_defined", "infra"})
                self.assertEqual(verdicts.count("infra"), 1)
                self.assertEqual(verdicts[-1], "infra")
                # Three executions a legal case; others need not reach the board. The death was seen
                # within three cases, or a few more of which zeros are right.
                executed = sum(3 for r in self.records("run")[:-4]
                               if r["intent"] == "inside" and r["verdict"]["kind"] != "unsupported")
                self.assertLess(executed, 115 if illness == "zero" else 100)
                self.assertGreater(self.summary("run")["not_run"], 0)

    def test_a_run_goes_on_when_the_board_is_repaired(self):
        self.board("crash:1000000", code=0)
        whole = self.verdicts("run")
        shutil.rmtree(self.path("run"))
        self.board("crash:100", code=3)
        self.run_of("run", "--resume", "run")
        self.assertEqual(self.verdicts("run"), whole)

    def test_a_flaky_case_is_no_pass_and_no_plain_failure(self):
        self.board("flaky:40", code=1)
        flaky = [record for record in self.records("run") if record["executions"] > 1]
        ill = os.path.getsize(self.path("calls")) // 40  # a call that is not judged may be one
        self.assertGreater(len(flaky), ill // 2)
        self.assertLessEqual(len(flaky), ill)
        self.assertEqual({record["verdict"]["kind"] for record in flaky}, {"flaky"})
        for record in flaky:
            self.assertEqual((record["executions"], record["failed_executions"]), (3, 1))
            self.assertIn("failed in 1 of 3 executions and not again", record["verdict"]["reason"])
        self.assertEqual(self.summary("run")["verdicts"]["flaky"], len(flaky))
        self.assertEqual(self.summary("run")["failures"], len(flaky))

    def test_a_bug_is_stable_however_often_it_is_run(self):
        self.run_of(*killed_runs_test.FAILING, "--out", "run", code=1)
        failing = [record for record in self.records("run") if record["failed_executions"] > 0]
        self.assertTrue(failing)
        for record in failing:
            self.assertEqual((record["executions"], record["failed_executions"]), (3, 3))
            self.assertEqual(record["verdict"]["kind"], "deviates")

    def test_repetitions_find_what_one_execution_misses(self):
        self.board("flaky:400", "--repeat", "5", "--rerun", "0", code=1)
        kinds = self.verdicts("run")
        self.assertIn("flaky", kinds)
        executions = {record["executions"] for record in self.records("run")}
        self.assertEqual(executions, {5})


class ThreeWay(killed_runs_test.Sandbox):
    def attributions(self, *arguments, code, **settings):
        done = self.run_of(*arguments, "--out", "run", code=code, **settings)
        summary = self.summary("run")["attributions"]
        records = self.records("run")
        for first, second in zip(records[::2], records[1::2]):
            self.assertEqual(first["name"], second["name"])
            self.assertEqual(first["attribution"], second["attribution"])
        self.assertEqual(sum(summary.values()), len(records) // 2)
        return summary, done.stdout, records

    def test_the_one_with_the_bug_is_wrong_and_the_other_is_not(self):
        counts, said, records = self.attributions(*killed_runs_test.RIVALS, code=1)
        failing = [record for record in records if record["failed_executions"] > 0]
        self.assertEqual({record["backend"] for record in failing}, {"simulator:fault=wrong_stride"})
        self.assertEqual(counts["second_wrong"], len(failing))
        self.assertEqual(set(counts) - {"agree", "second_wrong", "undecided"}, set())
        self.assertIn("simulator:fault=wrong_stride is wrong", said)
        with h5py.File(self.path("run", "results-2.h5")) as file:
            table = file["results"][:]
            self.assertEqual(file.attrs["backend"], b"simulator:fault=wrong_stride")
        self.assertEqual(int((table["attribution"] == b"second_wrong").sum()), len(failing))
        self.assertEqual(self.assay("judge", "run/golden.h5", "run/results.h5").returncode, 0)
        self.assertEqual(self.assay("judge", "run/golden.h5", "run/results-2.h5").returncode, 1)

    def test_two_bugs_are_two_and_one_is_one(self):
        one = ("--backend", "simulator:fault=results_zero")
        counts, _, _ = self.attributions(*killed_runs_test.SMALL, *one, "--backend", "simulator:fault=writes_nothing",
                                         "--rerun", "0", code=1)
        self.assertGreater(counts.get("both_wrong_differently", 0), 0)
        self.assertEqual(counts.get("both_wrong_alike", 0), 0)
        shutil.rmtree(self.path("run"))
        plugin = "plugin:" + os.path.join(self.folder_of_programs, "board_plugin.so")
        counts, said, _ = self.attributions(*killed_runs_test.SMALL, *one, "--backend", plugin, "--rerun", "0", code=1,
                                            env=os.environ | {"ASSAY_TEST_BOARD": "zero:1:calls"})
        self.assertGreater(counts.get("both_wrong_alike", 0), 0)
        self.assertIn("both are wrong alike", said)

    def test_one_backend_or_two_different_ones(self):
        for more in (("simulator",), ("simulator:fault=crashes", "simulator:fault=hangs")):
            options = [word for name in ("simulator", *more) for word in ("--backend", name)]
            self.refused(2, "two different ones", *killed_runs_test.SMALL, *options)


class Reports(killed_runs_test.Sandbox):
    def test_every_format_can_be_made_again_from_the_journal(self):
        self.run_of(*killed_runs_test.FAILING, "--out", "run", code=1)
        for form, name in (("junit", "junit.xml"), ("json", "summary.json"), ("csv", "cases.csv")):
            with open(self.path("run", name), encoding="utf-8", newline="") as file:
                whole = file.read()
            made = self.run_of("report", "run", "--format", form, "--out", "made")
            with open(self.path("made"), encoding="utf-8", newline="") as file:
                self.assertEqual(file.read(), whole)
            self.assertEqual(made.stdout, "")
        before = self.contents("run")
        self.run_of("report", "run", "--format", "html")
        self.same_as(before, "run")

    def test_markdown_is_short_and_can_be_replayed(self):
        self.run_of(*killed_runs_test.FAILING, "--out", "run", code=1)
        text = self.run_of("report", "run").stdout
        self.assertTrue(text.startswith("**Does not conform: "), text)
        self.assertLess(text.count("\n"), 30)
        line = re.search(r"`assay (replay .*)`", text).group(1)
        self.assertEqual(self.assay(*shlex.split(line)).returncode, 1)

    def test_what_is_no_run_is_refused(self):
        self.refused(2, "no run.json", "report", "nowhere")
        self.refused(2, "unknown format 'pdf'", "report", "nowhere", "--format", "pdf")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
