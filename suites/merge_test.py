#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`assay merge` as its user meets it: shards give the whole, byte for byte, or are refused by name.

merge_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import re
import shutil
import unittest

import h5py

import cli

PART = ("--op", "TRSQRT", "--target", "a5")
SHARDS = 3


class Sandbox(cli.Sandbox):
    def made(self, *arguments, code=0):
        done = self.assay(*arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def bytes_of(self, *names):
        with open(self.path(*names), "rb") as file:
            return file.read()


class GoldenFiles(Sandbox):
    def shards(self, command="golden", cases=50, **options):
        names = [f"{command}-{i}.h5" for i in range(1, SHARDS + 1)]
        for i, name in enumerate(names, 1):
            self.made(command, *PART, "--cases", str(cases), "--shard", f"{i}/{SHARDS}", "--out", name,
                      *(part for pair in options.items() for part in (f"--{pair[0]}", pair[1])))
        return names

    def test_shards_give_the_whole_byte_for_byte_in_any_order(self):
        for command in ("golden", "export"):
            names = self.shards(command)
            self.made(command, *PART, "--cases", "50", "--out", "whole.h5")
            self.made("merge", *reversed(names), "--out", "merged.h5")
            self.assertEqual(self.bytes_of("merged.h5"), self.bytes_of("whole.h5"), command)
        self.assertIn("all as written", self.made("verify", "merged.h5"))

    def test_a_shard_that_is_missing_is_named(self):
        names = self.shards()
        self.refused(2, "shard 2 of 3 is missing", "merge", names[0], names[2], "--out", "m.h5")

    def test_a_shard_may_be_there_twice_if_it_is_the_same(self):
        names = self.shards()
        self.made("merge", *names, "--out", "once.h5")
        self.made("merge", *names, names[1], "--out", "twice.h5")
        self.assertEqual(self.bytes_of("once.h5"), self.bytes_of("twice.h5"))
        shutil.copy(self.path(names[1]), self.path("other.h5"))
        with h5py.File(self.path("other.h5"), "r+") as file:
            next(iter(file["signatures"].values()))["inputs/src"][0, 0, 0] ^= 1
        self.refused(2, "both have TRSQRT/", "merge", *names, "other.h5", "--out", "m.h5")

    def test_another_seed_or_version_or_selection_is_refused(self):
        names = self.shards()
        self.made("golden", *PART, "--cases", "50", "--shard", "2/3", "--seed", "9", "--out", "s.h5")
        self.refused(2, "seed 1 and s.h5 has 9", "merge", names[0], "s.h5", names[2], "--out", "m.h5")
        self.made("golden", *PART, "--cases", "60", "--shard", "2/3", "--out", "c.h5")
        self.refused(2, "cases=60", "merge", names[0], "c.h5", names[2], "--out", "m.h5")
        self.made("golden", *PART, "--cases", "50", "--shard", "2/4", "--out", "n.h5")
        self.refused(2, "a shard of 3 and n.h5 of 4", "merge", names[0], "n.h5", "--out", "m.h5")
        with h5py.File(self.path(names[1]), "r+") as file:
            file.attrs["suite_version"] = "1"
        self.refused(2, "suite version", "merge", *names, "--out", "m.h5")

    def test_files_that_are_no_shards_are_put_one_after_the_other(self):
        self.made("golden", "--op", "TRSQRT", "--cases", "20", "--out", "a.h5")
        self.made("golden", "--op", "TADD", "--cases", "10", "--out", "b.h5")
        self.assertIn("30 cases", self.made("merge", "a.h5", "b.h5", "--out", "m.h5"))
        self.assertIn("all as written", self.made("verify", "m.h5"))

    def test_a_part_is_never_overwritten_and_kinds_are_not_mixed(self):
        names = self.shards()
        self.refused(2, "is a part", "merge", *names, "--out", names[0])
        os.mkdir(self.path("folder"))
        self.refused(2, "cannot be merged with each other", "merge", names[0], "folder", "--out",
                     "m.h5")
        self.refused(2, "there is no nowhere.h5", "merge", names[0], "nowhere.h5", "--out", "m.h5")


class Runs(Sandbox):
    OPTIONS = ("run", *PART, "--cases", "1", "--backend", "simulator:fault=subnormals_flushed")

    def setUp(self):
        super().setUp()
        self.made(*self.OPTIONS, "--out", "whole", code=1)
        self.names = [f"shard-{i}" for i in range(1, SHARDS + 1)]
        for i, name in enumerate(self.names, 1):
            self.assay(*self.OPTIONS, "--shard", f"{i}/{SHARDS}", "--out", name)

    def journal(self, folder):
        """Lines without what a clock decides."""
        text = self.bytes_of(folder, "journal.jsonl").decode()
        return re.sub(r'"seconds":[^,}]*', "", text)

    def report(self, folder, name):
        """A report without its environment: when, how fast, where and by which command."""
        text = self.bytes_of(folder, name).decode()
        text = re.sub(r'time="[^"]*" timestamp="[^"]*"|name="command" value="[^"]*"', "", text)
        text = re.sub(r"\d[\d.,]* (ms|s|min|cases/s)\b|\d{4}-\d\d-\d\dT[\d:]*Z", "", text)
        text = text.replace(folder + "/shrunk.h5:", "shrunk.h5:")
        return re.sub(r"assay run [^<]*", "", text)

    def test_shards_give_the_files_of_the_whole_run(self):
        self.made("merge", *reversed(self.names), "--out", "merged")
        self.assertEqual(self.journal("merged"), self.journal("whole"))
        self.assertEqual(set(os.listdir(self.path("merged"))), set(os.listdir(self.path("whole"))))
        for name in ("golden.h5", "results.h5", "cases.csv", "shrunk.h5", "findings.json"):
            self.assertEqual(self.bytes_of("merged", name), self.bytes_of("whole", name), name)
        for name in ("junit.xml", "report.html"):
            self.assertEqual(self.report("merged", name), self.report("whole", name), name)
        for name in ("run.json", "summary.json"):
            merged, whole = (json.loads(self.bytes_of(folder, name)) for folder in ("merged", "whole"))
            merged.pop("environment"), whole.pop("environment")
            self.assertEqual(merged, whole, name)
        self.assertIn("Same: ", self.made("diff", "merged", "whole"))

    def test_shards_that_do_not_belong_together_are_refused(self):
        first, second, third = self.names
        self.refused(2, "shard 2 of 3 is missing", "merge", first, third, "--out", "m")
        self.assay(*self.OPTIONS, "--shard", "2/3", "--seed", "9", "--out", "seed")
        self.refused(2, "no shards of one run", "merge", first, "seed", third, "--out", "m")
        self.assay("run", *PART, "--cases", "1", "--shard", "2/3", "--out", "other")
        self.refused(2, "no shards of one run", "merge", first, "other", third, "--out", "m")
        os.remove(self.path(second, "summary.json"))
        self.refused(2, "shard-2 is not finished", "merge", *self.names, "--out", "m")

    def test_a_case_with_two_verdicts_is_refused(self):
        shutil.copytree(self.path("shard-2"), self.path("again"))
        journal = self.path("again", "journal.jsonl")
        with open(journal, encoding="utf-8") as file:
            text = file.read()
        with open(journal, "w", encoding="utf-8") as file:
            file.write(text.replace('"conforms"', '"distrusted"', 1))
        self.refused(2, "and they differ", "merge", *self.names, "again", "--out", "m")


class ResultFiles(Sandbox):
    def test_result_files_are_put_one_after_the_other(self):
        for number, dtype in enumerate(("f16", "f32"), 1):
            self.made("run", *PART, "--dtype", dtype, "--cases", "1", "--out", f"run{number}")
        self.made("merge", "run1/results.h5", "run2/results.h5", "--out", "r.h5")
        self.made("merge", "run1/golden.h5", "run2/golden.h5", "--out", "g.h5")
        self.assertIn("Conforms", self.made("judge", "g.h5", "r.h5"))
        self.refused(2, "another file has too", "merge", "run1/results.h5", "run1/results.h5",
                     "--out", "m.h5")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
