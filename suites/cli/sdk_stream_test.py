#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A run on a user's library judges what is compiled while the rest is being compiled, tells op by op what it
found, and leaves whole reports of what it judged where it is interrupted."""

import argparse
import csv
import json
import os
import signal
import subprocess
import sys
import time
import unittest

import sdk_test
from sdk_test import FLIP, WHOLE

# Wraps the compiler. A unit that calls the held op, the last of the run, waits until a file says enough; it gives up
# only so that a test that fails comes to its end.
HOLDING = """#!/usr/bin/python3
import os, sys, time
units = [one for one in sys.argv if os.path.basename(one).startswith("unit_") and one.endswith(".cpp")]
held = any("  {op}(" in open(unit, encoding="utf-8").read() for unit in units)
if held:
    with open("{pids}", "a", encoding="utf-8") as file:
        file.write(str(os.getpid()) + "\\n")
for _ in range(3000 if held else 0):
    if os.path.exists("{file}") and {words!r} in open("{file}", encoding="utf-8").read():
        break
    time.sleep(0.1)
else:
    if held:
        open("{late}", "w").close()
os.execvp("{cxx}", ["{cxx}"] + sys.argv[1:])
"""
FIRST, LAST = "TADD", "TADDSC"


class Streaming(sdk_test.Sdk):
    options = ["--op", "TADD*", "--dtype", "i32", "--cases", "1", "--min-judged", "0", "--no-shrink"]

    def holding(self, file, words):
        """A compiler that compiles nothing of the last op until a file has these words."""
        path = self.path("holding")
        with open(path, "w", encoding="utf-8") as out:
            out.write(HOLDING.format(op=LAST, pids=self.path("pids"), file=file, words=words,
                                     late=self.path("late"), cxx=arguments.cxx))
        os.chmod(path, 0o755)
        return path

    def ops(self):
        return [record["op"] for record in self.records()]

    def test_the_first_op_is_judged_before_the_second_is_compiled(self):
        # The line of the first op is written once all of its cases are in the journal.
        log = self.path("log")
        command = [arguments.assay, "run", *self.library(cxx=self.holding(log, f"{FIRST}: ")),
                   *self.options, "--no-tiles", "-j", "2", "--out", self.path("run")]
        with open(log, "w", encoding="utf-8") as stderr:
            ran = subprocess.run(command, stderr=stderr, stdout=subprocess.DEVNULL, check=False)
        with open(log, encoding="utf-8") as file:
            said = file.read()
        self.assertEqual(ran.returncode, 0, said)
        self.assertTrue(os.path.exists(self.path("pids")), "no unit was held")
        self.assertFalse(os.path.exists(self.path("late")), "nothing was judged while a unit was held")
        self.assertIn(LAST, self.ops())
        first = self.ops().count(FIRST)
        self.assertRegex(said, rf"(?m)^{FIRST}: {first} cases, \d+ judged, 0 failed; \d+ ops to go$")
        self.assertRegex(said, r"(?m); 0 ops to go$")

    def test_findings_are_told_with_their_op(self):
        ran = self.run_assay(*self.options, include=self.spoil(WHOLE + FLIP))
        self.assertEqual(ran.returncode, 1, ran.stderr)
        lines = ran.stderr.splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith(f"{FIRST}: "))
        self.assertNotIn(" 0 failed", lines[at])
        self.assertRegex(lines[at + 1], rf"^  {FIRST}.*\(\d+ failing\)$")
        self.assertTrue(lines[at + 2].startswith(f"    assay replay '{FIRST}/")
                        or lines[at + 2].startswith(f"    assay replay {FIRST}/"), lines[at + 2])
        self.assertIn(lines[at + 2].split()[2].strip("'"), {one["name"] for one in self.records()})
        after = next(i for i, line in enumerate(lines) if line.startswith(f"{LAST}: "))
        self.assertLess(at + 2, after)
        self.assertIn(" 0 failed", lines[after])

    def interrupted(self):
        """A run that is interrupted when all of the first op are judged and a compiler works on the last; its code
        and what it said."""
        command = [arguments.assay, "run",
                   *self.library(cxx=self.holding(self.path("enough"), "enough")), *self.options,
                   "--no-tiles", "-j", "2", "--out", self.path("run")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, start_new_session=True) as run:
            said = ""
            for line in run.stderr:
                said += line
                if line.startswith(f"{FIRST}: "):
                    break
            while run.poll() is None and not os.path.exists(self.path("pids")):
                time.sleep(0.1)
            os.killpg(run.pid, signal.SIGINT)  # as a terminal does
            out, rest = run.communicate()
        return run.returncode, out, said + rest

    def test_an_interrupt_leaves_whole_reports_of_what_was_judged(self):
        code, out, said = self.interrupted()
        self.assertEqual(code, 3, said)
        records = self.records()
        self.assertIn(FIRST, self.ops())
        self.assertNotIn(LAST, self.ops())
        self.assertIn("interrupted; ", said)
        self.assertIn(f"go on with 'assay run --resume {self.path('run')}'", out)
        with open(self.path("run/summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        self.assertEqual(summary["planned"] - summary["not_run"], len(records))
        self.assertGreater(summary["not_run"], 0)
        with open(self.path("run/cases.csv"), encoding="utf-8", newline="") as file:
            self.assertEqual(sum(row["verdict"] != "not_run" for row in csv.DictReader(file)), len(records))
        for name in ("report.html", "junit.xml", "findings.json"):
            self.assertGreater(os.path.getsize(self.path("run", name)), 0)
        self.assertFalse(os.path.exists(self.path("late")), "it waited for the compiler")
        with open(self.path("pids"), encoding="utf-8") as file:
            for pid in file.read().split():
                self.assertFalse(os.path.exists(f"/proc/{pid}"), "a compiler goes on")

    def test_what_was_interrupted_goes_on_and_ends_as_if_it_had_not_been(self):
        self.interrupted()
        with open(self.path("enough"), "w", encoding="utf-8") as file:
            file.write("enough")
        again = subprocess.run([arguments.assay, "run", "--resume", self.path("run")],
                               capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 0, again.stderr)
        found = [(one["name"], one["verdict"]) for one in self.records()]
        os.rename(self.path("run"), self.path("stopped"))
        whole = self.run_assay(*self.options)
        self.assertEqual(whole.returncode, 0, whole.stderr)
        self.assertEqual([(one["name"], one["verdict"]) for one in self.records()], found)


class Headers(sdk_test.Sdk):
    """What comes before the first case: the headers are compiled, which takes many seconds."""

    # Compiles no headers, but waits for the test.
    WAITING = """#!/usr/bin/python3
