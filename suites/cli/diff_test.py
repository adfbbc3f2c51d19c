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
TILES = ("--tiles", "all")  # so that elements of passing cases are compared


class Sandbox(cli.Sandbox):
    def diff(self, a, b, *options, code=1):
        return json.loads(self.made("diff", a, b, "--format", "json", *options, code=code))

    def golden_pair(self):
        self.made("golden", *PART, "--cases", "12", "--out", "a.h5")
        shutil.copy(self.path("a.h5"), self.path("b.h5"))
        return cli.Edited(self.path("b.h5"))

    def case_of(self, file, signature, row):
        for case in file["cases"][:]:
            if case["signature"] == signature and case["row"] == row:
                return case["name"].decode()
        raise AssertionError("no such case")


class Runs(Sandbox):
    def setUp(self):
        super().setUp()
        self.made("run", *PART, "--cases", "1", *TILES, "--out", "good")
        self.made("run", *PART, "--cases", "1", *TILES, "--out", "bad", "--backend",
                  "simulator:fault=exponent_bit_stuck", code=1)

    def test_two_equal_runs_are_the_same(self):
        self.made("run", *PART, "--cases", "1", *TILES, "--out", "again", "-j", "1")
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
        rivals = ("--backend", "simulator", "--backend", "simulator:fault=exponent_bit_stuck")
        self.made("run", *PART, "--cases", "1", *TILES, *rivals, "--out", "two", code=1)
        self.assertIn("Same: ", self.made("diff", "two", "two"))
        self.made("run", *PART, "--cases", "1", *TILES, "--backend", "simulator", "--backend",
                  "simulator:fault=results_zero", "--out", "other", code=1)
        found = self.diff("two", "other")["cases"]
        self.assertTrue(found)
        self.assertTrue(all(case["name"].endswith(" (backend 2)") for case in found))
        self.assertTrue(any(case["element_count"] for case in found))
        lone = self.diff("good", "two")
        self.assertEqual(lone["cases"], [])
        self.assertEqual(len(lone["only_b"]), lone["cases_a"])

    def test_equal_verdicts_with_other_elements_or_distances_are_told(self):
        with open(self.path("bad", "journal.jsonl"), encoding="utf-8") as lines:
            records = [cli.unsealed(line) for line in lines]
        wrong = [record for record in records if record.get("verdict", {}).get("kind") == "deviates"]
        count = wrong[0]["verdict"]["wrong"]
        wrong[0]["verdict"]["wrong"] = count + 1
        wrong[1]["verdict"]["max_ulp"] = 1.25
        with open(self.path("changed.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(cli.sealed(records))
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
            file.writelines(kept[:-2])
        found = self.diff("good/journal.jsonl", "less.jsonl")
        self.assertEqual(found["only_a"], [json.loads(kept[-2])["name"]])
        self.assertEqual(found["only_b"], [])

    def test_the_text_is_cut_where_asked(self):
        said = self.made("diff", "good", "bad", "--cases", "1", "--limit", "2", code=1)
        self.assertLess(said.count("\n"), 10)
        self.assertIn("more cases; --cases shows more", said)


class Files(Sandbox):
    def test_a_changed_input_and_a_changed_promise_come_back_where_they_are(self):
        with self.golden_pair() as file:
            inputs, values = file["signatures/s0000/inputs/src"], file["signatures/s0001/expected/dst/value"]
            row, col = inputs.shape[1] - 1, inputs.shape[2] - 1
            before = int(inputs[0, row, col])
            inputs[0, row, col] = before ^ 1
            values[0, 0, 0] ^= 2
            names = self.case_of(file, 0, 0), self.case_of(file, 1, 0)
        found = {case["name"]: case for case in self.diff("a.h5", "b.h5")["cases"]}
        self.assertEqual(set(found), set(names))
        element = found[names[0]]["elements"][0]
        self.assertEqual((element["what"], element["row"], element["col"]), ("before src", row, col))
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
            with cli.Edited(self.path("a.h5")) as other:
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
        self.made("run", *PART, "--cases", "1", *TILES, "--out", "run")
        self.refused(2, "two of a kind", "diff", "a.h5", "run")
        self.refused(2, "two of a kind", "diff", "a.h5", "run/results.h5")
        self.refused(2, "there is no nowhere", "diff", "a.h5", "nowhere")
        self.refused(2, "--limit", "diff", "a.h5", "b.h5", "--limit", "0")
        os.truncate(self.path("b.h5"), 1000)
        self.refused(2, "b.h5", "diff", "a.h5", "b.h5")


class Promises(Sandbox):
    """Each part of a golden file, changed alone."""

    def changed(self, *names):
        """The one case that differs after `names` of the first signature lost a bit, by operand."""
        with self.golden_pair() as file:
            for name in names:
                file[f"signatures/s0000/{name}"][0, 0, 0] ^= 1
            wanted = self.case_of(file, 0, 0)
        case, = self.diff("a.h5", "b.h5")["cases"]
        self.assertEqual(case["name"], wanted)
        return case

    def test_either_end_of_what_is_accepted_is_compared(self):
        for end, what in (("low", "lowest dst"), ("high", "highest dst")):
            case = self.changed(f"expected/dst/{end}")
            self.assertEqual([(one["what"], one["row"], one["col"]) for one in case["elements"]],
                             [(what, 0, 0)])

    def test_the_limit_cuts_what_is_shown_and_not_what_is_counted(self):
        with self.golden_pair() as file:
            src = file["signatures/s0000/inputs/src"]
            src[0, 0, 0:3] = src[0, 0, 0:3] ^ 1
        said = self.made("diff", "a.h5", "b.h5", "--limit", "1", code=1)
        self.assertEqual(said.count("before src("), 1)
        self.assertIn("... 2 more elements\n", said)
        self.assertIn("Different: 1 of 12 cases in both, in 3 elements;", said)

    def test_how_an_element_is_accepted_is_compared(self):
        with self.golden_pair() as file:
            accept = file["signatures/s0000/expected/dst/accept"]
            accept[0, 0, 0] = 0 if accept[0, 0, 0] else 1
        case, = self.diff("a.h5", "b.h5")["cases"]
        note, = case["notes"]
        self.assertIn("expected dst: 1 elements are accepted otherwise, the first at (0, 0)", note)

    def test_the_call_is_compared(self):
        with self.golden_pair() as file:
            for operand in ("dst", "src"):  # their valid regions are equal, or the case is not legal
                valid = file[f"signatures/s0000/operands/{operand}/valid"]
                valid[0, 1 if valid[0, 1] > 1 else 0] -= 1
            wanted = self.case_of(file, 0, 0)
        case, = self.diff("a.h5", "b.h5")["cases"]
        self.assertEqual((case["name"], case["notes"]), (wanted, ["call: the operands differ"]))

    def test_expected_text_is_compared(self):
        self.made("golden", "--op", "TPRINT", "--target", "a5", "--cases", "4", "--out", "a.h5")
        for name in ("bytes", "width"):
            shutil.copy(self.path("a.h5"), self.path("b.h5"))
            with cli.Edited(self.path("b.h5")) as file:
                file[f"signatures/s0000/expected/text/{name}"][0] ^= 1
            case, = self.diff("a.h5", "b.h5")["cases"]
            self.assertEqual(case["notes"], ["expected text: the text differs"], name)


class Results(Sandbox):
    """Each part of a result file, changed alone."""

    def pair(self, *options):
        self.made("run", *options, "--cases", "1", *TILES, "--out", "run")
        shutil.copy(self.path("run", "results.h5"), self.path("a.h5"))
        shutil.copy(self.path("run", "results.h5"), self.path("b.h5"))
        return cli.Edited(self.path("b.h5"))

    def test_outcomes_are_compared(self):
        with self.pair(*PART) as file:
            rows = file["results"][:]
            at = int(np.flatnonzero(rows["status"] == b"done")[1])
            rows["status"][at] = b"crashed"
            file["results"][:] = rows
        case, = self.diff("a.h5", "b.h5")["cases"]
        self.assertEqual((case["name"], case["notes"]),
                         (rows["name"][at].decode(), ["outcome: done, crashed"]))

    def test_an_output_that_one_file_lacks_is_named(self):
        with self.pair(*PART) as file:
            outputs = file["outputs/dst"]
            first = sorted(outputs)[0]
            cases = {file["results"][int(row)]["name"].decode() for row in outputs[first]["case"][:]}
            del outputs[first]
        for a, b, who in (("a.h5", "b.h5", "first"), ("b.h5", "a.h5", "second")):
            found = {case["name"]: case["notes"] for case in self.diff(a, b)["cases"]}
            self.assertEqual(set(found), cases)
            for notes in found.values():
                self.assertEqual(notes, [f"output dst: only the {who} has it"])

    def test_an_output_of_another_size_is_told(self):
        with self.pair(*PART) as file:
            outputs = file["outputs/dst"]
            first = sorted(outputs)[0]
            bits, dtype = outputs[first]["bits"][:], outputs[first]["bits"].attrs["dtype"]
            del outputs[first]["bits"]
            outputs[first]["bits"] = bits[:, :, :-1]
            outputs[first]["bits"].attrs["dtype"] = dtype
            count = len(outputs[first]["case"])
        cases = self.diff("a.h5", "b.h5")["cases"]
        self.assertEqual(len(cases), count)
        size = bits[0].size
        self.assertEqual(cases[0]["notes"],
                         [f"dst: {size} elements of f32, {size - bits.shape[1]} of f32"])

    def test_printed_text_is_compared(self):
        with self.pair("--op", "TPRINT", "--target", "a5", "--dtype", "i32") as file:
            names = [name.decode() for name in file["results"]["name"]]
            begin, end = (int(at) for at in file["text/offsets"][1:3])
            self.assertGreater(end, begin + 3)
            file["text/bytes"][begin + 3] ^= 1
        case, = self.diff("a.h5", "b.h5")["cases"]
        self.assertEqual((case["name"], case["notes"]),
                         (names[1], ["printed text: differs from byte 3 on"]))

    def test_rows_that_one_file_lacks_are_named_on_their_side(self):
        with self.pair(*PART) as file:
            names = [name.decode() for name in file["results"]["name"]]
            rows = file["results"][:]
            rows["name"][0] = b"another"
            file["results"][:] = rows
        found = self.diff("a.h5", "b.h5")
        self.assertEqual((found["only_a"], found["only_b"]), ([names[0]], ["another"]))
        said = self.made("diff", "a.h5", "b.h5", code=1)
        self.assertIn("1 only in a.h5, 1 only in b.h5.", said)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
