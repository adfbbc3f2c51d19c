#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`assay run` on cases that only a golden file can spell, as FILE.h5:NAME.

stored_cases_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import re
import shlex
import shutil
import tempfile
import unittest

import h5py
import numpy as np

import cli
import killed_runs_test

FAULT = "exponent_bit_stuck"
BAD = ("--backend", f"simulator:fault={FAULT}")


class Sandbox(killed_runs_test.Sandbox):
    """Shrunk cases of a run with a bug, which no name can draw, and one of its drawn cases."""

    @classmethod
    def setUpClass(cls):
        cls.night = tempfile.mkdtemp(prefix="assay-stored-")
        cls.addClassCleanup(shutil.rmtree, cls.night)

    def setUp(self):
        super().setUp()
        if not os.listdir(self.night):
            self.make_night()
        shutil.copytree(self.night, self.path("nightly"))
        with h5py.File(self.path("nightly", "shrunk.h5")) as file:
            self.shrunk = [f"nightly/shrunk.h5:{row['name'].decode()}" for row in file["cases"]]
        self.assertEqual(len(self.shrunk), 3)
        self.drawn = next(record["name"] for record in self.records("nightly")
                          if record["verdict"]["kind"] == "conforms")
        with open(self.path("known.txt"), "w", encoding="utf-8") as file:
            file.write("# what broke once\n" + "\n".join([*self.shrunk, self.drawn]) + "\n")

    def make_night(self):
        self.run_of("run", "--op", "TRSQRT", "--target", "a5", "--cases", "1", *BAD, "--no-shrink",
                    "--out", self.night, code=1)
        failing = [record["name"] for record in self.records(self.night)
                   if record["verdict"]["kind"] == "deviates"]
        for name in failing[:3]:
            self.run_of("shrink", name, *BAD, "--out", os.path.join(self.night, "shrunk.h5"), code=1)

    def names(self, folder):
        return [record["name"] for record in self.records(folder)]


class Runs(Sandbox):
    def test_a_stored_case_fails_where_it_failed_and_passes_where_the_bug_is_gone(self):
        name = self.shrunk[0]
        self.run_of("run", "--case", name, *BAD, "--out", "bad", code=1)
        self.run_of("run", "--case", name, "--out", "good")
        self.assertEqual(self.names("bad"), [name])
        self.assertEqual((self.verdicts("bad"), self.verdicts("good")), (["deviates"], ["conforms"]))
        with h5py.File(self.path("bad", "golden.h5")) as file:
            self.assertEqual([row["name"].decode() for row in file["cases"]], [name])
        for file in ("golden.h5", "results.h5", "cases.h5"):
            self.assertIn("all as written", self.assay("verify", os.path.join("bad", file)).stdout)

    def test_the_executed_contents_are_those_of_the_file(self):
        self.run_of("golden", "--op", "TNOT", "--target", "a5", "--dtype", "i16", "--cases", "1",
                    "--out", "g.h5")
        with cli.Edited(self.path("g.h5")) as file:
            name = file["cases"][0]["name"].decode()
            inputs = []
            file.visititems(lambda path, node: inputs.append(node)
                            if path.endswith("/src/bits") or path.endswith("src") and
                            isinstance(node, h5py.Dataset) else None)
            self.assertEqual(len(inputs), 1, list(file))
            inputs[0][...] = np.full(inputs[0].shape, 0x1234, inputs[0].dtype)
        self.run_of("run", "--case", f"g.h5:{name}", "--out", "run")
        bits = []
        with h5py.File(self.path("run", "results.h5")) as file:
            file["outputs"].visititems(lambda path, node: bits.append(node[...].ravel())
                                       if path.endswith("bits") else None)
        self.assertIn(0xffff ^ 0x1234, np.concatenate(bits))

    def test_each_failure_has_a_line_that_replays_it(self):
        self.run_of("run", "--cases-from", "known.txt", *BAD, "--out", "again", code=1)
        with open(self.path("again", "findings.json"), encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        self.assertTrue(findings)
        for finding in findings:
            self.assertIn(finding["representative"], self.shrunk)
            done = self.run_of(*shlex.split(finding["replay"])[1:], code=1)
            self.assertIn("deviates", done.stdout)
        with open(self.path("again", "junit.xml"), encoding="utf-8") as file:
            self.assertIn(f"assay replay {self.shrunk[0]} --backend", file.read())

    def test_findings_know_the_contents_of_stored_cases(self):
        self.run_of("golden", "--op", "TADD", "--target", "a5", "--cases", "80", "--out", "g.h5")
        with h5py.File(self.path("g.h5")) as file:
            names = [f"g.h5:{row['name'].decode()}" for row in file["cases"]]
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(names))
        self.run_of("run", "--cases-from", "names.txt", "--no-shrink", "--backend", "simulator:fault=subnormals_flushed",
                    "--out", "run", code=1)
        self.assertIn("TADD: wrong where an input has subnormals", self.assay("findings", "run").stdout)

    def test_names_of_both_kinds_are_run_once_each_in_the_order_given(self):
        cases = [self.shrunk[1], self.drawn, self.shrunk[0], self.shrunk[1]]
        self.run_of("run", *(part for name in cases for part in ("--case", name)), "--out", "mixed")
        self.assertEqual(self.names("mixed"), cases[:3])
        self.run_of("run", "--case", self.drawn, "--out", "one")
        self.assertEqual(self.names("one"), [self.drawn])
        self.assertNotIn("cases.h5", os.listdir(self.path("one")))

    def test_stored_results_of_such_a_run_are_judged_again(self):
        self.run_of("run", "--cases-from", "known.txt", *BAD, "--out", "bad", code=1)
        self.run_of("run", "--backend", "replay:bad/results.h5", "--out", "again", code=1)
        self.assertEqual(self.names("again"), self.names("bad"))
        self.assertEqual(self.verdicts("again"), self.verdicts("bad"))
        self.run_of("judge", "bad/golden.h5", "bad/results.h5", code=1)

    def test_results_that_somebody_computed_from_the_file_are_judged(self):
        self.run_of("run", "--case", self.shrunk[0], *BAD, "--out", "bad", code=1)
        with cli.Edited(self.path("bad", "results.h5")) as file:
            rows = file["results"][...]
            rows["name"][0] = rows["name"][0].split(b":", 1)[1]
            file["results"][...] = rows
        self.run_of("run", "--case", self.shrunk[0], "--backend", "replay:bad/results.h5", "--out",
                    "again", code=1)
        self.assertEqual(self.verdicts("again"), ["deviates"])


