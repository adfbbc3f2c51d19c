#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Commands that compile a user's library when a case needs it: replay, shrink, sweep, and a run that
shrinks what it found or goes on."""

import argparse
import json
import os
import shlex
import subprocess
import sys
import unittest

import h5py

import sdk_test
from sdk_test import FLIP, WHOLE


class OnDemand(sdk_test.Sdk):
    """Commands for single cases compile what they need."""

    def a_legal_case(self):
        golden = self.path("one.h5")
        subprocess.run([arguments.assay, "golden", "--op", "TADD", "--target", "cpu", "--dtype",
                        "i32", "--cases", "1", "--out", golden], check=True, capture_output=True)
        with h5py.File(golden) as file:
            return file["cases"]["name"][0].decode()

    def test_a_case_is_replayed(self):
        name = self.a_legal_case()
        good = self.assay("replay", name)
        self.assertEqual(good.returncode, 0, good.stderr)
        self.assertIn("compiled 1 of 1", good.stderr)
        again = self.assay("replay", name)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertNotIn("compiled", again.stderr)
        bad = self.assay("replay", name, include=self.spoil(WHOLE + FLIP))
        self.assertEqual(bad.returncode, 1, bad.stderr)
        self.assertIn("deviates", bad.stdout)

    def test_a_failing_case_is_shrunk(self):
        name = self.a_legal_case()
        small = self.path("small.h5")
        ran = self.assay("shrink", name, "--out", small, "--budget", "40",
                         include=self.spoil(WHOLE + FLIP))
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        # Another shape is another signature, and so another unit.
        self.assertGreater(ran.stderr.count("compiled 1 of 1"), 1)
        with h5py.File(small) as file:
            shrunk = file["cases"]["name"][0].decode()
        self.assertEqual(self.assay("replay", f"{small}:{shrunk}", include=self.path("sdk"))
                         .returncode, 1)
        self.assertEqual(self.assay("replay", f"{small}:{shrunk}").returncode, 0)

    def test_programs_by_name_are_compiled_call_by_call(self):
        program = "PROGRAM/cpu/exact/TADD/3@00000001"
        good = self.run_assay("--case", program, "--case", self.a_legal_case())
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        self.assertEqual([one["verdict"]["kind"] for one in self.records()], ["conforms"] * 2)
        self.assertEqual(self.assay("replay", program).returncode, 0)
        bad = self.assay("replay", program, include=self.spoil(WHOLE + FLIP))
        self.assertEqual(bad.returncode, 1, bad.stdout + bad.stderr)

    def test_a_run_shrinks_what_it_finds(self):
        options = ["--op", "TADD", "--dtype", "i16", "--cases", "1", "--sdk-limit", "5"]
        ran = self.run_assay(*options, include=self.spoil(WHOLE + FLIP))
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertEqual(ran.stderr.count("compiled"), ran.stderr.count(" of 5 signatures"))
        with open(self.path("run/findings.json"), encoding="utf-8") as file:
            found = json.load(file)["findings"]
        shapes = {record["name"].split("/")[4] for record in self.records()}
        for finding in found:
            self.assertTrue(finding["shrunk"], finding["explanation"])
            # A shape of its own is a signature of its own, which only shrinking needs.
            self.assertNotIn(finding["shrunk"].split("/")[4], shapes)
            case = f"{self.path('run/shrunk.h5')}:{finding['shrunk']}"
            self.assertEqual(self.assay("replay", case, include=self.path("sdk")).returncode, 1)
            self.assertEqual(self.assay("replay", case).returncode, 0)
        self.assertTrue(found)

    def finding_of_a_run(self, body):
        """The first finding of a run of a few signatures of a spoilt library."""
        ran = self.run_assay("--op", "TADD", "--dtype", "i32", "--cases", "1", "--sdk-limit", "3",
                             include=self.spoil(body))
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        with open(self.path("run/findings.json"), encoding="utf-8") as file:
            return json.load(file)["findings"][0]

    def test_the_line_of_a_finding_tests_the_headers_as_they_are_now(self):
        finding = self.finding_of_a_run(WHOLE + FLIP)
        def replay(*words):
            return subprocess.run([arguments.assay, *words], capture_output=True, text=True,
                                  check=False)
        lines = [shlex.split(finding["replay"])[1:]]
        lines.append(["replay", f"{self.path('run')}/{shlex.split(finding['shrunk_replay'])[2]}",
                      *shlex.split(finding["shrunk_replay"])[3:]])
        old = ["replay", finding["representative"], "--backend", self.records()[0]["backend"]]
        for line in lines:
            self.assertEqual(replay(*line).returncode, 1)
        self.assertNotIn("has changed since", replay(*old).stderr)
        self.spoil(WHOLE)
        for line in lines:
            done = replay(*line)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = replay(*old)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "note: .*pto-inst.hpp has changed since .* was compiled")

    def test_a_call_that_does_not_compile_is_not_shrunk(self):
        finding = self.finding_of_a_run('static_assert(sizeof(Dst) == 0, "no such sum");')
        self.assertEqual(finding["shrunk"], "")
        self.assertEqual(finding["explanation"],
                         ["not shrunk: the call does not compile, whatever its inputs are"])

    def test_a_run_that_goes_on_leaves_out_what_it_left_out(self):
        options = ["--op", "TADD", "--dtype", "i32", "--cases", "1"]
        self.spoil(WHOLE + FLIP)
        whole = self.run_assay(*options, "--sdk-limit", "5", include=self.path("sdk"))
        records = [(one["name"], one["verdict"]["kind"]) for one in self.records()]
        os.rename(self.path("run"), self.path("whole"))
        stopped = self.run_assay(*options, "--sdk-limit", "0", "--max-failures", "1", "--batch", "1",
                                 include=self.path("sdk"))
        self.assertIn("go on with", stopped.stdout)
        self.assertLess(len(self.records()), len(records))
        # More of the library has been compiled since, which the run must not take.
        self.assay("replay", self.left_out(records), include=self.path("sdk"))
        again = subprocess.run([arguments.assay, "run", "--resume", self.path("run")],
                               capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, whole.returncode, again.stderr)
        self.assertEqual([(one["name"], one["verdict"]["kind"]) for one in self.records()], records)
        for name in ("findings.json", "cases.csv"):
            with open(self.path("whole", name), encoding="utf-8") as one, \
                    open(self.path("run", name), encoding="utf-8") as other:
                self.assertEqual(other.read(), one.read())

    def left_out(self, records):
        """A case that a run without a limit has and this one has not."""
        subprocess.run([arguments.assay, "run", "--op", "TADD", "--dtype", "i32", "--cases", "1",
                        "--target", "cpu", "--no-tiles", "--out", self.path("all")], check=True,
                       capture_output=True)
        with open(self.path("all/journal.jsonl"), encoding="utf-8") as file:
            names = [record["name"] for record in map(json.loads, file) if "verdict" in record]
        return next(name for name in names if name not in dict(records))

    def test_an_op_is_swept(self):
        options = ["--op", "TADD", "--dtype", "i8", "--target", "cpu"]
        good = self.assay("sweep", *options, "--out", self.path("good"))
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        self.assertIn("65,536 of 65,536", good.stdout)
        with h5py.File(self.path("good/sweep.h5")) as file:
            again = shlex.split(file.attrs["command"].decode())
        at = again.index("--sdk-profile")
        self.assertEqual(again[at + 1], "cpu-sim")
        self.assertEqual(again[again.index("--backend"):at] + again[at + 2:], self.library()[:-2])
        done = subprocess.run([arguments.assay, *again[1:], "--out", self.path("again"),
                               "--sdk-cache", self.path("cache")], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("compiled", done.stderr)
        bad = self.assay("sweep", *options, "--out", self.path("bad"),
                         include=self.spoil(WHOLE + FLIP))
        self.assertEqual(bad.returncode, 1, bad.stderr)

    def test_devices_and_memory_belong_to_every_command_with_a_backend(self):
        name = self.a_legal_case()
        for command in (["replay", name], ["shrink", name],
                        ["sweep", "--op", "TADD", "--dtype", "i8", "--out", self.path("sweep")]):
            for further, words in [(["--device", "1"], "has no device 1"),
                                   (["--memory", "-1"], "--memory must be"),
                                   (["--sdk-limit", "3"], "for --backend sdk alone")]:
                ran = subprocess.run([arguments.assay, *command, *further], capture_output=True,
                                     text=True, check=False)
                self.assertEqual(ran.returncode, 2, ran.stderr)
                self.assertIn(words, ran.stderr)
            ran = subprocess.run([arguments.assay, *command, "--device", "0", "--memory", "1"],
                                 capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 0, ran.stderr)


if __name__ == "__main__":
    arguments, left = sdk_test.parsed(argparse.ArgumentParser(description=__doc__))
    unittest.main(argv=sys.argv[:1] + left)