import os, sys, time
if "c++-header" in sys.argv:
    open({begun!r}, "w").close()
    time.sleep(60)
os.execvp({cxx!r}, [{cxx!r}] + sys.argv[1:])
"""

    def test_they_are_announced_and_an_interrupt_is_heard_at_once(self):
        begun, compiler = self.path("begun"), self.path("waiting")
        with open(compiler, "w", encoding="utf-8") as file:
            file.write(self.WAITING.format(begun=begun, cxx=arguments.cxx))
        os.chmod(compiler, 0o755)
        command = [arguments.assay, "run", *self.library(cxx=compiler), *Streaming.options, "--out", self.path("run")]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
            first = run.stderr.readline()
            while run.poll() is None and not os.path.exists(begun):
                time.sleep(0.1)
            run.send_signal(signal.SIGINT)
            begin = time.monotonic()
            rest = run.stderr.read()
        self.assertLess(time.monotonic() - begin, 5, rest)
        self.assertEqual(first, f"{compiler} compiles the headers of the library\n")
        self.assertEqual(run.returncode, 3, rest)
        self.assertIn("interrupted; ", rest)
        self.assertFalse(os.path.exists(self.path("run")))


if __name__ == "__main__":
    arguments, left = sdk_test.parsed(argparse.ArgumentParser(description=__doc__))
    unittest.main(argv=sys.argv[:1] + left)
