#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Suites that enumerate inputs, through every command that takes names of cases.

enumerate_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import re
import sys
import unittest
import xml.etree.ElementTree

import h5py
import numpy as np

import cli

HALF = ("run", "--suite", "enumerate", "--op", "TRSQRT", "--dtype", "f16", "--target", "a5")
NAME = "TRSQRT/plain/a5/f16,f16/all@{}"
NAMES = [NAME.replace("plain", form).format(k) for form in ("plain", "tmp") for k in range(32)]
# Every bit of these is promised.
TO_THE_BIT = ("run", "--suite", "enumerate", "--op", "TSQRT", "--dtype", "f16", "--target", "a5")
# Wrong results for NaN alone, which few tiles have.
FAULT = ("--backend", "simulator:fault=nan_swallowed")


class Sandbox(cli.Sandbox):
    def records(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            return [record for record in map(json.loads, file) if "verdict" in record]

    def facts(self, folder):
        return sorted((one["index"], one["name"], json.dumps(one["verdict"])) for one in self.records(folder))


class Runs(Sandbox):
    def summary(self, folder):
        with open(self.path(folder, "summary.json"), encoding="utf-8") as file:
            return json.load(file)["inputs"]

    def test_executes_every_input_once_and_shows_errors_by_exponent(self):
        said = self.made(*HALF, "--out", "run")
        self.assertEqual([one["name"] for one in self.records("run")], NAMES)
        self.assertIn("inputs   TRSQRT/plain/a5/f16,f16/all: 65,536 of 65,536 inputs: 31,744 compared, "
                      "33,792 target-defined, 0 wrong\nerror    max 0.4996 ulp, mean 0.2487 ulp\n", said)
        self.assertRegex(said, r"\nworst    src=0x03ff \(6\.09756e-05\): expected 0x5801 \(128\.125\), got 0x5801 \(128\.125\), 0\.4996 ulp\n")
        self.assertRegex(said, r"\n  \+2\^-24 to \+2\^-21 +15 +0\.4173 +13\.33% +86\.67%\n")
        self.assertRegex(said, r"\n  \+normal +30,720 +30,720 *\n")
        self.assertEqual(said.split("inputs   TRSQRT")[1].split("\n\n")[0],
                         self.made("report", "run", "--format", "text").split("inputs   TRSQRT")[1].split("\n\n")[0])
        junit = xml.etree.ElementTree.parse(self.path("run", "junit.xml"))
        self.assertEqual(len(junit.findall(".//testcase")), 64)
        with open(self.path("run", "report.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertIn("worst    src=0x03ff", page)
        drawn = json.loads(re.search(r'id="assay-data">(.*?)</script>', page).group(1))["inputs"]["functions"]
        self.assertEqual([one["name"] for one in drawn], [NAME.replace("plain", form).split("@")[0] for form in ("plain", "tmp")])
        self.assertEqual(sum(sum(column["counts"]) for column in drawn[0]["columns"]), 31743)  # and an infinity

    def test_every_input_is_in_one_bin_of_one_exponent_and_one_class(self):
        self.made(*HALF, "--out", "run")
        for one in self.summary("run"):
            self.assertEqual((one["inputs"], one["planned"], one["calls"]), (65536, 65536, 32))
            self.assertEqual(sum(sum(column["inputs"].values()) for column in one["columns"]), one["compared"])
            self.assertEqual(sum(one["bins"].values()), one["compared"])
            self.assertEqual(sum(row["compared"] for row in one["classes"]), one["compared"])
            self.assertEqual(sum(row["target_defined"] for row in one["classes"]), one["target_defined"])
            roots = [1 / np.sqrt(np.float64(np.uint16(int(worst["arguments"]["src"], 16)).view(np.float16))) for worst in one["worst"]]
            for root, worst in zip(roots, one["worst"]):
                got = np.float64(np.uint16(int(worst["got"], 16)).view(np.float16))
                ulp = 2.0 ** (np.floor(np.log2(root)) - 10)
                self.assertAlmostEqual(abs(got - root) / ulp, worst["ulp"], places=9)

    def test_other_suites_have_no_errors_of_inputs(self):
        self.made("run", "--op", "TRSQRT", "--target", "a5", "--cases", "1", "--out", "run")
        self.assertFalse([one for one in self.records("run") if "inputs" in one])
        with open(self.path("run", "summary.json"), encoding="utf-8") as file:
            self.assertNotIn("inputs", json.load(file))

    def test_agrees_with_the_sweep(self):
        said = self.made(*HALF, "--out", "run")
        swept = self.made("sweep", "--op", "TRSQRT", "--dtype", "f16", "--target", "a5", "--out", "sweep")
        for counts in ("31,744 compared, 33,792 target-defined", "max 0.4996 ulp, mean 0.2487 ulp",
                       "src=0x03ff (6.09756e-05): expected 0x5801 (128.125), got 0x5801 (128.125), 0.4996 ulp"):
            self.assertIn(counts, said)
            self.assertIn(counts, swept)

    def test_each_type_of_a_result_and_two_arguments(self):
        self.made("run", "--suite", "enumerate", "--op", "TCVT", "--dtype", "f16", "--target", "a5", "--out", "cvt")
        names = {one["name"].split("@")[0] for one in self.records("cvt")}
        self.assertIn("TCVT/plain/a5/f16,f32/all", names)
        self.assertIn("TCVT/plain/a5/f16,i8/all", names)
        said = self.made("run", "--suite", "enumerate", "--op", "TADD", "--dtype", "u8", "--target", "a5", "--out", "add")
        self.assertIn("65,536 of 65,536 inputs: 65,536 compared", said)

    def test_a_form_a_type_of_the_result_and_an_attribute_select_one_function(self):
        cvt = ("run", "--suite", "enumerate", "--op", "TCVT", "--dtype", "f16", "--target", "a5", "--form", "plain", "--to", "i8",
               "--attribute", "RoundMode=CAST_CEIL")
        said = self.made(*cvt, "--out", "cvt")
        names = {one["name"].split("@")[0] for one in self.records("cvt")}
        self.assertEqual(names, {"TCVT/plain/a5/f16,i8/all+RoundMode=CAST_CEIL"})
        self.assertIn("65,536 of 65,536 inputs", said)
        self.made("replay", "TCVT/plain/a5/f16,i8/all+RoundMode=CAST_CEIL@17")
        self.made(*cvt, "--shard", "2/2", "--out", "half")
        os.remove(self.path("half", "summary.json"))
        self.assertIn("Conforms", self.made("run", "--resume", "half"))
        for said, more in (("no form 'plane'; did you mean plain?", ("--form", "plane")), ("no attribute 'RoundMod'", ("--attribute", "RoundMod=CAST_CEIL")),
                           ("no value 'CAST_SEAL'", ("--attribute", "RoundMode=CAST_SEAL")), ("must be NAME=VALUE", ("--attribute", "RoundMode")),
                           ("makes no bf16 of f16; it makes", ("--to", "bf16")), ("unknown", ("--to", "half")),
                           ("--sample must be between 8 and 24, not 25", ("--sample", "25")), ("--form is empty", ("--form", ""))):
            self.refused(2, said, *cvt[:9], *more)
        self.refused(2, "are for suites that enumerate inputs", "run", "--op", "TCVT", "--to", "i8")
        self.refused(2, "contradict each other", "run", "--case", NAME.format(1), "--form", "plain")

    def test_shards_merge_to_the_whole_and_a_stopped_run_goes_on(self):
        self.made(*HALF, "--out", "run")
        for part in ("1/3", "2/3", "3/3"):
            self.made(*HALF, "--shard", part, "--out", "part-" + part[0])
        said = self.made("merge", "part-1", "part-2", "part-3", "--out", "whole")
        self.assertIn("Conforms", said)
        self.assertEqual(self.facts("run"), self.facts("whole"))
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.path("run", "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(lines[:11])
        for made in ("summary.json", "findings.json"):
            os.remove(self.path("run", made))
        self.made("run", "--resume", "run")
        self.assertEqual(self.facts("run"), self.facts("whole"))

    def test_a_sample_counts_each_input_once(self):
        said = self.made("run", "--suite", "enumerate", "--op", "TABS", "--dtype", "f32", "--target", "a5", "--shard", "512/512",
                         "--no-tiles", "--out", "last")
        self.assertRegex(said, r"inputs   TABS/plain/a5/f32,f32/sample-24: 32,290 inputs of a sample: 32,290 compared, 0 target")

    def test_a_wrong_input_is_found_replayed_and_shrunk(self):
        said = self.made(*TO_THE_BIT, *FAULT, "--out", "bad", code=1)
        failing = [one["name"] for one in self.records("bad") if one["verdict"]["kind"] == "deviates"]
        self.assertEqual(failing, [f"TSQRT/{form}/a5/f16,f16/all@{k}" for form in ("plain", "precise") for k in (15, 31)])
        self.assertIn("TSQRT: wrong (zero instead of NaN) where an input has NaN", said)
        self.assertIn("1 of 2,048 inputs matter: src(0, 0) = 0x7c01", said)
        self.assertIn("28,672 not sent (the page leaves their result open), 1,151 wrong\n", said)
        self.assertIn("deviates", self.made("replay", failing[0], *FAULT, code=1))
        self.made("replay", failing[0])

    def test_a_tile_that_a_null_output_passes_is_no_fault_of_the_data(self):
        self.made("run", "--suite", "enumerate", "--op", "TRELU", "--dtype", "f16", "--target", "a5", "--out", "run")
        self.assertEqual({one["verdict"]["kind"] for one in self.records("run")}, {"conforms"})

    def test_one_reading_must_explain_all_inputs(self):
        flushed = ("--backend", "simulator:fault=subnormals_flushed")
        said = self.made(*(word.replace("TSQRT", "TRECIP") for word in TO_THE_BIT), *flushed, "--out", "some", code=1)
        self.assertIn("read the manual in two ways", said)
        self.made(*TO_THE_BIT, *flushed, "--out", "all")


class Names(Sandbox):
    def test_every_command_takes_them(self):
        name = NAME.format(17)
        self.assertIn("-0.00012207", self.made("replay", name))
        with open(self.path("names"), "w", encoding="utf-8") as file:
            file.write("\n".join(NAME.format(k) for k in (3, 17, 31)) + "\n")
        self.made("run", "--cases-from", "names", "--out", "named")
        self.made(*HALF, "--out", "run")
        whole = {one["name"]: one["verdict"] for one in self.records("run")}
        for one in self.records("named"):
            self.assertEqual(one["verdict"], whole[one["name"]])
        self.assertEqual(len(self.records("named")), 3)

    def test_golden_files_hold_consecutive_inputs(self):
        self.made("golden", "--suite", "enumerate", "--op", "TRSQRT", "--dtype", "f16", "--target", "a5", "--out", "g.h5")
        self.made("verify", "g.h5")
        with h5py.File(self.path("g.h5")) as file:
            found = []
            file.visititems(lambda name, item: found.append(item) if name.endswith("/src") and isinstance(item, h5py.Dataset)
                            else None)
            self.assertEqual(len(found), 2)
            for inputs in found:
                self.assertTrue(np.array_equal(np.asarray(inputs).view(np.uint16).ravel(), np.arange(65536)))

    def test_what_is_no_tile_is_refused(self):
        for name, part in ((NAME.format(32), "the last is number 31"), (NAME.format("x"), "number of a tile"),
                           ("TRSQRT/plain/a5/f16,f16/each@1", "'each'"), ("TROWSUM/plain/a5/f16,f16/all@1", "TROWSUM")):
            self.refused(2, part, "replay", name)

    def test_what_draws_is_refused(self):
        self.refused(2, "--cases draws nothing", *HALF, "--cases", "3")
        self.refused(2, "--seed draws nothing", *HALF, "--seed", "3")
        self.refused(2, "cannot be swept", "run", "--suite", "enumerate", "--op", "TROWSUM", "--target", "a5")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    given, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
