#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`assay diff` as its user meets it: planted differences come back, element by element.

diff_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import shutil
import unittest

import h5py
import numpy as np

import cli

PART = ("--op", "TRSQRT", "--target", "a5", "--dtype", "f32")


class Sandbox(cli.Sandbox):
    def made(self, *arguments, code=0):
        done = self.assay(*arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def diff(self, a, b, *options, code=1):
        return json.loads(self.made("diff", a, b, "--format", "json", *options, code=code))

    def golden_pair(self):
        self.made("golden", *PART, "--cases", "12", "--out", "a.h5")
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        return h5py.File(self.path("b.h5"), "r+")

    def case_of(self, file, signature, row):
        for case in file["cases"][:]:
            if case["signature"] == signature and case["row"] == row:
                return case["name"].decode()
        raise AssertionError("no such case")


class Runs(Sandbox):
    def setUp(self):
        super().setUp()
        self.made("run", *PART, "--cases", "1", "--out", "good")
        self.made("run", *PART, "--cases", "1", "--out", "bad", "--backend",
                  "simulator:fault=subnormals_flushed", code=1)

    def test_two_equal_runs_are_the_same(self):
        self.made("run", *PART, "--cases", "1", "--out", "again", "-j", "1")
        self.assertIn("Same: ", self.made("diff", "good", "again"))
        self.assertTrue(self.diff("good", "again", code=0)["same"])

    def test_verdicts_and_elements_that_changed_are_listed(self):
        found = self.diff("good", "bad", "--limit", "100000")
        with open(self.path("bad", "journal.jsonl"), encoding="utf-8") as lines:
            wrong = {record["name"]: record for record in map(json.loads, lines)
                     if record.get("verdict", {}).get("kind") == "deviates"}
        listed = {case["name"]: case for case in found["cases"]}
        self.assertLessEqual(set(wrong), set(listed))
        for name, record in wrong.items():
            self.assertIn("verdict: conforms, deviates (value)", listed[name]["notes"])
            self.assertGreaterEqual(listed[name]["element_count"], record["verdict"]["wrong"])
        # h5py sees the same elements.
        with h5py.File(self.path("good", "results.h5")) as good, \
                h5py.File(self.path("bad", "results.h5")) as bad:
            count = sum(int((good[f"outputs/dst/{name}/bits"][:] !=
                             bad[f"outputs/dst/{name}/bits"][:]).sum())
                        for name in good["outputs/dst"])
        self.assertEqual(sum(case["element_count"] for case in found["cases"]), count)

    def test_journals_alone_show_the_verdicts(self):
        found = self.diff("good/journal.jsonl", "bad/journal.jsonl")
        self.assertTrue(found["cases"])
        self.assertFalse(any(case["elements"] for case in found["cases"]))

    def test_both_backends_of_a_run_are_compared(self):
        rivals = ("--backend", "simulator", "--backend", "simulator:fault=subnormals_flushed")
        self.made("run", *PART, "--cases", "1", *rivals, "--out", "two", code=1)
        self.assertIn("Same: ", self.made("diff", "two", "two"))
        self.made("run", *PART, "--cases", "1", "--backend", "simulator", "--backend",
                  "simulator:fault=results_zero", "--out", "other", code=1)
        found = self.diff("two", "other")["cases"]
        self.assertTrue(found)
        self.assertTrue(all(case["name"].endswith(" (second backend)") for case in found))
        self.assertTrue(any(case["element_count"] for case in found))
        lone = self.diff("good", "two")
        self.assertEqual(lone["cases"], [])
        self.assertEqual(len(lone["only_b"]), lone["cases_a"])

    def test_equal_verdicts_with_other_elements_or_distances_are_told(self):
        with open(self.path("bad", "journal.jsonl"), encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        wrong = [record for record in records if record["verdict"]["kind"] == "deviates"]
        count = wrong[0]["verdict"]["wrong"]
        wrong[0]["verdict"]["wrong"] = count + 1
        wrong[1]["verdict"]["max_ulp"] = 1.25
        with open(self.path("changed.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
        found = {case["name"]: case["notes"]
                 for case in self.diff("bad/journal.jsonl", "changed.jsonl")["cases"]}
        self.assertEqual(set(found), {wrong[0]["name"], wrong[1]["name"]})
        self.assertEqual(found[wrong[0]["name"]], [f"wrong elements: {count}, {count + 1}"])
        note, = found[wrong[1]["name"]]
        self.assertTrue(note.startswith("worst distance: ") and note.endswith(", 1.25 ulp"), note)

    def test_cases_that_one_run_lacks_are_named(self):
        with open(self.path("good", "journal.jsonl"), encoding="utf-8") as lines:
            kept = lines.readlines()
        with open(self.path("less.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(kept[:-1])
        found = self.diff("good/journal.jsonl", "less.jsonl")
        self.assertEqual(found["only_a"], [json.loads(kept[-1])["name"]])
        self.assertEqual(found["only_b"], [])

    def test_the_text_is_cut_where_asked(self):
        said = self.made("diff", "good", "bad", "--cases", "1", "--limit", "2", code=1)
        self.assertLess(said.count("\n"), 10)
        self.assertIn("more cases; --cases shows more", said)


class Files(Sandbox):
    def test_a_changed_input_and_a_changed_promise_come_back_where_they_are(self):
        with self.golden_pair() as file:
            inputs, values = file["signatures/s0000/inputs/src"], file["signatures/s0001/expected/dst/value"]
            before = int(inputs[0, 1, 2])
            inputs[0, 1, 2] = before ^ 1
            values[0, 0, 0] ^= 2
            names = self.case_of(file, 0, 0), self.case_of(file, 1, 0)
        found = {case["name"]: case for case in self.diff("a.h5", "b.h5")["cases"]}
        self.assertEqual(set(found), set(names))
        element = found[names[0]]["elements"][0]
        self.assertEqual((element["what"], element["row"], element["col"]), ("before src", 1, 2))
        self.assertEqual(int(element["a"], 16), before)
        self.assertEqual(int(element["b"], 16), before ^ 1)
        element = found[names[1]]["elements"][0]
        self.assertEqual((element["what"], element["row"], element["col"]), ("expected dst", 0, 0))
        self.assertEqual(found[names[1]]["element_count"], 1)

    def test_one_ulp_is_told_as_one_ulp(self):
        with self.golden_pair() as file:
            values = file["signatures/s0000/expected/dst/value"]
            number = np.float32(1.5).view(np.uint32)
            values[0, 0, 0] = number
            with h5py.File(self.path("a.h5"), "r+") as other:
                other["signatures/s0000/expected/dst/value"][0, 0, 0] = number + 1
        element = self.diff("a.h5", "b.h5")["cases"][0]["elements"][0]
        self.assertEqual(element["ulp"], 1)

    def test_a_file_is_the_same_as_itself(self):
        self.golden_pair().close()
        self.assertIn("Same: 12 cases.", self.made("diff", "a.h5", "b.h5"))

    def test_an_export_differs_from_its_golden_file_in_the_expected_values(self):
        self.golden_pair().close()
        self.made("export", *PART, "--cases", "12", "--out", "e.h5")
        for case in self.diff("a.h5", "e.h5")["cases"]:
            self.assertEqual(case["notes"], ["expected values: 1, 0"])
            self.assertEqual(case["element_count"], 0)

    def test_what_cannot_be_compared_is_refused(self):
        self.golden_pair().close()
        self.made("run", *PART, "--cases", "1", "--out", "run")
        self.refused(2, "two of a kind", "diff", "a.h5", "run")
        self.refused(2, "two of a kind", "diff", "a.h5", "run/results.h5")
        self.refused(2, "there is no nowhere", "diff", "a.h5", "nowhere")
        self.refused(2, "--limit", "diff", "a.h5", "b.h5", "--limit", "0")
        os.truncate(self.path("b.h5"), 1000)
        self.refused(2, "b.h5", "diff", "a.h5", "b.h5")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
