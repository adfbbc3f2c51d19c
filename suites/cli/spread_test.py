#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Few cases of `golden` and `export` stand for all: they are spread over ops, forms, targets and types.

spread_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import os
import re
import unittest
from collections import Counter

import h5py

import cli


class Sandbox(cli.Sandbox):
    def rows(self, name):
        with h5py.File(self.path(name)) as file:
            table = file["cases"][:]
        return [{field: row[field].decode() for field in ("name", "op", "form", "target", "dtype", "intent")}
                for row in table]

    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def ops(self):
        return {line.split()[0] for line in self.made("list").splitlines() if re.match(r"[MST][A-Z0-9_]+ ", line)}


class Spread(Sandbox):
    def test_the_default_export_has_every_op_and_says_so(self):
        said = self.made("export", "--out", "e.h5")
        rows = self.rows("e.h5")
        ops = Counter(row["op"] for row in rows)
        known = len(self.ops())
        self.assertEqual(len(ops), known)
        self.assertLessEqual(max(ops.values()) - min(ops.values()), 1)
        self.assertRegex(said.splitlines()[-1], rf"^covers {known} of {known} ops, \d+ of \d+ constraints")

    def assert_even(self, values):
        counts = Counter(values)
        self.assertGreater(len(counts), 1)
        self.assertLessEqual(max(counts.values()) - min(counts.values()), 1, counts)

    def test_cases_of_an_op_are_spread_over_forms_targets_and_types(self):
        self.made("golden", "--op", "TADD,TROWSUM,TCVT", "--cases", "90", "--out", "g.h5")
        rows = {op: [row for row in self.rows("g.h5") if row["op"] == op] for op in ("TADD", "TROWSUM", "TCVT")}
        self.assertEqual([len(some) for some in rows.values()], [30, 30, 30])
        self.assert_even(row["form"] for row in rows["TCVT"])
        self.assertEqual(len({row["target"] for row in rows["TCVT"]}), 3)
        for op in ("TADD", "TROWSUM"):
            self.assert_even(row["target"] for row in rows[op])
            for target in ("a2a3", "a5", "cpu"):
                self.assert_even(row["dtype"] for row in rows[op] if row["target"] == target)

    def test_few_cases_of_all_ops_do_not_show_one_target_alone(self):
        self.made("golden", "--cases", "60", "--out", "g.h5")
        rows = self.rows("g.h5")
        self.assertEqual(len({row["op"] for row in rows}), 60)
        self.assertEqual(len({row["target"] for row in rows}), 3)
        self.assertGreater(len({row["dtype"] for row in rows}), 4)

    def test_the_same_seed_gives_the_same_bytes_and_shards_the_whole(self):
        command = ("golden", "--cases", "100", "--illegal")
        for name in ("a.h5", "b.h5"):
            self.made(*command, "--out", name)
        self.assertEqual(self.bytes_of("a.h5"), self.bytes_of("b.h5"))
        for i in (1, 2, 3):
            self.made(*command, "--shard", f"{i}/3", "--out", f"s{i}.h5")
        self.made("merge", "s2.h5", "s3.h5", "s1.h5", "--out", "m.h5")
        self.assertEqual(self.bytes_of("m.h5"), self.bytes_of("a.h5"))

    def test_any_number_of_threads_gives_the_same_bytes(self):
        for command in (("golden", "--cases", "100", "--illegal"), ("export", "--op", "TCVT", "--cases", "60"),
                        ("golden", "--suite", "smoke", "--op", "TADD,TSORT32"),
                        ("golden", "--suite", "smoke", "--op", "TADD,TSORT32", "--cases", "30", "--shard", "2/3"),
                        ("golden", "--suite", "programs-exact", "--op", "TADD", "--target", "a5", "--cases", "9")):
            with self.subTest(" ".join(command)):
                for jobs in ("1", "2", "7"):
                    self.made(*command, "-j", jobs, "--out", f"j{jobs}.h5")
                self.assertEqual(self.bytes_of("j1.h5"), self.bytes_of("j2.h5"))
                self.assertEqual(self.bytes_of("j1.h5"), self.bytes_of("j7.h5"))

    def test_rules_are_counted_and_more_cases_show_more_of_them(self):
        seen = []
        for more in ("5", "40", "600"):
            said = self.made("golden", "--op", "TADD", "--illegal", "--cases", more, "--out", "g.h5").splitlines()[-1]
            shown, rules = map(int, re.search(r"(\d+) of (\d+) constraints", said).groups())
            seen.append(shown)
        self.assertLess(seen[0], seen[1])
        self.assertLess(seen[1], seen[2])
        self.assertEqual(shown, rules, said)


class OfASuite(Sandbox):
    PART = ("--suite", "smoke", "--op", "TRSQRT", "--target", "a5")

    def names(self, name):
        return [row["name"] for row in self.rows(name)]

    def test_its_cases_are_those_of_a_run(self):
        self.made("golden", *self.PART, "--illegal", "--out", "all.h5")
        self.made("export", *self.PART, "--out", "legal.h5")
        journal = self.planned_names()
        self.assertEqual(self.names("all.h5"), journal)
        legal = set(self.names("legal.h5"))
        self.assertLess(legal, set(journal))
        self.assertEqual([name for name in journal if name in legal], self.names("legal.h5"))

    def planned_names(self):
        self.made("run", *self.PART, "--no-tiles", "--out", "run")
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            return list(dict.fromkeys(re.search(r'"name":"([^"]*)"', line)[1] for line in file if '"verdict"' in line))

    def test_some_of_them_are_spread(self):
        self.made("golden", *self.PART, "--cases", "8", "--out", "g.h5")
        rows = self.rows("g.h5")
        self.assertEqual(len(rows), 8)
        self.assertEqual(len({(row["form"], row["dtype"]) for row in rows}), 4)
        self.assertLess(set(self.names("g.h5")), set(self.planned_names()))

    def test_an_unknown_suite_is_refused(self):
        self.refused(2, "did you mean smoke?", "golden", "--suite", "smke", "--out", "g.h5")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
