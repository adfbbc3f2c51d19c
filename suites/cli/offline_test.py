#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The offline route: export, a board in Python that computes with numpy, judge, replay.

offline_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import re
import subprocess
import sys
import unittest

import h5py
import numpy as np

import cli

BOARD = os.path.join(cli.ROOT, "runners", "examples", "board.py")
EXPORT = ("export", "--op", "TADD", "--target", "a5", "--dtype", "f32", "--cases", "24", "--out",
          "e.h5")


class Sandbox(cli.Sandbox):
    def setUp(self):
        super().setUp()
        self.succeed(*EXPORT)
        self.compute()

    def succeed(self, *arguments, code=0):
        done = self.assay(*arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def compute(self, results="r.h5"):
        done = subprocess.run([sys.executable, "-B", BOARD, self.path("e.h5"), self.path(results)],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def results(self):
        return cli.Edited(self.path("r.h5"))

    def first_output(self, file):
        """An output folder with more than one case, and the name of its last case."""
        for group in file["outputs/dst"].values():
            if len(group["case"]) > 1:
                return group, file["results"][int(group["case"][-1])]["name"].decode()
        raise AssertionError("no signature has two cases")

    def replace(self, group, **datasets):
        for name, data in datasets.items():
            attributes = dict(group[name].attrs) if name in group else {}
            if name in group:
                del group[name]
            group[name] = data
            group[name].attrs.update(attributes)


class RoundTrip(Sandbox):
    def test_what_numpy_computes_conforms(self):
        for results in (("r.h5",), ("--backend", "replay:r.h5")):
            said = self.succeed("judge", "e.h5", *results)
            judged, distrusted = re.search(r"Conforms: none of (\d+) judged cases failed"
                                           r"(?:; (\d+) distrusted)?", said).groups("0")
            self.assertEqual(int(judged) + int(distrusted), 24, said)
            self.assertGreater(int(judged), 20, said)

    def test_a_board_that_is_one_bit_off_deviates_in_that_case_alone(self):
        with h5py.File(self.path("e.h5")) as exported, self.results() as file:
            group, name = self.first_output(file)
            index = int(group["case"][-1])
            case = exported["cases"][index]
            rows, cols = exported[f"signatures/s{case['signature']:04}/operands/dst/valid"][
                int(case["row"])]
            bits = group["bits"][-1]
            finite = np.isfinite(bits.view(np.float32)[:rows, :cols])
            row, col = np.argwhere(finite & (bits[:rows, :cols] & 0x7FFFFFFF != 0))[0]
            group["bits"][len(group["case"]) - 1, row, col] ^= 1
        said = self.succeed("judge", "e.h5", "r.h5", code=1)
        self.assertIn(name, said)
        self.assertIn("1 of 24", said)

    def test_an_exported_file_tells_no_answers_and_is_whole(self):
        with h5py.File(self.path("e.h5")) as file:
            found = []
            file["signatures"].visit(found.append)
            self.assertFalse([path for path in found if path.endswith("/value")])
            self.assertTrue([path for path in found if path.endswith("/inputs/src0")])
        self.assertIn("all as written", self.succeed("verify", "e.h5"))

    def test_a_golden_file_that_lost_its_answers_is_not_taken_for_an_export(self):
        with cli.Edited(self.path("e.h5")) as file:
            del file.attrs["expected_values"]
        self.assertIn("has no expected values", self.succeed("verify", "e.h5", code=1))

    def test_with_expected_values_it_is_the_golden_file(self):
        self.succeed(*EXPORT[:-1], "w.h5", "--with-expected")
        self.succeed("golden", *EXPORT[1:-1], "g.h5")
        with open(self.path("w.h5"), "rb") as one, open(self.path("g.h5"), "rb") as other:
            self.assertEqual(one.read(), other.read())
        self.assertIn("Conforms", self.succeed("judge", "w.h5", "r.h5"))

    def test_calls_that_must_be_refused_travel_too(self):
        self.succeed(*EXPORT[:-4], "--illegal", "--cases", "200", "--out", "e.h5")
        self.compute()
        said = self.succeed("judge", "e.h5", "r.h5", code=1)
        self.assertIn("accepted although not", said)


class JudgedInARun(cli.Sandbox):
    """'assay run --backend replay:FILE' judges what a run stored."""

    FAULTY = ("run", "--op", "TADD", "--target", "a5", "--dtype", "f32,i32", "--cases", "1", "--out",
              "first", "--tiles", "all", "--rerun", "0", "--backend", "simulator:fault=off_by_one_ulp")

    def setUp(self):
        super().setUp()
        self.assertEqual(self.assay(*self.FAULTY).returncode, 1)

    def verdicts(self, folder, backend=None):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            records = [record for record in map(json.loads, file) if "verdict" in record]
        return {record["name"]: record["verdict"]["kind"] for record in records
                if backend in (None, record["backend"])}

    def stored_verdicts(self):
        """Those of the run, as far as outputs alone show them: of tiles without a valid element nothing that is
        promised came back."""
        return {name: "target_defined" if "+empty-region" in name else kind
                for name, kind in self.verdicts("first").items()}

    def judge_again(self, *arguments, code):
        done = self.assay("run", "--backend", "replay:first/results.h5", "--out", "again", *arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_a_file_says_its_cases_and_gets_the_verdicts_of_its_run(self):
        said = self.judge_again(code=1)
        self.assertEqual(self.verdicts("again"), self.stored_verdicts())
        self.assertNotIn("has no row", said)

    def test_another_tolerance_is_another_verdict(self):
        self.assay("run", "--op", "TRSQRT", "--target", "a5", "--cases", "1", "--rerun", "0",
                   "--backend", "simulator:fault=off_by_one_ulp", "--out", "near")
        tolerances = {"tight": 'kind = "correctly_rounded"', "loose": 'kind = "ulp"\nbound = 100.0'}
        for folder, tolerance in tolerances.items():
            with open(self.path("own.toml"), "w", encoding="utf-8") as file:
                file.write(f'[[tolerance]]\naccuracy = "rsqrt"\n{tolerance}\nreason = "a test"\n')
            done = self.assay("run", "--backend", "replay:near/results.h5", "--accuracy", "own.toml",
                              "--out", folder)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        failing = [{name for name, kind in self.verdicts(folder).items() if kind == "deviates"}
                   for folder in tolerances]
        # Without a tolerance is the zero of infinity, which special values have and many random ones.
        self.assertLess(failing[1], failing[0])
        self.assertTrue(all("/specials" in name or "/mosaic" in name or name.count("+large") for name in failing[1]), failing[1])

    def test_a_case_without_a_row_is_named(self):
        said = self.judge_again("--op", "TADD", "--target", "a5", "--dtype", "f32,i16", "--cases",
                                "1", code=1)
        first, again = self.stored_verdicts(), self.verdicts("again")
        missing = [name for name in again if name not in first]
        self.assertTrue(missing)
        self.assertEqual({again[name] for name in missing}, {"unsupported"})
        self.assertIn(f"has no row for {len(missing)} of {len(again)} cases: {missing[0]}", said)
        self.assertTrue(all(again[name] == first[name] for name in again if name in first))

    def test_stored_results_stand_beside_a_backend(self):
        self.judge_again("--backend", "simulator", code=1)
        self.assertEqual(self.verdicts("again", "replay:first/results.h5"), self.stored_verdicts())
        self.assertNotIn("deviates", self.verdicts("again", "simulator").values())

    def test_a_row_that_does_not_fit_is_told(self):
        with cli.Edited(self.path("first", "results.h5")) as file:
            for group in file["outputs/dst"].values():
                kept = group["bits"][:, :, :-1]
                attributes = dict(group["bits"].attrs)
                del group["bits"]
                group["bits"] = kept
                group["bits"].attrs.update(attributes)
        said = self.judge_again(code=3)
        self.assertIn("infra", said)

    def test_what_is_no_result_file_is_refused(self):
        for backend, words in [("replay:nowhere.h5", "nowhere.h5"),
                               ("replay:first/golden.h5", "golden.h5")]:
            done = self.assay("run", "--backend", backend, "--out", "again")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(words, done.stderr)
            self.assertFalse(os.path.exists(self.path("again")))

    def test_results_of_another_suite_version_are_refused(self):
        with cli.Edited(self.path("first", "results.h5")) as file:
            file.attrs["suite_version"] = "1"
        done = self.assay("run", "--op", "TADD", "--backend", "replay:first/results.h5", "--out",
                          "again")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("of suite version 1", done.stderr)


class WrongRows(Sandbox):
    def judged(self, *parts):
        """Refused with one sentence that holds all parts."""
        for part in parts:
            self.refused(2, part, "judge", "e.h5", "r.h5")

    def edit_names(self, edit):
        with self.results() as file:
            table = file["results"][:]
            names = edit(table)
            del file["results"]
            file["results"] = table
        return names

    def test_a_missing_row_is_named(self):
        with self.results() as file:
            group, name = self.first_output(file)
            table = file["results"][:]
            last = int(group["case"][-1])
            for other in file["outputs/dst"].values():
                kept = other["case"][:] != last
                cases = other["case"][:][kept]
                self.replace(other, bits=other["bits"][:][kept],
                             case=np.where(cases > last, cases - 1, cases))
            del file["results"]
            file["results"] = np.delete(table, last)
        self.judged("r.h5 has no row for " + name, "e.h5 asks for")

    def test_a_row_that_is_there_twice_is_named(self):
        def twice(table):
            table["name"][1] = table["name"][0]
            return table["name"][0].decode()
        self.judged("two rows named " + self.edit_names(twice))

    def test_an_output_that_is_there_twice_is_named(self):
        with self.results() as file:
            group, name = self.first_output(file)
            file.copy(group, "outputs/dst/again")
            again = file["outputs/dst/again"]
            self.replace(again, bits=again["bits"][-1:], case=again["case"][-1:])
        self.judged(name, "two outputs for dst")

    def test_a_row_of_no_case_is_named(self):
        def foreign(table):
            table["name"][3] = b"TADD/plain/a5/f32/1x8/v1x8/uniform@00000000"
        self.edit_names(foreign)
        self.judged("a row TADD/plain/a5/f32/1x8/v1x8/uniform@00000000 that e.h5 does not have")

    def test_rows_that_were_cut_off_are_named(self):
        with self.results() as file:
            group, name = self.first_output(file)
            self.replace(group, bits=group["bits"][:-1], case=group["case"][:-1])
        self.judged(name, "has no output for dst")

    def test_a_row_that_was_cut_short_is_named(self):
        with self.results() as file:
            group, _ = self.first_output(file)
            name = file["results"][int(group["case"][0])]["name"].decode()
            self.replace(group, bits=group["bits"][:, :, :-1])
        self.judged("elements of f32 for dst")

    def test_more_outputs_than_rows_say_so(self):
        with self.results() as file:
            group, _ = self.first_output(file)
            self.replace(group, case=group["case"][:-1])
        self.judged("/case has", "/bits has")

    def test_an_output_of_no_operand_is_named(self):
        with self.results() as file:
            file.move("outputs/dst", "outputs/dest")
        self.judged("an output 'dest' that the op does not have")

    def test_results_of_another_suite_version_are_refused(self):
        with self.results() as file:
            file.attrs["suite_version"] = "1"
        self.judged("r.h5 is of suite version 1")

    def test_outputs_are_named_once(self):
        self.refused(2, "name the outputs once", "judge", "e.h5")
        self.refused(2, "name the outputs once", "judge", "e.h5", "r.h5", "--backend",
                     "replay:r.h5")
        self.refused(2, "replay:FILE.h5", "judge", "e.h5", "--backend", "simulator")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
