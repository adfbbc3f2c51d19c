#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds of a user's library: what depends on them, headers that do not compile, and the name that a
history knows the library by."""

import argparse
import json
import os
import shutil
import sys
import unittest

import sdk_test
from sdk_test import FLIP, WHOLE

CXX = "clang++-19"


class Builds(sdk_test.Sdk):
    def test_builds_are_different_ones_of_one_library(self):
        for further, rival, words in [(["--cross-opt"], "simulator", "--backend sdk alone"),
                                      (["--builds=all"], "simulator", "--backend sdk alone"),
                                      (["--cross-opt=-O2"], None, "no two"),
                                      (["--builds=-O2,-O2"], None, "no two"),
                                      (["--builds=-O2, -O2 "], None, "no two"),
                                      (["--builds=fast,-O2"], None, "no two"),
                                      (["--builds=all", "--sdk-profile", "device"], None,
                                       "the profile device names no builds"),
                                      (["--builds=all", "--cross-opt"], None, "--cross-opt")]:
            ran = self.run_assay("--op", "TADD", *further, rival=rival)
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertIn(words, ran.stderr)

    def of_builds(self, *further, include=None, limit="8"):
        """Records of each case, one for each build of the profile unless `further` says otherwise."""
        ran = self.run_assay("--op", "TADD", "--dtype", "i32", "--cases", "1", "--sdk-limit", limit,
                             *further, include=include)
        cases = {}
        for record in self.records():
            cases.setdefault(record["name"], []).append(record)
        self.assertTrue(cases)
        return ran, list(cases.values())

    def test_what_one_of_all_builds_gives_is_a_finding_with_its_flags(self):
        ran, cases = self.of_builds("--builds", "all", include=self.spoil(
            f"{WHOLE}\n#ifdef __PTO_AUTO__\n{FLIP}\n#endif"))
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertEqual({len(records) for records in cases}, {3})
        legal = [records for records in cases if records[0]["intent"] == "inside" and
                 "empty-region" not in records[0]["name"]]  # no element of which is promised
        self.assertTrue(legal)
        for plain, optimised, automatic in legal:
            self.assertEqual([one["verdict"]["kind"] for one in (plain, optimised)], ["conforms"] * 2)
            self.assertEqual(automatic["verdict"]["kind"], "deviates")
            self.assertEqual([plain["attribution"], optimised["attribution"], automatic["attribution"]],
                             ["build_dependent", "agree", "build_dependent"])
            self.assertRegex(automatic["verdict"]["reason"],
                             "is 0x[0-9a-f]{8} with -O0 and 0x[0-9a-f]{8} with -O0 -D__PTO_AUTO__")
        differ = [one for one in cases if one[2]["attribution"] == "build_dependent"]
        self.assertEqual(ran.stdout.count("the two builds differ"), 1 + min(len(differ), 10))
        with open(self.path("run/findings.json"), encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        self.assertEqual(["with -O0 -D__PTO_AUTO__" in one["reason"] for one in findings],
                         [True] * len(findings))

    def test_a_build_with_assertions_may_refuse_what_is_illegal(self):
        alike = "left.GetValidRow() == right.GetValidRow() && left.GetValidCol() == right.GetValidCol()"
        ran, cases = self.of_builds("--builds", "all", limit="40", include=self.spoil(
            f'#ifdef __PTO_AUTO__\nif (!({alike})) throw std::invalid_argument("regions differ");\n#endif\n{WHOLE}'))
        said = [[one["verdict"]["reason"] for one in records] for records in cases]
        self.assertTrue(any(plain.endswith(": done") and automatic.endswith(": rejected") for plain, _, automatic in said), said)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def test_a_flag_of_a_build_brings_errata_of_its_own(self):
        include = self.spoil(
            "#ifdef __PTO_AUTO__\n"
            "if constexpr ((Dst::ValidRow == pto::DYNAMIC) != (Dst::ValidCol == pto::DYNAMIC)) __cce_tinit(dst);\n"
            f"#endif\n{WHOLE}")
        ran, cases = self.of_builds("--builds", "all", limit="40", include=include)
        kinds = [[one["verdict"]["kind"] for one in records] for records in cases if records[0]["intent"] == "inside"]
        self.assertIn(["conforms", "conforms", "known_deviation"], kinds)  # drawn, though one build refuses it
        self.assertIn(["conforms"] * 3, kinds)
        self.assertEqual({tuple(one) for one in kinds} - {("conforms",) * 3}, {("conforms", "conforms", "known_deviation")})
        self.assertIn("E-TILE-001", ran.stdout)
        plain = ran.stdout.split("\nbackend ")[1]
        self.assertNotIn("E-TILE", plain)  # it is not in effect there
        ran, cases = self.of_builds("--builds", "all", "--errata", "pto-cpu", "--overwrite", limit="40", include=include)
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertIn("rejected_valid", {records[2]["verdict"]["kind"] for records in cases})

    def test_a_night_compares_all_builds_unless_it_is_told_one(self):
        night = ["--suite", "nightly"]
        for further, builds in ((night, 3), ([*night, "--builds", "one"], 1), ([], 1)):
            ran, cases = self.of_builds(*further, "--overwrite")
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            self.assertEqual({len(records) for records in cases}, {builds}, further)

    def test_a_history_knows_a_library_whose_headers_changed(self):
        include = self.spoil(f"{WHOLE}\n{FLIP}")
        history = ["--history", self.path("history"), "--overwrite"]
        self.of_builds(*history, include=include)
        with open(self.path("sdk/pto/pto-inst.hpp"), "a", encoding="utf-8") as file:
            file.write("// a comment\n")
        self.of_builds(*history, include=include)
        nights = []
        for name in sorted(os.listdir(self.path("history"))):
            with open(self.path("history", name), encoding="utf-8") as file:
                nights.append(json.load(file))
        self.assertEqual([night["backend"] for night in nights], ["sdk cpu-sim"] * 2)
        with open(self.path("run/findings.json"), encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        self.assertTrue(findings)
        self.assertEqual({one["first_seen"] for one in findings}, {nights[0]["started"]})


@unittest.skipUnless(shutil.which(CXX), f"needs {CXX}: the error may be an older compiler's own")
class Broken(sdk_test.Sdk):
    def test_headers_that_do_not_compile_are_a_finding_that_quotes_the_error(self):
        include = self.spoil("")
        with open(self.path("sdk/pto/pto-inst.hpp"), "a", encoding="utf-8") as file:
            file.write("int broken = \"text\";\n")
        for _ in range(2):  # it is compiled once
            ran = self.run_assay("--op", "TADD", "--dtype", "i32", "--cases", "1", "--sdk-limit",
                                 "20", "--overwrite", include=include, cxx=CXX)
            self.assertEqual(ran.returncode, 1, ran.stderr)
            legal = [one for one in self.records() if one["intent"] == "inside"]
            self.expect(legal, "rejected_valid", "the headers do not compile: ")
            self.assertNotIn("conforms", {one["verdict"]["kind"] for one in self.records()
                                          if one["intent"].startswith("breaks")})
            with open(self.path("run/findings.json"), encoding="utf-8") as file:
                finding, = json.load(file)["findings"]
            self.assertRegex(finding["reason"], r"pto-inst\.hpp:\d+.*error: ")
            self.assertIn("pto-inst.hpp", ran.stdout)
            self.assertTrue(os.path.exists(self.path("run/report.html")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sdk_test.parsed(argparse.ArgumentParser(description=__doc__))[1])