class Survival(Sandbox):
    def setUp(self):
        super().setUp()
        self.options = ("run", "--cases-from", "known.txt", *BAD, "--repeat", "2")
        self.run_of(*self.options, "--out", "whole", code=1)

    def cut(self, folder, lines):
        """As a killed run leaves it."""
        shutil.copytree(self.path("whole"), self.path(folder))
        for name in ("summary.json", "golden.h5", "results.h5", "junit.xml", "report.html",
                     "cases.csv", "findings.json"):
            os.remove(self.path(folder, name))
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            kept = file.readlines()[:lines]
        with open(self.path(folder, "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(kept)

    def test_a_resumed_run_needs_its_own_folder_alone(self):
        self.cut("part", 2)
        os.rename(self.path("nightly"), self.path("elsewhere"))
        self.run_of("run", "--resume", "part", code=1)
        self.same_as(self.contents("whole"), "part", "report.html")
        with h5py.File(self.path("part", "shrunk.h5")) as file:
            self.assertGreater(len(file["cases"]), 0)

    def test_a_resumed_run_ends_as_an_unbroken_one(self):
        for lines in range(3):
            self.cut(f"part{lines}", lines)
            self.run_of("run", "--resume", f"part{lines}", code=1)
            self.same_as(self.contents("whole"), f"part{lines}", "report.html")

    def test_a_file_of_cases_that_changed_is_refused(self):
        self.cut("part", 1)
        shutil.copy(self.path("nightly", "golden.h5"), self.path("part", "cases.h5"))
        self.refused(2, "has no case", "run", "--resume", "part")
        with open(self.path("part", "cases.h5"), "w", encoding="utf-8") as file:
            file.write("no such thing")
        self.refused(2, "part/cases.h5", "run", "--resume", "part")

    def test_shards_give_the_whole(self):
        for i in (1, 2):
            self.assay(*self.options, "--shard", f"{i}/2", "--out", f"shard{i}")
        self.run_of("merge", "shard1", "shard2", "--out", "merged")
        self.same_as(self.contents("whole"), "merged", "report.html", "junit.xml")

    def test_neither_order_nor_workers_change_a_byte(self):
        self.run_of(*self.options, "--shuffle", "-j", "3", "--out", "shuffled", code=1)
        self.same_as(self.contents("whole"), "shuffled", "report.html", "journal.jsonl", "run.json")


class WithoutTheFile(Sandbox):
    """Runs, one of them in shards, on the cases of a file that is then deleted, or replaced by one
    with the same names and other contents. Findings rest on what the cases hold."""

    COMMANDS = (("findings", "run"), ("findings", "run/journal.jsonl", "--format", "json"),
                ("findings", "run", "--format", "markdown"), ("report", "run"),
                ("report", "run", "--format", "junit"), ("report", "run", "--format", "json"),
                ("report", "run", "--format", "csv"), ("report", "run", "--baseline", "run"),
                ("report", "run", "--format", "html", "--out", "page.html"),
                ("triage", "other", "run"), ("triage", "run", "other", "--format", "json"),
                ("triage", "other", "run", "--format", "markdown"), ("coverage", "run"),
                ("diff", "run", "other"), ("run", "--resume", "run"),
                ("merge", "shard1", "shard2", "--out", "merged"),
                ("judge", "run/golden.h5", "run/results.h5", "--out", "judged"),
                ("run", "--backend", "replay:run/results.h5", "--out", "again"),
                ("merge", "run/results.h5", "other/results.h5", "--out", "results.h5"))
    WRITTEN = ("run", "merged", "again", "judged", "results.h5", "page.html")

    def setUp(self):
        super().setUp()
        for op, name in (("TRSQRT", "g.h5"), ("TNOT", "n.h5")):
            self.run_of("golden", "--op", op, "--target", "a5", "--cases", "12", "--out", name)
            with h5py.File(self.path(name)) as file:
                names = [f"{name}:{row['name'].decode()}" for row in file["cases"]]
            with open(self.path(name + ".txt"), "w", encoding="utf-8") as file:
                file.write("\n".join(names))
        options = ("run", "--cases-from", "g.h5.txt", *BAD)
        self.run_of(*options, "--out", "run", code=1)
        self.run_of("run", "--cases-from", "n.h5.txt", "--backend", "simulator:fault=wrong_stride",
                    "--no-shrink", "--out", "other", code=1)
        for i in (1, 2):
            self.assay(*options, "--shard", f"{i}/2", "--out", f"shard{i}")

    def seen(self):
        """The output and the files of each command."""
        found = {}
        for command in self.COMMANDS:
            done = self.assay(*command)
            self.assertIn(done.returncode, (0, 1), (command, done.stderr))
            found[command] = re.sub(r"in [\d.]+ m?s.*", "", done.stdout)
        for name in self.WRITTEN:
            found[name] = self.written(name)
        for name in self.WRITTEN[1:4]:
            shutil.rmtree(self.path(name))
        return found

    def written(self, name):
        if os.path.isdir(self.path(name)):
            return self.contents(name)
        with open(self.path(name), "rb") as file:
            return killed_runs_test.timeless("report.html" if name.endswith("html") else name, file.read())

    def same(self, now, before):
        self.assertEqual(now.keys(), before.keys())
        for key, value in now.items():
            if not isinstance(value, dict):
                self.assertEqual(value, before[key], key)
                continue
            differing = [name for name in value if value[name] != before[key][name]]
            self.assertEqual(differing, [], key)

    def test_every_command_on_a_run_says_and_writes_the_same(self):
        before = self.seen()
        self.assertIn("TRSQRT: wrong", before["findings", "run"])
        os.rename(self.path("g.h5"), self.path("moved.h5"))
        os.rename(self.path("n.h5"), self.path("g.h5"))
        self.same(self.seen(), before)
        os.remove(self.path("g.h5"))
        self.same(self.seen(), before)

    def test_the_sentence_about_a_missing_file_leads_to_the_kept_case(self):
        with open(self.path("run", "findings.json"), encoding="utf-8") as file:
            line = json.load(file)["findings"][0]["replay"]
        os.remove(self.path("g.h5"))
        name = shlex.split(line)[2]
        for command in ("replay", "shrink", "run"):
            case = ("--case",) if command == "run" else ()
            self.refused(2, f"RUN/cases.h5:{name}", command, *case, name)
            done = self.run_of(command, *case, f"run/cases.h5:{name}", *BAD, code=1)
            self.assertIn("deviates", done.stdout)

    def test_a_file_called_cases_that_no_run_keeps_is_not_asked(self):
        os.mkdir(self.path("mine"))
        for name in ("journal.jsonl", "results.h5"):
            shutil.copy(self.path("run", name), self.path("mine", name))
        shutil.copy(self.path("n.h5"), self.path("mine", "cases.h5"))
        self.assertIn("TRSQRT: wrong",
                      self.assay("findings", "mine/journal.jsonl").stdout)
        self.run_of("run", "--backend", "replay:mine/results.h5", "--out", "again", code=1)


class Refusals(Sandbox):
    def test_are_one_sentence(self):
        near = self.shrunk[0][:-1] + "x"
        for part, name in (("did you mean", near), ("the first is", "nightly/shrunk.h5:nonsense"),
                           ("nowhere.h5", "nowhere.h5:X"), ("results.h5", "nightly/results.h5:X"),
                           ("bad.h5", "bad.h5:X"), ("line break", "a\nb.h5:X")):
            if name.startswith("bad"):
                with open(self.path("bad.h5"), "w", encoding="utf-8") as file:
                    file.write("no golden file")
            with self.subTest(name=name):
                self.refused(2, part, "run", "--case", name, "--out", "out")
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.write(f"{self.drawn}\nnightly/shrunk.h5:nonsense\n")
        self.refused(2, "names.txt:2: nightly/shrunk.h5 has no case", "run", "--cases-from",
                     "names.txt", "--out", "out")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
