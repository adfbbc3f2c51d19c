#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The smoke suite on a library takes few signatures: it covers what all of them cover, whatever part of a run
it is, and checks and units behind another prelude refuse and compute what the others do."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import unittest

import sdk_test
from sdk_test import FLIP, WHOLE


# Left out with few signatures: each is a signature of its own (decision 208).
SIZES = ("single column", "single row", "over 1024 columns", "long rows")


class Signatures(sdk_test.Sdk):
    """They share one cache: its key is what the compiler reads."""

    options = ["--op", "TCOLMIN", "--dtype", "bf16"]

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.shared.cleanup)

    def cache(self):
        return self.shared.name

    def covered(self, run):
        said = subprocess.run([arguments.assay, "coverage", run, *self.options, "--target", "cpu", "--format", "json"],
                              check=True, capture_output=True, text=True).stdout
        return {tuple(item[key] for key in ("op", "form", "dtype", "kind", "name"))
                for item in json.loads(said)["items"] if item["executed"] > 0}

    def names(self):
        return [record["name"] for record in self.records()]

    def test_they_cover_what_all_cover_and_say_that_they_are_few(self):
        few = self.run_assay(*self.options)
        self.assertEqual(few.returncode, 0, few.stdout + few.stderr)
        self.assertRegex(few.stderr, r"\d+ of \d+ signatures, which show what all of them show; --signatures all")
        self.assertIn("suite smoke, few signatures", few.stdout)
        names, covered = self.names(), self.covered(self.path("run"))
        subprocess.run([arguments.assay, "run", *self.options, "--target", "cpu", "--no-tiles", "--out",
                        self.path("simulated")], check=True, capture_output=True)
        left = self.covered(self.path("simulated")) - covered
        self.assertEqual(left, {("TCOLMIN", "plain", "bf16", "scenario", size) for size in SIZES})
        self.assertLessEqual(covered, self.covered(self.path("simulated")))
        os.rename(self.path("run"), self.path("few"))
        every = self.run_assay(*self.options, "--signatures", "all")
        self.assertEqual(every.returncode, 0, every.stdout + every.stderr)
        self.assertNotIn("few", every.stdout)
        self.assertLess(len(names), len(self.names()))
        self.assertFalse([name for name in self.names() if "+guest" in name])
        guest = next(name for name in names if "+guest" in name and "+breaks" not in name)
        again = self.assay("replay", guest)
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)

    def test_shards_have_them_together(self):
        self.run_assay(*self.options)
        whole = self.names()
        os.rename(self.path("run"), self.path("whole"))
        parts = []
        for shard in ("1/2", "2/2"):
            self.run_assay(*self.options, "--shard", shard)
            parts += self.names()
            os.rename(self.path("run"), self.path("part" + shard[0]))
        self.assertEqual(sorted(parts), sorted(whole))
        merged = subprocess.run([arguments.assay, "merge", self.path("part1"), self.path("part2"), "--out",
                                 self.path("run")], capture_output=True, text=True, check=False)
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assertEqual(self.names(), whole)

    def test_a_run_that_goes_on_has_the_same(self):
        options, include = ["--op", "TADD", "--dtype", "i8"], self.spoil(WHOLE + FLIP)
        whole = self.run_assay(*options, include=include)
        self.assertEqual(whole.returncode, 1, whole.stderr)
        names = self.names()
        os.rename(self.path("run"), self.path("whole"))
        self.run_assay(*options, "--max-failures", "1", "--batch", "1", include=include)
        self.assertLess(len(self.names()), len(names))
        subprocess.run([arguments.assay, "run", "--resume", self.path("run")], capture_output=True, check=False)
        self.assertEqual(self.names(), names)

    def test_who_says_how_many_there_are_gets_that(self):
        for words in (["--cases", "1"], ["--sdk-limit", "3"]):
            ran = self.run_assay("--op", "TADD", "--dtype", "i8", *words)
            self.assertNotIn("--signatures all", ran.stderr)
            os.rename(self.path("run"), self.path(words[0]))

    def test_what_makes_no_sense_is_refused(self):
        for words, why in ((["--backend", "simulator", "--signatures", "few"], "for --backend sdk alone"),
                           ([*self.library(), "--signatures", "some"], "takes few or all, not 'some'"),
                           ([*self.library(), "--signatures", "few", "--case",
                             "TADD/plain/cpu/f32,f32,f32/8x8/v8x8/uniform@00000000"], "contradict each other")):
            ran = subprocess.run([arguments.assay, "run", *words], capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertIn(why, ran.stderr)


THREADS = WHOLE + """
  int done[3] = {};
  std::vector<std::thread> threads;
  threads.emplace_back([&done]() { done[0] = 1; });
  threads.emplace_back([](int* place, int value) { *place = value; }, &done[1], 2);
  threads.emplace_back(std::thread([&done]() { done[2] = 3; }));
  for (std::thread& thread : threads) thread.join();
  if (done[0] + done[1] + done[2] != 6) """ + FLIP
IS_QUICK = "static_assert(std::is_base_of_v<assay_sdk::Threads, std::vector<std::thread>>);"


class Quick(sdk_test.Sdk):
    """Units for few signatures begin with what the profile says."""

    def ran(self, body, *options):
        include = self.spoil(body)
        with open(self.path("sdk/pto/pto-inst.hpp"), "r+", encoding="utf-8") as file:
            text = file.read()
            file.seek(0)
            file.write(text.replace("#pragma once", "#pragma once\n#include <thread>\n#include <vector>", 1))
        return self.run_assay("--op", "TADD", "--dtype", "i8", *options, include=include)

    def test_few_signatures_have_it_and_threads_of_a_library_do_what_they_do_elsewhere(self):
        ran = self.ran(THREADS + IS_QUICK)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertIn("conforms", self.verdicts())

    def test_what_they_do_is_seen(self):
        ran = self.ran(THREADS.replace("!= 6", "== 6"))
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertIn("deviates", self.verdicts())

    def test_all_of_them_have_the_library_as_it_is(self):
        ran = self.ran(THREADS + IS_QUICK, "--signatures", "all")
        self.assertNotEqual(ran.returncode, 0, ran.stdout + ran.stderr)  # of what is not declared without it
        self.assertIn("assay_sdk", ran.stdout + ran.stderr)


class Checks(sdk_test.Sdk):
    """A profile may have checks and quick units begin with something else than other units."""

    def refusals(self, profile):
        self.run_assay("--op", "TADD", "--dtype", "f32", "--sdk-profile", profile)
        found = {record["name"]: record["verdict"] for record in self.records()}
        os.rename(self.path("run"), self.path("run of " + os.path.basename(profile)))
        return found

    def test_refuse_the_same_behind_another_prelude(self):
        with open(os.path.join(arguments.root, "runners/sdk/profiles/cpu-sim.toml"), encoding="utf-8") as file:
            text = file.read()
        begin, end = text.index("check_prelude = '''"), text.index("prologue = '''")
        plain, spoilt = self.path("plain.toml"), self.path("spoilt.toml")
        wrong = "'''\n#error no header compiles behind this\n'''\n"
        with open(plain, "w", encoding="utf-8") as file:
            file.write(text[:begin] + text[end:])
        with open(spoilt, "w", encoding="utf-8") as file:
            file.write(f"{text[:begin]}check_prelude = {wrong}quick_prelude = {wrong}{text[end:]}")
        refused = self.refusals("cpu-sim")
        self.assertTrue([name for name, verdict in refused.items()
                         if "+breaks.dst.same_element" in name and verdict["kind"] == "conforms"])
        self.assertEqual(refused, self.refusals(plain))
        self.assertEqual(refused, self.refusals(spoilt))


if __name__ == "__main__":
    arguments, left = sdk_test.parsed(argparse.ArgumentParser(description=__doc__))
    unittest.main(argv=sys.argv[:1] + left)
