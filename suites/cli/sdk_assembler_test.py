#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""'assay run --backend sdk --ptoas': an assembler with one fault at a time, and a library with one, and each verdict says which of the
two is at fault."""

import argparse
import json
import os
import sys
import unittest
import xml.etree.ElementTree as xml

import sdk_test
from sdk_test import FLIP, WHOLE

FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_assembler.py")
# What is compared where nothing is said: a few cases of one op and type, without known deviations.
FEW = ["--op", "TADD", "--dtype", "f32", "--cases", "1", "--errata", "none", "--no-confirm", "--no-shrink"]


class Assembler(sdk_test.Sdk):
    def assembler(self, fault="", further=""):
        """A program, each fault another one."""
        path = self.path(f"ptoas_{fault or 'sound'}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nexec {sys.executable} -B {FAKE} --bind TASSIGN --fault '{fault}' {further} \"$@\"\n")
        os.chmod(path, 0o755)
        return path

    def judged(self, fault="", *further, include=None, cases=FEW):
        """The legal and the illegal records of a run whose assembler has the fault, but those of calls without text."""
        self.ran = self.run_assay(*cases, "--ptoas", self.assembler(fault), "--overwrite", *further, include=include)
        self.assertIn(self.ran.returncode, (0, 1), self.ran.stderr)
        records = [one for one in self.records() if one["verdict"].get("assembler") != "no_text"]
        legal = [one for one in records if not one["intent"].startswith("breaks.")]
        illegal = [one for one in records if one["intent"].startswith("breaks.")]
        self.assertTrue(legal and illegal)
        return legal, illegal

    def kinds(self, records):
        return {(one["verdict"]["kind"], one["verdict"].get("assembler")) for one in records}

    def summary(self):
        with open(self.path("run", "summary.json"), encoding="utf-8") as file:
            return json.load(file)

    def test_a_sound_one_is_late_at_worst(self):
        legal, illegal = self.judged()
        self.assertEqual(self.kinds(legal), {("conforms", None)})
        # It refuses tiles of two element types, and takes tiles in other places, which the library then refuses.
        self.assertIn(("conforms", None), self.kinds(illegal))
        self.assertIn(("conforms", "late"), self.kinds(illegal))
        for one in illegal:
            if one["verdict"].get("assembler") == "late":
                self.assertNotIn("same_element", one["intent"])
        self.assertLessEqual(set(self.summary()["assembler"]), {"late", "no_text"})
        self.assertIn("illegal calls accepted that the library refuses", self.ran.stdout)

    def test_a_call_without_text_is_not_run(self):
        self.run_assay("--op", "TPOW", "--dtype", "f32", "--cases", "2", "--ptoas", self.assembler(), "--min-judged", "0")
        self.assertEqual(self.kinds(self.records()), {("unsupported", "no_text")})
        self.assertIn("no assembly text: no instruction", self.records()[0]["verdict"]["reason"])
        self.assertEqual(self.summary()["assembler"], {"no_text": len(self.records())})

    def test_it_refuses_legal_calls(self):
        legal, illegal = self.judged("refuses")
        self.assertEqual(self.kinds(legal), {("rejected_valid", "refused_legal")})
        self.assertLessEqual(self.kinds(illegal), {("conforms", None), ("target_defined", None)})
        self.assertIn("this call is not to my taste", legal[0]["verdict"]["reason"])
        self.assertEqual(self.ran.returncode, 1)
        self.assertIn("legal calls refused", self.ran.stdout)
        types = {one.get("type") for one in xml.parse(self.path("run", "junit.xml")).iter("failure")}
        self.assertIn("rejected_valid (assembler: refused_legal)", types)
        with open(self.path("run", "report.html"), encoding="utf-8") as file:
            self.assertIn("assembler: refused_legal", file.read())

    def test_it_refuses_as_an_erratum_says(self):
        errata = os.path.join(arguments.root, "runners/assembly/ptoas.errata.toml")
        known = self.assembler("refuses", "--words 'ins/outs are not memref yet'")
        cases = ["--op", "TMAXS", "--dtype", "i32", "--cases", "1", "--no-confirm", "--no-shrink", "--ptoas", known]
        self.run_assay(*cases, "--errata", errata)
        legal = [one for one in self.records() if not one["intent"].startswith("breaks.") and one["verdict"]["kind"] != "unsupported"]
        self.assertEqual(self.kinds(legal), {("known_deviation", "refused_legal")})
        self.assertEqual({one["number"] for record in legal for one in record["verdict"]["errata"]}, {"E-PTOAS-003"})

    def test_it_crashes(self):
        for fault, words in (("crashes", "dies of signal 6"), ("says_nothing", "exit code 3 and names no error"),
                             ("writes_nothing", "exit code 0 and writes no C++")):
            with self.subTest(fault):
                legal, illegal = self.judged(fault)
                self.assertEqual(self.kinds(legal), {("crashed", "failed")})
                self.assertIn(words, legal[0]["verdict"]["reason"])
                self.assertIn(("crashed", "failed"), self.kinds(illegal))

    def test_it_hangs(self):
        with open(os.path.join(arguments.root, "runners/sdk/profiles/cpu-sim.toml"), encoding="utf-8") as file:
            profile = file.read()
        with open(self.path("hasty.toml"), "w", encoding="utf-8") as file:
            file.write(profile.replace("seconds = 60", "seconds = 1"))
        legal, _ = self.judged("hangs", "--sdk-profile", self.path("hasty.toml"))
        self.assertEqual(self.kinds(legal), {("timed_out", "failed")})
        self.assertIn("has not ended after 1 s", legal[0]["verdict"]["reason"])

    def test_its_cpp_does_not_compile(self):
        legal, illegal = self.judged("uncompilable")
        self.assertEqual(self.kinds(legal), {("rejected_valid", "uncompilable")})
        self.assertIn("NO_SUCH_tadd", legal[0]["verdict"]["reason"])
        self.assertNotIn("uncompilable", {one["verdict"].get("assembler") for one in illegal})

    def test_its_code_is_wrong(self):
        legal, _ = self.judged("swaps", cases=["--op", "TSUB", *FEW[2:]])
        self.assertEqual(self.kinds(legal), {("deviates", "wrong_code")})
        self.assertIn("without the assembler the verdict is conforms", legal[0]["verdict"]["reason"])
        self.assertIn("made wrong code", self.ran.stdout)

    def test_a_library_that_is_wrong_is_blamed_itself(self):
        legal, _ = self.judged(include=self.spoil(WHOLE + FLIP))
        self.assertEqual(self.kinds(legal), {("deviates", None)})
        self.assertIn("it fails without the assembler, too", legal[0]["verdict"]["reason"])

    def test_a_library_that_does_not_compile_is_blamed_itself(self):
        legal, _ = self.judged(include=self.spoil('static_assert(sizeof(Dst) == 0, "no sums today");' + WHOLE))
        self.assertEqual(self.kinds(legal), {("rejected_valid", None)})
        self.assertIn("no sums today", legal[0]["verdict"]["reason"])

    def test_both_accept_an_illegal_call(self):
        legal, illegal = self.judged("lax", include=self.spoil("dst.data();"))
        self.assertEqual(self.kinds(legal), {("deviates", None)})
        self.assertIn(("accepted_invalid", "accepted_illegal"), self.kinds(illegal))

    def test_what_is_no_assembler(self):
        os.makedirs(self.path("folder"))
        with open(self.path("text"), "w", encoding="utf-8") as file:
            file.write("no program\n")
        for program, words in ((self.path("none"), "there is no such file"), (self.path("folder"), "is a folder"),
                               (self.path("text"), "is no file to execute"), ("no-such-ptoas", "no such program in PATH"),
                               ("/bin/true", "writes no C++"),
                               (self.assembler("says_nothing", "--even-control"), "exit code 3")):
            with self.subTest(program):
                said = self.run_assay(*FEW, "--ptoas", program)
                self.assertEqual(said.returncode, 2)
                self.assertIn(words, said.stderr)
                self.assertEqual(said.stderr.count("\n"), 1, said.stderr)
                self.assertFalse(os.path.exists(self.path("run")))

    def test_with_what_else_it_makes_no_sense(self):
        said = self.run_assay(*FEW, "--ptoas", self.assembler(), "--builds=-O0,-O2")
        self.assertEqual((said.returncode, said.stderr.count("\n")), (2, 1))
        self.assertIn("--ptoas takes one build", said.stderr)
        said = sdk_test.subprocess.run([arguments.assay, "run", "--backend", "simulator", "--ptoas", self.assembler()],
                                       capture_output=True, text=True, check=False)
        self.assertEqual(said.returncode, 2)
        self.assertIn("--ptoas is for --backend sdk alone", said.stderr)


if __name__ == "__main__":
    arguments, left = sdk_test.parsed(argparse.ArgumentParser(description=__doc__))
    unittest.main(argv=sys.argv[:1] + left)
