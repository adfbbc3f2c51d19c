#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A call that leaves the process of its worker changed costs no other case its verdict, and is reported with its own.

process_state_test.py --bin FOLDER [unittest options]. The plugin is runners/backend/test/leaving_plugin.cpp: it adds correctly
in every call, and after some of them leaves the floating-point environment, a timer or something else changed."""

import argparse
import os
import platform
import sys
import unittest

import backends_test

# State that is left -> text in the record of its case.
FLOATS = {"ftz": "subnormals flushed to zero"}
if platform.machine() == "x86_64":
    FLOATS |= {"up": "rounding mode, x87 control or registers", "x87": "x87 control or registers",
               "mmx": "x87 control or registers", "direction": "direction or alignment flag"}
OTHERS = {"mask": "signal mask", "locale": "locale", "thread_locale": "locale", "interval": "timer armed",
          "timer": "timer armed"}


class Left(backends_test.Sandbox):
    SELECTION = ("--op", "TADD", "--target", "a5,a2a3", "--dtype", "f32", "--cases", "10")

    def leaving(self, what, *options):
        os.environ["LEAVES"] = what
        try:
            return self.run_assay("plugin:" + os.path.join(self.folder_of_programs, "leaving_plugin.so"),
                                  *self.SELECTION, *options)
        finally:
            del os.environ["LEAVES"]

    def verdicts(self, journal):
        return {one["name"]: one["verdict"]["kind"] for one in journal}

    def setUp(self):
        super().setUp()
        if not hasattr(Left, "plain"):
            done = self.leaving("nothing:1000")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            Left.plain = self.verdicts(done.journal)
            self.assertGreater(sum(kind == "conforms" for kind in Left.plain.values()), 100)
            self.assertEqual({one.get("disturbed") for one in done.journal}, {None})

    def expect_no_verdict_changed(self, done, what):
        self.assertEqual(self.verdicts(done.journal), self.plain, what)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_what_a_call_leaves_is_set_back_and_reported_with_its_case(self):
        for what, words in (FLOATS | OTHERS).items():
            with self.subTest(what):
                done = self.leaving(f"{what}:100")
                self.expect_no_verdict_changed(done, what)
                said = [one["disturbed"] for one in done.journal if "disturbed" in one]
                self.assertEqual(set(said), {words})
                self.assertGreater(len(said), 10)
                self.assertLess(len(said), len(self.plain) / 3)
                self.assertIn(f"{len(said)} cases left their process changed", done.stdout)

    def test_the_first_case_that_leaves_something_is_named(self):
        done = self.leaving("ftz:100")
        first = next(one["name"] for one in done.journal if "disturbed" in one)
        self.assertIn(f"the first: {first} (subnormals flushed to zero)", done.stdout)

    def guilty(self, share):
        """Cases whose calls leave something in so many of a thousand calls."""
        guilty = {one["name"] for one in self.leaving(f"ftz:{share}").journal if "disturbed" in one}
        self.assertGreater(len(guilty), 5)
        return guilty

    def changed(self, journal):
        got = self.verdicts(journal)
        return {name for name in got if got[name] != self.plain[name]}

    def test_threads_that_compute_for_ever_cost_no_other_case_its_time(self):
        got = self.leaving("spin:40", "--timeout", "1")
        self.assertLessEqual(self.changed(got.journal), self.guilty(40))

    def test_a_write_to_the_control_socket_costs_no_other_case_its_verdict(self):
        guilty = self.guilty(50)
        for batch in ("1", "16", "64"):
            done = self.leaving("writes:50", "--batch", batch)
            changed = self.changed(done.journal)
            self.assertTrue(changed)
            self.assertLessEqual(changed, guilty, batch)
            got = self.verdicts(done.journal)
            self.assertEqual({got[name] for name in changed}, {"infra"})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    backends_test.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
