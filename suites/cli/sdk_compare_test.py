#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""'assay compare' on the tree's own headers as the older version, and copies of them that changed in one way each."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import unittest

import jsonschema

import sdk_test
from sdk_test import FLIP, WHOLE

FEW = ("--dtype", "i32", "--cases", "1")


class Compare(sdk_test.Sdk):
    def compare(self, newer, *further, older=None, ops="TADD,TSUB", limit=10):
        arguments = sdk_test.arguments
        library = self.library()
        library = library[library.index("--cxx"):]
        ran = subprocess.run([arguments.assay, "compare", "--old", older or arguments.include, "--new", newer, *library,
                              "-j", "2", "--out", self.path("compared"), "--op", ops, "--sdk-limit", str(limit), *FEW,
                              *further],
                             capture_output=True, text=True, check=False)
        self.assertNotIn("Traceback", ran.stderr)
        return ran

    def comparison(self):
        with open(self.path("compared/comparison.json"), encoding="utf-8") as file:
            found = json.load(file)
        with open(os.path.join(sdk_test.arguments.root, "reports/schema/comparison-1.schema.json"), encoding="utf-8") as file:
            jsonschema.validate(found, json.load(file))
        return found

    def test_a_copy_is_the_same(self):
        copy = shutil.copytree(sdk_test.arguments.include, self.path("copy"))
        ran = self.compare(copy)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertRegex(ran.stdout, r"^Same: \d+ cases of 2 ops have the same results, outcomes and messages in both\.\n")
        self.assertTrue(self.comparison()["same"])
        self.assertEqual(set(self.comparison()["ops"]), {"TADD", "TSUB"})

    def test_other_bits_are_counted_and_shown(self):
        ran = self.compare(self.spoil(f"{WHOLE}\n{FLIP}"))
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        found = self.comparison()
        add, sub = found["ops"]["TADD"], found["ops"]["TSUB"]
        self.assertGreater(add["other_results"], 0)
        self.assertEqual(add["fail_now"], add["other_results"])
        self.assertEqual(sub["other_results"] + sub["other_outcomes"] + sub["other_messages"], 0)
        change = next(one for one in found["changes"] if one["kind"] == "build_dependent")
        self.assertEqual((change["op"], change["before"], change["after"]), ("TADD", "conforms", "deviates"))
        self.assertRegex(change["reason"], r"dst at \(\d+, \d+\) is 0x\w+ with the older headers and 0x\w+ with the newer headers")
        self.assertEqual(found["new"], self.path("sdk"))
        self.assertIn(change["name"], ran.stdout)

    def test_what_is_refused_now_and_with_which_words(self):
        refuse = 'throw std::invalid_argument("{}");'
        ran = self.compare(self.spoil(refuse.format("no addition")))
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertGreater(self.comparison()["ops"]["TADD"]["other_outcomes"], 0)
        self.assertIn("no addition", ran.stdout)
        older = shutil.copytree(self.path("sdk"), self.path("older"))
        ran = self.compare(self.spoil(refuse.format("no sum")), "--overwrite", older=older)
        self.assertEqual(ran.returncode, 1, ran.stderr)
        add = self.comparison()["ops"]["TADD"]
        self.assertGreater(add["other_messages"], 0)
        self.assertEqual(add["other_outcomes"] + add["other_results"], 0)
        self.assertRegex(ran.stdout, r"no addition(.|\n)*no sum")

    def test_quiet_is_one_line_and_a_stopped_one_goes_on(self):
        newer = self.spoil(f"{WHOLE}\n{FLIP}")
        ran = self.compare(newer, "-q", ops="TADD", limit=99)
        self.assertRegex(ran.stdout, r"^Changed: \d+ of \d+ cases[^\n]*fail now\.\n$")
        whole = self.comparison()
        stopped = self.compare(newer, "-q", "--overwrite", "--max-failures", "1", ops="TADD", limit=99)
        self.assertEqual(stopped.returncode, 1, stopped.stderr)
        again = subprocess.run([sdk_test.arguments.assay, "run", "--resume", self.path("compared"), "-q"],
                               capture_output=True, text=True, check=False)
        self.assertEqual((again.returncode, again.stdout), (1, ran.stdout), again.stderr)
        self.assertEqual(self.comparison(), whole)
        self.assertIn("Stopped: ", stopped.stdout)
        finished = subprocess.run([sdk_test.arguments.assay, "run", "--resume", self.path("compared"), "-q"],
                                  capture_output=True, text=True, check=False)
        self.assertEqual((finished.returncode, finished.stdout), (1, ran.stdout), finished.stderr)

    def test_a_version_that_does_not_compile_is_no_comparison(self):
        include = self.spoil("")
        with open(self.path("sdk/pto/pto-inst.hpp"), "a", encoding="utf-8") as file:
            file.write("int broken = \"text\";\n")
        ran = self.compare(include, ops="TADD")
        self.assertEqual(ran.returncode, 2, ran.stdout)
        self.assertIn("do not compile", ran.stderr)
        self.assertFalse(os.path.exists(self.path("compared")))

    def test_what_no_version_has_is_counted_apart(self):
        copy = self.path("sdk")
        os.makedirs(self.path("sdk/pto"))
        with open(self.path("sdk/pto/pto-inst.hpp"), "w", encoding="utf-8") as file:
            file.write(f'#pragma once\n#include "{sdk_test.arguments.include}/pto/pto-inst.hpp"\n#define TADD NotThere\n')
        ran = self.compare(copy, "-q", older=copy, ops="TADD")
        self.assertRegex(ran.stdout, r"; \d+ cases without an answer, unsupported by both or lost\.\n$")
        kinds = [one["verdict"]["kind"] for one in self.records("compared")]
        lacking = sum(kinds[i] == kinds[i + 1] == "unsupported" for i in range(0, len(kinds), 2))
        self.assertGreater(lacking, 0)
        self.assertEqual(self.comparison()["total"]["unanswered"], lacking)

    def test_bad_input_is_one_sentence(self):
        for newer, ops, said in [(self.path("nowhere"), "TADD", "--new .*nowhere is no folder"),
                                 (sdk_test.arguments.include, "TADDD", "TADDD")]:
            ran = self.compare(newer, ops=ops)
            self.assertEqual(ran.returncode, 2, ran.stdout)
            self.assertRegex(ran.stderr, said)
            self.assertEqual(ran.stderr.count("assay: "), 1, ran.stderr)
            self.assertFalse(os.path.exists(self.path("compared")))
        include = sdk_test.arguments.include
        for words, said in [(("--waivers", "w.toml"), "--waivers has no effect"), (("--suite", "programs"), "without programs")]:
            ran = subprocess.run([sdk_test.arguments.assay, "compare", "--old", include, "--new", include, "--out",
                                  self.path("compared"), *self.library()[4:], *words], capture_output=True, text=True, check=False)
            self.assertEqual((ran.returncode, said in ran.stderr), (2, True), ran.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sdk_test.parsed(argparse.ArgumentParser(description=__doc__))[1])
