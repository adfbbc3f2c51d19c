#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Programs on backends that die in one of their calls, and on ones with known deviations.

program_ends_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import collections
import os
import subprocess
import unittest

import h5py

import cli
import programs_test
from programs_test import SUITE

EXAMPLE = programs_test.ChosenOps.EXAMPLE.replace(".py", ".c")


class Deaths(programs_test.Sandbox):
    """A backend that takes programs whole and dies, hangs or leaves in one of their calls."""

    def plugin(self, what, told=True):
        """The example in C, whose TOR does something else in programs."""
        with open(EXAMPLE, encoding="utf-8") as file:
            text = file.read()
        begun = "if (program->begun != NULL) *program->begun = k;"
        self.assertIn(begun, text)
        text = text.replace(begun, (begun if told else "") + f' if (program->calls[k].op[1] == \'O\') {what};')
        with open(self.path("deadly.c"), "w", encoding="utf-8") as file:
            file.write("#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n" + text)
        subprocess.run(["cc", "-std=gnu11", "-shared", "-fPIC", "-I", cli.ROOT, self.path("deadly.c"), "-o", self.path("deadly.so")], check=True)
        return ("--backend", "plugin:" + self.path("deadly.so"), "--timeout", "1")

    def broken(self, backend, *more):
        self.made("run", *SUITE, "--op", "TAND,TOR", "--target", "a5", "--cases", "40", *backend, *more, "--no-confirm", "--no-shrink",
                  "--out", "run", code=1)
        return self.failing("run")

    def test_the_call_has_it(self):
        for what, kind in (("raise(SIGSEGV)", "crashed"), ("abort()", "crashed"), ("_exit(3)", "crashed"), ("pause()", "timed_out")):
            backend = self.plugin(what)
            failing = self.broken(backend, "--overwrite")
            self.assertGreater(len(failing), 5)
            for record in failing:
                self.assertEqual((record["op"], record["verdict"]["kind"]), ("TOR", kind), what)
                self.assertRegex(record["verdict"]["reason"], r"^call \d+ of \d+, TOR: ")
            longest = max(failing, key=lambda record: int(record["scenario"].split()[1]))
            self.assertIn("the wrong call, on what stood in memory before it", self.made("replay", longest["name"], *backend, code=1))

    def test_shrinking_says_which_call_it_needs(self):
        for told, kind in ((True, "TOR"), (False, "PROGRAM")):
            backend = self.plugin("raise(SIGSEGV)", told)
            failing = self.broken(backend, "--overwrite")
            self.assertEqual({record["op"] for record in failing}, {kind})
            several = next(record for record in failing if "/1@" not in record["name"])
            said = self.assay("shrink", several["name"], *backend, "--out", "small.h5")
            self.assertRegex(said.stdout + said.stderr, r"call \d+, TOR, is the wrong one")


class Erring(programs_test.Sandbox):
    """Implementations with errata, of which only the end was observed."""

    NUMBER = "E-TANDS-001"
    RUN = ("--suite", "programs-exact", "--op", "TANDS,TADDS", "--target", "a2a3", "--cases", "40", "--no-confirm", "--no-shrink")

    def counted(self, folder):
        return collections.Counter(record["verdict"]["kind"] for record in self.records(folder))

    def test_what_an_erratum_gives_is_known_through_the_calls_behind(self):
        self.made("run", *self.RUN, "--backend", "simulator:errata=" + self.NUMBER, "--errata", self.NUMBER, "--tiles", "all", "--out", "run")
        kinds = self.counted("run")
        self.assertGreater(kinds["known_deviation"], 5, kinds)
        self.assertLessEqual(set(kinds), {"conforms", "known_deviation", "distrusted"})
        for record in self.records("run"):
            if record["verdict"]["kind"] == "known_deviation":
                self.assertTrue(record["verdict"]["reason"].startswith(f"known as {self.NUMBER} ("), record["verdict"]["reason"])
        with h5py.File(self.path("run", "results.h5"), "r+") as file:
            del file["manifest"]
            for memory in file["outputs"].values():
                for group in memory.values():
                    group["bits"][:, 0] ^= 1
        self.made("judge", "run/golden.h5", "run/results.h5", "--errata", self.NUMBER, "--out", "faulty", code=1)
        self.assertLessEqual(set(self.counted("faulty")), {"deviates", "distrusted"})

    def test_it_is_none_where_the_erratum_is_not_in_effect(self):
        self.made("run", *self.RUN, "--backend", "simulator:errata=" + self.NUMBER, "--errata", "none", "--out", "run", code=1)
        self.assertGreater(self.counted("run")["deviates"], 5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
