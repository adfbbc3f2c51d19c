#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A sweep that stops early or is cut into shards by those who run tests, as a run is.

sweep_limits_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import os
import sys
import unittest

import h5py

import cli
import sweep_test
from sweep_test import FILES, HALF, WIDE


class Shards(sweep_test.Sandbox):
    def test_are_what_the_variables_of_test_runners_say(self):
        self.sweep(*WIDE, "--shard", "2/3", "--out", "part")
        part = self.contents("part")
        for prefix in ("GTEST", "TEST"):
            status = self.path(prefix + ".status")
            shard = {f"{prefix}_TOTAL_SHARDS": "3", f"{prefix}_SHARD_INDEX": "1",
                     f"{prefix}_SHARD_STATUS_FILE": status}
            self.sweep(*WIDE, "--out", prefix, env=os.environ | shard)
            self.same_as(part, prefix)
            self.assertTrue(os.path.exists(status))
            self.sweep(*WIDE, "--shard", "2/3", "--out", prefix, "--resume")
        other = os.environ | {"GTEST_TOTAL_SHARDS": "2", "GTEST_SHARD_INDEX": "0"}
        self.sweep(*WIDE, "--shard", "2/3", "--out", "told", env=other)
        self.same_as(part, "told")
        broken = os.environ | {"GTEST_TOTAL_SHARDS": "3", "GTEST_SHARD_INDEX": "3"}
        self.refused(2, "GTEST_SHARD_INDEX=3", *WIDE, env=broken)


class TimeBudget(sweep_test.Sandbox):
    # Far more than a second of work on any machine.
    ALL = ("sweep", "--op", "TRSQRT", "--dtype", "f32", "--exhaustive", "--time-budget", "1s")

    def test_stops_cleanly_says_what_was_not_executed_and_how_to_go_on(self):
        done = self.sweep_in_time()
        self.assertRegex(done.stdout, r"\n[\d,]+ of 4,294,967,296 planned inputs were not executed: the time "
                                      r"budget is used up\ngo on with\n  assay sweep --op TRSQRT .* --out "
                                      r"all --resume\n")
        self.assertEqual(sorted(os.listdir(self.path("all"))), sorted(FILES))
        before = self.contents("all")
        inputs = self.inputs()
        self.assertIn(f"{2 ** 32 - inputs:,} inputs not executed.", done.stdout)
        self.assertIn(f"{2 ** 32 - inputs:,} inputs not executed.", before["sweep.html"].decode())
        self.refused(2, "all is not finished", "merge", "all", "--out", "merged")
        self.sweep_in_time("--resume")
        self.assertGreaterEqual(self.inputs(), inputs)
        self.assertTrue(self.contents("all")["sweep.jsonl"].startswith(before["sweep.jsonl"]))

    def sweep_in_time(self, *arguments):
        """A machine that is slow enough executes nothing within a second."""
        done = self.assay(*self.ALL, "--out", "all", *arguments)
        some = self.inputs() > 0
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"^Stopped: [\d,]+ of 4,294,967,296 inputs ran; " + ("none of " if some else "nothing was shown; "))
        return done

    def inputs(self):
        with h5py.File(self.path("all", "sweep.h5")) as file:
            return int(file["summary"][0]["inputs"])

    def test_that_is_no_time_is_refused(self):
        for wrong in ("", "0s", "1", "1d", "-1s", "s"):
            self.refused(2, "--time-budget", *HALF, f"--time-budget={wrong}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    given, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
